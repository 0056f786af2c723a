/** Imports in the console: what is asked and sent. */
import type { ResultOf } from 'gql.tada';
import type { Api } from '../../api/client';
import { toBase64 } from '../../api/file';
import { graphql } from '../../api/graphql';

export const importsKey = 'imports';

const ImportFields = graphql(`
  fragment ImportFields on ImportRow {
    id
    state
    createdAt
    finishedAt
    source
    personName
    isOwn
    files
    invites
    sizeBytes
    bytesRead
    added
    changed
    same
    invited
    faults
    followed
    ended
    isBraked
    setsAside
    setAside
    failure
  }
`);
export type ImportRow = ResultOf<typeof ImportFields>;

const ImportFileFields = graphql(`
  fragment ImportFileFields on ImportFile {
    id
    name
    sizeBytes
    storedBytes
    kind
    mapping
    wholeTruthOf
    isForgotten
  }
`);
export type ImportFile = ResultOf<typeof ImportFileFields>;

export const ListImports = graphql(
  `
    query ListImports($tenantId: ID!, $cursor: String, $limit: Int) {
      listImports(tenantId: $tenantId, cursor: $cursor, limit: $limit) {
        results { ...ImportFields }
        links { next previous }
      }
    }
  `,
  [ImportFields],
);

export const ImportDetails = graphql(
  `
    query ImportDetails($tenantId: ID!, $importId: ID!) {
      importDetails(tenantId: $tenantId, importId: $importId) {
        import { ...ImportFields }
        files { ...ImportFileFields }
        asides { kind sizeBytes }
      }
    }
  `,
  [ImportFields, ImportFileFields],
);

export const ListEffects = graphql(`
  query ListImportEffects($tenantId: ID!, $importId: ID!, $effect: EffectKind, $search: String, $cursor: String) {
    listImportEffects(tenantId: $tenantId, importId: $importId, effect: $effect, search: $search, cursor: $cursor) {
      results { id file line columnNumber columnName effect says repeats }
      links { next previous }
    }
  }
`);
export type ImportEffect = ResultOf<typeof ListEffects>['listImportEffects']['results'][number];

export const ImportChoices = graphql(`
  query ImportChoices($tenantId: ID!) {
    importChoices(tenantId: $tenantId) {
      kinds { name ends setsAside columns { name isNeeded example choices } }
      presets { name kind definition note version }
      companies { id name }
    }
    listMappings(tenantId: $tenantId, limit: 100) {
      results { name kind definition note version }
    }
  }
`);
export type Choices = ResultOf<typeof ImportChoices>;
export type ImportKind = Choices['importChoices']['kinds'][number];

export const PreviewFile = graphql(`
  query PreviewImportFile($tenantId: ID!, $fileId: ID!, $definition: String, $kind: String, $worksheet: String) {
    previewImportFile(
      tenantId: $tenantId
      fileId: $fileId
      definition: $definition
      kind: $kind
      worksheet: $worksheet
    ) {
      ownKind
      definition
      worksheets
      sample { line cells }
      header
      lacks
      columns
      rows { line cells }
      faults { line columnNumber columnName says }
    }
  }
`);
export type Preview = ResultOf<typeof PreviewFile>['previewImportFile'];

export const StartImport = graphql(`
  mutation StartImport($tenantId: ID!, $invites: Boolean!) {
    startImport(tenantId: $tenantId, invites: $invites) { id }
  }
`);

const AddFile = graphql(`
  mutation AddImportFile($tenantId: ID!, $importId: ID!, $name: String!, $sizeBytes: Float!) {
    addImportFile(tenantId: $tenantId, importId: $importId, name: $name, sizeBytes: $sizeBytes) { id }
  }
`);

const AddPiece = graphql(`
  mutation AddImportPiece($tenantId: ID!, $fileId: ID!, $number: Int!, $fileString: String!) {
    addImportPiece(tenantId: $tenantId, fileId: $fileId, number: $number, fileString: $fileString) { id }
  }
`);

