/** The batches of a company, newest first; one in full with its files, and the button that takes all of it over. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { ApiError } from '../../api/error';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, ConsoleList, csvText, DetailsDrawer, saveFile, toast, useOpened } from '../../ui';
import { AcknowledgeBatch, type Batch, handoverKey, ListBatches, type PayrollCompany } from './handover';
import { MappedFiles } from './MappedFiles';
import { TotalsTable } from './TotalsTable';
import { useDone } from './useDone';

type BatchesListProps = { tenantId: string; company: PayrollCompany };

export function BatchesList({ tenantId, company }: BatchesListProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const { opened, open, close } = useOpened<'details', Batch>('details');
  const at = { tenantId, companyId: company.id };
  const load = async (cursor: string | null, signal?: AbortSignal, limit: number | null = null) =>
    (await api.query(ListBatches, { ...at, cursor, limit }, signal)).listHandovers;
  const list = usePages([handoverKey, 'batches', at], load);
  const batch = list.rows?.find(({ id }) => id === opened.row?.id) ?? opened.row;
  const made = (instant: string) => format.instant(instant, company.timeZone);
  return (
    <section aria-label={t('handover.batches')}>
      <ConsoleList
        label={t('handover.batches')}
        heading={t('handover.batches')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'number',
            header: t('handover.batch'),
            cell: ({ number }) => <span className="font-medium">{t('handover.batchNumber', { number })}</span>,
          },
          { id: 'made', header: t('handover.made'), cell: ({ createdAt }) => made(createdAt) },
          { id: 'changes', header: t('handover.changes'), cell: ({ changes }) => String(changes), numeric: true },
          { id: 'state', header: t('handover.state'), cell: (row) => <BatchState batch={row} /> },
        ]}
        onRowPress={(row) => open('details', row)}
        empty={{ title: t('handover.batches.none'), body: t('handover.batches.none.body') }}
        exporting={{
          fileName: 'payroll-batches.csv',
          load: async () =>
            csvText(
              [
                { header: t('handover.batch'), text: (row: Batch) => String(row.number) },
                { header: t('handover.made'), text: (row: Batch) => row.createdAt },
                { header: t('handover.madeBy'), text: (row: Batch) => row.creatorName },
                { header: t('handover.changes'), text: (row: Batch) => String(row.changes) },
                { header: t('handover.show.taken'), text: (row: Batch) => String(row.taken) },
                { header: t('handover.batch.open'), text: (row: Batch) => String(row.open) },
                { header: t('handover.show.rejected'), text: (row: Batch) => String(row.rejected) },
                { header: t('handover.show.conflict'), text: (row: Batch) => String(row.conflicts) },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          list.error && {
            title: t('handover.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {batch && (
        <BatchDrawer
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          batch={batch}
          made={made(batch.createdAt)}
        />
      )}
    </section>
  );
}

function BatchState({ batch: { open, rejected, conflicts } }: { batch: Batch }) {
  const { t } = useText();
  if (conflicts > 0) return <Badge tone="bad">{t('handover.conflicts', { count: conflicts })}</Badge>;
  if (open > 0) return <Badge tone="warn">{t('handover.left', { count: open })}</Badge>;
  if (rejected > 0) return <Badge tone="warn">{t('handover.rejectedCount', { count: rejected })}</Badge>;
  return <Badge tone="ok">{t('handover.allTaken')}</Badge>;
}

type BatchDrawerProps = { open: boolean; onClose: () => void; tenantId: string; batch: Batch; made: string };

function BatchDrawer({ open, onClose, tenantId, batch, made }: BatchDrawerProps) {
  const { t } = useText();
  const api = useApi();
  const mayChange = useMayChange();
  const acknowledge = useSubmit(AcknowledgeBatch);
  const { run, failure } = useDone();
  const [fetching, setFetching] = useState<string | null>(null);

  async function save(query: string): Promise<void> {
    setFetching(query);
    try {
      const { name, blob } = await api.fetchFile(`/handovers/${batch.id}/file?${query}`);
      await saveFile(blob, name);
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold)) toast(errorText(t, error), { tone: 'error' });
    } finally {
      setFetching(null);
    }
  }

  const file = (query: string, label: string) => (
    <Button
      key={query}
      variant="secondary"
      pending={fetching === query}
      onPress={() => void save(query)}
      icon={<Download aria-hidden className="size-4.5" />}
    >
      {label}
    </Button>
  );
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={t('handover.batchNumber', { number: batch.number })}
      groups={[
        {
          facts: [
            { label: t('handover.made'), value: made },
            { label: t('handover.madeBy'), value: batch.creatorName },
            { label: t('handover.changes'), value: String(batch.changes) },
            { label: t('handover.show.taken'), value: String(batch.taken) },
            { label: t('handover.batch.open'), value: String(batch.open) },
            { label: t('handover.show.rejected'), value: String(batch.rejected) },
            { label: t('handover.show.conflict'), value: String(batch.conflicts) },
          ],
        },
      ]}
      footer={
        mayChange &&
        batch.open > 0 && (
          <div className="flex justify-end">
            <Button
              pending={acknowledge.isPending}
              onPress={() =>
                void run(
                  () => acknowledge.mutateAsync({ tenantId, handoverId: batch.id }),
                  t('handover.acknowledged', { count: batch.open }),
                )
              }
            >
              {t('handover.acknowledgeAll', { count: batch.open })}
            </Button>
          </div>
        )
      }
    >
      {failure && <p role="alert">{failure}</p>}
      <section aria-label={t('handover.totals')}>
        <h3 className="mb-2 text-sm font-semibold">{t('handover.totals')}</h3>
        <TotalsTable label={t('handover.totals')} totals={batch.totals} />
      </section>
      {mayChange && (
        <section aria-label={t('handover.files')}>
          <h3 className="mb-1 text-sm font-semibold">{t('handover.files')}</h3>
          <p className="mb-3 text-sm text-sub text-pretty">{t('handover.files.hint')}</p>
          <div className="flex flex-wrap gap-2.5">
            {batch.kinds.map((kind) => file(`format=csv&kind=${kind}`, t(`handover.file.${kind}`)))}
            {file('format=json', t('handover.file.json'))}
            {file('format=xlsx', t('handover.file.xlsx'))}
          </div>
        </section>
      )}
      {mayChange && <MappedFiles tenantId={tenantId} fetching={fetching} onSave={(query) => void save(query)} />}
    </DetailsDrawer>
  );
}
