/** /admin/import/$id: one import from its files to its undo. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  Card,
  CheckboxField,
  ConfirmDialog,
  ErrorState,
  formatBytes,
  Notice,
  NumberField,
  PageHeader,
  Progress,
  Skeleton,
  saveFile,
  Table,
} from '../../ui';
import { EffectList } from './EffectList';
import { makerOf, stateTone } from './ImportsPage';
import {
  ApplyImport,
  CancelImport,
  CheckImport,
  ImportChoices,
  ImportDetails,
  type ImportFile,
  type ImportRow,
  importsKey,
  isOpen,
  isRunning,
  RemoveFile,
  RowsAside,
  stateOf,
  UndoImport,
} from './imports';
import { MappingEditor } from './MappingEditor';
import { WholeTruth } from './WholeTruth';

const lookMs = 1000;

type ImportPageProps = { tenantId: string; importId: string; language: string; listHref: string };

export function ImportPage({ tenantId, importId, language, listHref }: ImportPageProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<string | null>(null);
  const [question, setQuestion] = useState<'apply' | 'undo' | 'cancel' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [chosenAside, setChosenAside] = useState<boolean | null>(null);
  const [typed, setTyped] = useState<number | null>(null);
  const [isWrong, setWrong] = useState(false);
  const check = useSubmit(CheckImport);
  const apply = useSubmit(ApplyImport);
  const undo = useSubmit(UndoImport);
  const cancel = useSubmit(CancelImport);
  const remove = useSubmit(RemoveFile);
  const details = useQuery({
    queryKey: [importsKey, 'one', tenantId, importId],
    queryFn: async ({ signal }) => (await api.query(ImportDetails, { tenantId, importId }, signal)).importDetails,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.import) ? lookMs : false),
    staleTime: 0,
  });

  const choices = useQuery({
    queryKey: [importsKey, 'choices', tenantId],
    queryFn: ({ signal }) => api.query(ImportChoices, { tenantId }, signal),
  });

  async function run(change: () => Promise<unknown>): Promise<boolean> {
    setFailure(null);
    try {
      await change();
      return true;
    } catch (error) {
      setFailure(errorText(t, error));
      return false;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [importsKey] });
    }
  }

  const header = <PageHeader title={t('import.one')} back={{ href: listHref, label: t('page.adminImport') }} />;
  if (details.error)
    return (
      <div className="flex flex-col gap-6">
        {header}
        <ErrorState
          title={t('import.loadFailed')}
          body={errorText(t, details.error)}
          onRetry={() => void details.refetch()}
        />
      </div>
    );
  if (!details.data)
    return (
      <div className="flex flex-col gap-6">
        {header}
        <Card>
          <Skeleton className="h-40" />
        </Card>
      </div>
    );
  const { import: row, files, asides } = details.data;
  const canChange = row.isOwn && isOpen(row) && !files.some(({ isForgotten }) => isForgotten);
  const isMapped = files.length > 0 && files.every(({ kind }) => kind !== null);
  const canApply = canChange && row.state === 'checked' && row.faults === 0 && changesOf(row) > 0;
  const ids = { tenantId, importId };
  const file = files.find(({ id }) => id === edited);
  const kinds = choices.data?.importChoices.kinds ?? [];
  const kindOf = ({ kind }: ImportFile) => kinds.find(({ name }) => name === kind);
  const canSetAside = files.some((one) => kindOf(one)?.setsAside);
  const setsAside = canSetAside && (chosenAside ?? row.setsAside);
  const actions = {
    apply: () => apply.mutateAsync({ ...ids, confirmedRemovals: row.isBraked ? typed : null }),
    undo: () => undo.mutateAsync(ids),
    cancel: () => cancel.mutateAsync(ids),
  };
  return (
    <div className="flex flex-col gap-6">
      {header}
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Card>
        <div className="flex flex-col gap-4">
          <Status row={row} />
          {canChange && canSetAside && (
            <CheckboxField label={t('import.setsAside')} value={setsAside} onChange={setChosenAside} />
          )}
          <div className="flex flex-wrap gap-2.5">
            {canChange && (
              <Button
                variant={canApply ? 'secondary' : 'primary'}
                disabled={!isMapped}
                pending={check.isPending}
                onPress={() => void run(() => check.mutateAsync({ ...ids, setsAside }))}
              >
                {t(row.state === 'draft' ? 'import.check' : 'import.checkAgain')}
              </Button>
            )}
            {canApply && (
              <Button
                onPress={() => {
                  setTyped(null);
                  setWrong(false);
                  setQuestion('apply');
                }}
              >
                {t('import.apply')}
              </Button>
            )}
            {row.state === 'applied' && (
              <Button variant="secondary" onPress={() => setQuestion('undo')}>
                {t('import.undo')}
              </Button>
            )}
            {((row.isOwn && isOpen(row)) || ((row.isOwn || row.source !== 'console') && isRunning(row))) && (
              <Button variant="secondary" onPress={() => setQuestion('cancel')}>
                {t('import.cancel')}
              </Button>
            )}
          </div>
        </div>
      </Card>
      {asides.length > 0 && (
        <Notice tone="warn">
          <div className="flex flex-col items-start gap-2.5">
            {t('import.asideKept', { count: format.number(row.setAside) })}
            {asides.map(({ kind }) => (
              <Button key={kind} size="sm" variant="secondary" onPress={() => void run(() => download(kind))}>
                {t('import.downloadAside', { kind })}
              </Button>
            ))}
          </div>
        </Notice>
      )}
      <Card flush className="overflow-hidden">
        <Table
          label={t('import.files')}
          rows={[...files]}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              header: t('import.file'),
              cell: ({ name }) => <span className="font-medium [overflow-wrap:anywhere]">{name}</span>,
            },
            { id: 'size', header: t('import.size'), cell: ({ sizeBytes }) => formatBytes(sizeBytes, language) },
            { id: 'kind', header: t('import.kind'), cell: (one) => howRead(one) },
          ]}
          {...(canChange && {
            rowActions: (one: ImportFile) => (
              <div className="flex flex-wrap gap-2">
                <Button size="sm" variant="secondary" onPress={() => setEdited(one.id)}>
                  {t('import.map', { name: one.name })}
                </Button>
                {kindOf(one)?.ends && (
                  <WholeTruth
                    tenantId={tenantId}
                    file={one}
                    companies={choices.data?.importChoices.companies ?? []}
                    onFailure={setFailure}
                  />
                )}
                <Button
                  size="sm"
                  variant="ghost"
                  onPress={() => void run(() => remove.mutateAsync({ tenantId, fileId: one.id }))}
                >
                  {t('import.removeFile', { name: one.name })}
                </Button>
              </div>
            ),
          })}
          empty={t('import.noFiles')}
        />
      </Card>
      {file && canChange && (
        <MappingEditor
          key={file.id}
          tenantId={tenantId}
          file={file}
          onDone={() => {
            setEdited(null);
            void queryClient.invalidateQueries({ queryKey: [importsKey] });
          }}
          onCancel={() => setEdited(null)}
        />
      )}
      {row.state !== 'draft' && !isRunning(row) && <EffectList tenantId={tenantId} row={row} />}
      {question && (
        <ConfirmDialog
          open
          onClose={() => setQuestion(null)}
          title={t(`import.title.${question}`)}
          body={t(`import.body.${question}`)}
          confirmLabel={t(`import.${question}`)}
          cancelLabel={t('app.back')}
          tone={question === 'apply' && !row.isBraked ? 'primary' : 'danger'}
          onConfirm={async () => {
            if (question === 'apply' && row.isBraked && typed !== row.ended) {
              setWrong(true);
              throw new Error('not confirmed');
            }
            await run(actions[question]);
            setQuestion(null);
          }}
        >
          {question === 'apply' && row.isBraked && (
            <NumberField
              label={t('import.confirmRemovals', { count: format.number(row.ended) })}
              value={typed}
              min={0}
              onChange={setTyped}
              {...(isWrong && { error: t('import.confirmRemovalsWrong', { count: format.number(row.ended) }) })}
            />
          )}
        </ConfirmDialog>
      )}
    </div>
  );

  function howRead({ kind, mapping, wholeTruthOf }: ImportFile): string {
    if (kind === null) return t('import.notMapped');
    const how = mapping === null ? t('import.ownFormat', { kind }) : t('import.mapped', { kind });
    return wholeTruthOf === null ? how : `${how} · ${t('import.wholeOf', { company: wholeTruthOf })}`;
  }

  async function download(kind: string): Promise<void> {
    const { importRowsAside } = await api.query(RowsAside, { ...ids, kind });
    await saveFile(new Blob([importRowsAside], { type: 'text/csv' }), `set-aside-${kind}.csv`);
  }
}

function Status({ row }: { row: ImportRow }) {
  const { t } = useText();
  const format = useFormat();
  const counts = { added: row.added, changed: row.changed, same: row.same, invited: row.invited };
  const hasCounts = ['checked', 'applied', 'undone'].includes(row.state);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={stateTone(row)}>{t(`import.state.${stateOf(row)}`)}</Badge>
        <span className="text-sm text-sub">{makerOf(t, row)}</span>
      </div>
      {isRunning(row) && (
        <Progress
          label={t(`import.state.${stateOf(row)}`)}
          value={row.bytesRead > 0 ? row.bytesRead : null}
          max={row.sizeBytes}
        />
      )}
      {row.failure && <Notice tone="bad">{t(`import.failure.${failureKey(row.failure)}`)}</Notice>}
      {hasCounts && <p>{t('import.counts', Object.fromEntries(numbers(counts)))}</p>}
      {hasCounts && row.ended > 0 && (
        <Notice tone="warn">
          {t(row.state === 'checked' ? 'import.wouldEnd' : 'import.hasEnded', { count: format.number(row.ended) })}
          {row.state === 'checked' && row.isBraked && ` ${t('import.braked')}`}
        </Notice>
      )}
      {row.state === 'checked' && row.setAside > 0 && (
        <Notice tone="warn">{t('import.wouldSetAside', { count: format.number(row.setAside) })}</Notice>
      )}
      {row.faults > 0 && (
        <Notice tone="bad">
          {t('import.faults', { count: row.faults })}
          {row.followed > 0 && ` ${t('import.followed', { count: row.followed })}`}
        </Notice>
      )}
      {row.state === 'checked' && row.faults === 0 && changesOf(row) === 0 && (
        <Notice tone="info">{t('import.nothingToDo')}</Notice>
      )}
    </div>
  );

  function numbers(of: Record<string, number>): [string, string][] {
    return Object.entries(of).map(([name, count]) => [name, format.number(count)]);
  }
}

const failures = {
  IMPORT_LOST: 'lost',
  IMPORT_STOPPED: 'stopped',
  IMPORT_RIGHTS_GONE: 'rights',
  IMPORT_CHANGED_SINCE: 'changed',
  IMPORT_IN_USE: 'inUse',
  NOTHING_TO_UNDO: 'notNewest',
  IMPORT_HAS_FAULTS: 'faults',
  IMPORT_BAD_PLACE: 'place',
  IMPORT_UNKNOWN_FILE: 'unknown',
} as const;

const changesOf = ({ added, changed, ended }: ImportRow) => added + changed + ended;

const failureKey = (code: string) => failures[code as keyof typeof failures] ?? 'other';