export const RemoveFile = graphql(`
  mutation RemoveImportFile($tenantId: ID!, $fileId: ID!) {
    removeImportFile(tenantId: $tenantId, fileId: $fileId) { id }
  }
`);

export const MapFile = graphql(`
  mutation MapImportFile($tenantId: ID!, $fileId: ID!, $definition: String, $kind: String) {
    mapImportFile(tenantId: $tenantId, fileId: $fileId, definition: $definition, kind: $kind) { id }
  }
`);

export const DeclareWhole = graphql(`
  mutation DeclareWholeFile($tenantId: ID!, $fileId: ID!, $companyId: ID) {
    declareWholeFile(tenantId: $tenantId, fileId: $fileId, companyId: $companyId) { id }
  }
`);

export const CheckImport = graphql(`
  mutation CheckImport($tenantId: ID!, $importId: ID!, $setsAside: Boolean!) {
    checkImport(tenantId: $tenantId, importId: $importId, setsAside: $setsAside) { id }
  }
`);

export const ApplyImport = graphql(`
  mutation ApplyImport($tenantId: ID!, $importId: ID!, $confirmedRemovals: Int) {
    applyImport(tenantId: $tenantId, importId: $importId, confirmedRemovals: $confirmedRemovals) { id }
  }
`);

export const RowsAside = graphql(`
  query ImportRowsAside($tenantId: ID!, $importId: ID!, $kind: String!) {
    importRowsAside(tenantId: $tenantId, importId: $importId, kind: $kind)
  }
`);

export const UndoImport = graphql(`
  mutation UndoImport($tenantId: ID!, $importId: ID!) {
    undoImport(tenantId: $tenantId, importId: $importId) { id }
  }
`);

export const CancelImport = graphql(`
  mutation CancelImport($tenantId: ID!, $importId: ID!) {
    cancelImport(tenantId: $tenantId, importId: $importId) { id }
  }
`);

export const SaveMapping = graphql(`
  mutation SaveMapping($tenantId: ID!, $definition: String!, $version: Int) {
    saveMapping(tenantId: $tenantId, definition: $definition, version: $version) { name version }
  }
`);

/** As the server takes files: 1 GB together, in pieces. */
export const importRules = { accept: ['.csv', '.txt', '.tsv', '.xlsx'], maxBytes: 1_073_741_824 };
const pieceBytes = 4 * 1024 * 1024;

/** Announces a file and sends it piece by piece; one that fails on its way is taken back. */
export async function upload(
  api: Api,
  tenantId: string,
  importId: string,
  file: File,
  onProgress: (percent: number) => void,
): Promise<string> {
  const key = () => crypto.randomUUID();
  const added = await api.mutate(AddFile, { tenantId, importId, name: file.name, sizeBytes: file.size }, key());
  const fileId = added.addImportFile.id;
  try {
    for (let at = 0, number = 1; at < file.size; at += pieceBytes, number += 1) {
      const piece = file.slice(at, at + pieceBytes);
      const share = (percent: number) => onProgress((100 * (at + (piece.size * percent) / 100)) / file.size);
      const variables = { tenantId, fileId, number, fileString: await toBase64(piece) };
      await api.upload(AddPiece, variables, key(), share);
    }
    return fileId;
  } catch (error) {
    await api.mutate(RemoveFile, { tenantId, fileId }, key()).catch(() => undefined);
    throw error;
  }
}

const states = [
  'draft',
  'checking',
  'checked',
  'applying',
  'applied',
  'failed',
  'canceled',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof states)[number];

/** One that this version of the app doesn't know is at least over. */
export const stateOf = ({ state }: Pick<ImportRow, 'state'>): ImportState =>
  states.find((one) => one === state) ?? 'failed';

export const isRunning = ({ state }: ImportRow) => ['checking', 'applying', 'undoing'].includes(state);
export const isOpen = ({ state }: ImportRow) => ['draft', 'checked', 'failed'].includes(state);
