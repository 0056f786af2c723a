/** /admin/import: files are dropped here, and earlier imports are listed below. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { everyRow, useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { type Translate, useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Card,
  CheckboxField,
  ConsoleList,
  csvText,
  FileDrop,
  type FileItem,
  Notice,
  PageHeader,
} from '../../ui';
import { type ImportRow, importRules, importsKey, ListImports, StartImport, stateOf, upload } from './imports';

type ImportsPageProps = { tenantId: string; importHref: (id: string) => string; onOpen: (id: string) => void };

export const stateTone = ({ state, faults }: Pick<ImportRow, 'state' | 'faults'>) => {
  if (state === 'applied') return 'ok' as const;
  if (state === 'failed' || faults > 0) return 'bad' as const;
  return 'neutral' as const;
};

/** A person, or how it came without one. */
export function makerOf(t: Translate, { source, personName }: Pick<ImportRow, 'source' | 'personName'>): string {
  if (source === 'folder') return t('import.fromFolder');
  return source === 'machine' ? t('import.fromMachine', { name: personName }) : personName;
}

export function ImportsPage({ tenantId, importHref, onOpen }: ImportsPageProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const queryClient = useQueryClient();
  const [invites, setInvites] = useState(true);
  const [items, setItems] = useState<FileItem[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const load = async (cursor: string | null, signal?: AbortSignal) =>
    (await api.query(ListImports, { tenantId, cursor }, signal)).listImports;
  const list = usePages([importsKey, 'list', tenantId], load);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  async function begin(files: File[]): Promise<void> {
    setFailure(null);
    const item = (file: File, progress: number): FileItem => ({
      id: file.name,
      name: file.name,
      sizeBytes: file.size,
      progress,
    });
    setItems(files.map((file) => item(file, 0)));
    try {
      const { startImport } = await api.mutate(StartImport, { tenantId, invites }, crypto.randomUUID());
      for (const file of files)
        await upload(api, tenantId, startImport.id, file, (progress) =>
          setItems((before) => before.map((one) => (one.id === file.name ? { ...one, progress } : one))),
        );
      onOpen(startImport.id);
    } catch (error) {
      setItems([]);
      setFailure(errorText(t, error));
    } finally {
      void queryClient.invalidateQueries({ queryKey: [importsKey] });
    }
  }

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminImport')} description={t('import.lead')} />
      <Card>
        <div className="flex flex-col gap-4">
          {failure && <Notice tone="bad">{failure}</Notice>}
          <FileDrop
            label={t('import.drop')}
            {...importRules}
            multiple
            items={items}
            onAdd={(files) => void begin(files)}
            disabled={items.length > 0}
          />
          <CheckboxField label={t('import.invites')} value={invites} onChange={setInvites} />
        </div>
      </Card>
      <ConsoleList
        label={t('import.list')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => importHref(id)}
        columns={[
          {
            id: 'at',
            header: t('import.startedAt'),
            cell: ({ createdAt }) => <span className="font-medium">{format.instant(createdAt, zone)}</span>,
          },
          { id: 'files', header: t('import.files'), cell: ({ files }) => files.join(', ') || t('import.noFiles') },
          { id: 'by', header: t('import.by'), cell: (row) => makerOf(t, row) },
          {
            id: 'state',
            header: t('import.state'),
            cell: (row) => <Badge tone={stateTone(row)}>{t(`import.state.${stateOf(row)}`)}</Badge>,
          },
        ]}
        empty={{ title: t('import.empty'), body: t('import.emptyBody') }}
        exporting={{
          fileName: 'imports.csv',
          load: async () =>
            csvText(
              [
                { header: t('import.startedAt'), text: (row: ImportRow) => row.createdAt },
                { header: t('import.files'), text: (row: ImportRow) => row.files.join(', ') },
                { header: t('import.by'), text: (row: ImportRow) => makerOf(t, row) },
                { header: t('import.state'), text: (row: ImportRow) => t(`import.state.${stateOf(row)}`) },
              ],
              await everyRow((cursor) => load(cursor)),
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          list.error && {
            title: t('import.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
    </div>
  );
}
