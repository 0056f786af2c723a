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
  ConfirmDialog,
  ErrorState,
  formatBytes,
  Notice,
  PageHeader,
  Progress,
  Skeleton,
  Table,
} from '../../ui';
import { EffectList } from './EffectList';
import { stateTone } from './ImportsPage';
import {
  ApplyImport,
  CancelImport,
  CheckImport,
  ImportDetails,
  type ImportFile,
  type ImportRow,
  importsKey,
  isOpen,
  isRunning,
  RemoveFile,
  stateOf,
  UndoImport,
} from './imports';
import { MappingEditor } from './MappingEditor';

const lookMs = 1000;

type ImportPageProps = { tenantId: string; importId: string; language: string };

export function ImportPage({ tenantId, importId, language }: ImportPageProps) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<string | null>(null);
  const [question, setQuestion] = useState<'apply' | 'undo' | 'cancel' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
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

  const header = <PageHeader title={t('import.one')} />;
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
  const { import: row, files } = details.data;
  const canChange = row.isOwn && isOpen(row) && !files.some(({ isForgotten }) => isForgotten);
  const isMapped = files.length > 0 && files.every(({ kind }) => kind !== null);
  const canApply = canChange && row.state === 'checked' && row.faults === 0 && row.added + row.changed > 0;
  const ids = { tenantId, importId };
  const file = files.find(({ id }) => id === edited);
  const actions = { apply, undo, cancel };
  return (
    <div className="flex flex-col gap-6">
      {header}
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Card>
        <div className="flex flex-col gap-4">
          <Status row={row} />
          <div className="flex flex-wrap gap-2.5">
            {canChange && (
              <Button
                variant={canApply ? 'secondary' : 'primary'}
                disabled={!isMapped}
                pending={check.isPending}
                onPress={() => void run(() => check.mutateAsync(ids))}
              >
                {t(row.state === 'draft' ? 'import.check' : 'import.checkAgain')}
              </Button>
            )}
            {canApply && <Button onPress={() => setQuestion('apply')}>{t('import.apply')}</Button>}
            {row.state === 'applied' && (
              <Button variant="secondary" onPress={() => setQuestion('undo')}>
                {t('import.undo')}
              </Button>
            )}
            {row.isOwn && (isOpen(row) || isRunning(row)) && (
              <Button variant="secondary" onPress={() => setQuestion('cancel')}>
                {t('import.cancel')}
              </Button>
            )}
          </div>
        </div>
      </Card>
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
          onConfirm={async () => {
            await run(() => actions[question].mutateAsync(ids));
            setQuestion(null);
          }}
        />
      )}
    </div>
  );

  function howRead({ kind, mapping }: ImportFile): string {
    if (kind === null) return t('import.notMapped');
    return mapping === null ? t('import.ownFormat', { kind }) : t('import.mapped', { kind });
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
        <span className="text-sm text-sub">{row.personName}</span>
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
      {row.faults > 0 && (
        <Notice tone="bad">
          {t('import.faults', { count: row.faults })}
          {row.followed > 0 && ` ${t('import.followed', { count: row.followed })}`}
        </Notice>
      )}
      {row.state === 'checked' && row.faults === 0 && row.added + row.changed === 0 && (
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
} as const;

const failureKey = (code: string) => failures[code as keyof typeof failures] ?? 'other';
