/** What happened, newest first, as other programs learn about it. */
import { useQuery } from '@tanstack/react-query';
import { everyRow, useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { ComboboxField, ConsoleList, csvText, DetailsDrawer, useKeptFilter, useOpened } from '../../ui';
import { eventsKey, ListEvents, ownTimeZone, type TenantEvent, WebhookChoices } from './webhook';

/** Types are words of ours: `deposit.changed`. */
const isType = (text: string): text is string => /^[a-z_]+\.[a-z_]+$/.test(text);

export function EventList({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const [type, setType] = useKeptFilter('events type', isType);
  const { opened, open, close } = useOpened<'details', TenantEvent>('details');
  const choices = useQuery({
    queryKey: [eventsKey, 'choices', tenantId],
    queryFn: async ({ signal }) => (await api.query(WebhookChoices, { tenantId }, signal)).webhookChoices,
  });
  const load = async (cursor: string | null, signal?: AbortSignal) =>
    (await api.query(ListEvents, { tenantId, type, cursor }, signal)).listTenantEvents;
  const list = usePages([eventsKey, 'list', tenantId, type], load);
  const instant = (at: string) => format.instant(at, ownTimeZone());
  const event = opened.row;
  const id = (text: string | null) =>
    text === null ? t('events.none') : <span className="[overflow-wrap:anywhere]">{text}</span>;
  return (
    <div>
      <ConsoleList
        label={t('events.recent')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'number',
            header: t('events.number'),
            cell: ({ number }) => <span className="tabular-nums">{number}</span>,
          },
          { id: 'type', header: t('events.type'), cell: (row) => <span className="font-medium">{row.type}</span> },
          { id: 'subject', header: t('events.subject'), cell: ({ subject }) => subject },
          {
            id: 'time',
            header: t('events.time'),
            cell: ({ time }) => <span className="tabular-nums sm:whitespace-nowrap">{instant(time)}</span>,
          },
        ]}
        onRowPress={(row) => open('details', row)}
        filters={
          <ComboboxField
            label={t('events.type')}
            value={type ?? ''}
            onChange={(chosen) => setType(chosen || null)}
            options={(choices.data?.types ?? []).map((one) => ({ value: one, label: one }))}
            loading={choices.isPending}
            placeholder={t('events.types.all')}
            className="sm:w-72"
          />
        }
        filterCount={type === null ? 0 : 1}
        onClear={() => setType(null)}
        empty={{ title: t('events.recent.empty'), body: t('events.recent.emptyBody') }}
        exporting={{
          fileName: 'events.csv',
          load: async () =>
            csvText(
              [
                { header: t('events.number'), text: (row: TenantEvent) => String(row.number) },
                { header: t('events.type'), text: (row: TenantEvent) => row.type },
                { header: t('events.time'), text: (row: TenantEvent) => row.time },
                { header: t('events.companyId'), text: (row: TenantEvent) => row.companyId ?? '' },
                { header: t('events.employeeId'), text: (row: TenantEvent) => row.employeeId ?? '' },
                { header: t('events.subject'), text: (row: TenantEvent) => row.subject },
                { header: t('events.subjectId'), text: (row: TenantEvent) => row.subjectId },
                { header: t('events.id'), text: (row: TenantEvent) => row.id },
              ],
              await everyRow((cursor) => load(cursor)),
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          list.error && {
            title: t('events.recent.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {event && (
        <DetailsDrawer
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={event.type}
          groups={[
            {
              facts: [
                { label: t('events.number'), value: event.number },
                { label: t('events.time'), value: instant(event.time) },
                { label: t('events.subject'), value: event.subject },
                { label: t('events.subjectId'), value: id(event.subjectId) },
                { label: t('events.companyId'), value: id(event.companyId) },
                { label: t('events.employeeId'), value: id(event.employeeId) },
                { label: t('events.id'), value: id(event.id) },
              ],
            },
          ]}
        />
      )}
    </div>
  );
}
