/** /admin/audit: who did what, when and to what, searched, followed, exported and checked. */
import { useQuery } from '@tanstack/react-query';
import { ScrollText, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  ComboboxField,
  ConsoleList,
  DateField,
  isDay,
  Notice,
  PageHeader,
  type TableColumn,
  useKeptFilter,
  useOpened,
  useSettled,
} from '../../ui';
import { EventDrawer } from './EventDrawer';
import { TrailCheck } from './TrailCheck';
import {
  type AuditEvent,
  actionText,
  eventText,
  exportEvents,
  isQuestion,
  loadActions,
  loadEvents,
  nameInEvent,
  objectText,
  ownTimeZone,
  refusalReason,
  type TrailSearch,
} from './trail';
import { useWho } from './useWho';

/** Actions are words of ours: `announcement.publish`. */
const isAction = (text: string): text is string => /^[a-z_]+(\.[a-z_]+)+$/.test(text);
const quietMs = 350;

/** `objectId` narrows the list to one object's history; the page's address has it, so that a link can ask for it. */
type AuditPageProps = { tenantId: string; objectId: string | null; onObject: (objectId: string | null) => void };

export function AuditPage({ tenantId, objectId, onObject }: AuditPageProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const who = useWho();
  const [person, setPerson] = useState('');
  const [action, setAction] = useKeptFilter('audit action', isAction);
  const [firstDay, setFirstDay] = useKeptFilter('audit first day', isDay);
  const [lastDay, setLastDay] = useKeptFilter('audit last day', isDay);
  const { opened, open, close } = useOpened<'event' | 'check', AuditEvent>('event');
  const search: TrailSearch = {
    person: useSettled(person, quietMs),
    action: action ?? '',
    objectId: objectId ?? '',
    firstDay: firstDay ?? '',
    lastDay: lastDay ?? '',
  };
  const list = usePages(['audit', tenantId, search], (cursor, signal) =>
    loadEvents(api, tenantId, search, cursor, signal),
  );
  const actions = useQuery({
    queryKey: ['audit actions', tenantId],
    queryFn: ({ signal }) => loadActions(api, tenantId, signal),
  });

  const options = (actions.data ?? [])
    .map((name) => ({ value: name, label: actionText(t, name) }))
    .sort((one, other) => one.label.localeCompare(other.label));

  const clear = () => {
    setPerson('');
    setAction(null);
    onObject(null);
    setFirstDay(null);
    setLastDay(null);
  };
  const filterCount = [action, objectId, firstDay, lastDay].filter(Boolean).length;
  // A search by two things looks through so many events per page, and may find none of them there.
  const looksFurther = list.rows?.length === 0 && list.links?.next;

  const columns: TableColumn<AuditEvent>[] = [
    {
      id: 'action',
      header: t('audit.action'),
      cell: (event) => <span className="font-medium max-sm:[overflow-wrap:anywhere]">{eventText(t, event)}</span>,
    },
    { id: 'who', header: t('audit.who'), cell: (event) => who(event) },
    {
      id: 'object',
      header: t('audit.object'),
      cell: (event) => {
        const name = nameInEvent(event);
        const kind = objectText(t, event.objectKind);
        return <span className="max-sm:[overflow-wrap:anywhere]">{name ? `${kind}: ${name}` : kind}</span>;
      },
    },
    {
      id: 'result',
      header: t('audit.result'),
      cell: (event) => {
        if (event.result === 'done') return <Badge tone="ok">{t('audit.done')}</Badge>;
        if (isQuestion(event)) return <Badge>{t('audit.asked')}</Badge>;
        return (
          <span className="flex flex-col gap-1">
            <Badge tone="bad">{t('audit.refused')}</Badge>
            <span className="text-sm text-sub">{refusalReason(t, event.result)}</span>
          </span>
        );
      },
    },
    {
      id: 'at',
      header: t('audit.when'),
      cell: ({ at }) => (
        <span className="text-[.875rem] tabular-nums sm:whitespace-nowrap">{format.instant(at, ownTimeZone())}</span>
      ),
    },
  ];

  const loadCsv = async () => {
    const csv = await exportEvents(api, tenantId, search);
    if (csv === null) throw new TooManyEvents();
    return csv;
  };

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.adminAudit')}
        description={t('audit.lead')}
        actions={
          <Button
            variant="secondary"
            icon={<ShieldCheck aria-hidden className="size-4.5" />}
            onPress={() => open('check', null)}
          >
            {t('audit.check.open')}
          </Button>
        }
      />
      {objectId && (
        <Notice
          title={t('audit.history')}
          action={
            <Button size="sm" variant="secondary" onPress={() => onObject(null)}>
              {t('audit.history.end')}
            </Button>
          }
        >
          <span className="[overflow-wrap:anywhere]">{objectId}</span>
        </Notice>
      )}
      <ConsoleList
        label={t('page.adminAudit')}
        words={consoleWords(t)}
        columns={columns}
        rows={list.rows}
        rowKey={({ seq }) => `${seq}`}
        onRowPress={(event) => open('event', event)}
        search={{ label: t('audit.search'), value: person, onChange: setPerson }}
        filters={
          <>
            <ComboboxField
              label={t('audit.action')}
              value={action ?? ''}
              onChange={(chosen) => setAction(chosen || null)}
              options={options}
              loading={actions.isPending}
              placeholder={t('audit.anyAction')}
              className="sm:w-64"
            />
            <DateField
              label={t('audit.firstDay')}
              value={firstDay ?? ''}
              onChange={(day) => setFirstDay(day || null)}
              max={lastDay ?? undefined}
              className="sm:w-44"
            />
            <DateField
              label={t('audit.lastDay')}
              value={lastDay ?? ''}
              onChange={(day) => setLastDay(day || null)}
              min={firstDay ?? undefined}
              className="sm:w-44"
            />
          </>
        }
        filterCount={filterCount}
        onClear={clear}
        empty={{ icon: <ScrollText />, title: t('audit.empty.title'), body: t('audit.empty.body') }}
        nothingHere={looksFurther ? { title: t('audit.further.title'), body: t('audit.further.body') } : undefined}
        exporting={{
          fileName: 'audit-trail.csv',
          load: loadCsv,
          failure: (error) =>
            error instanceof TooManyEvents ? t('audit.export.tooMany') : errorText(t, error, 'audit.export.failed'),
        }}
        failure={
          list.error && {
            title: t('audit.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {opened.kind === 'event' && opened.row && (
        <EventDrawer
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          event={opened.row}
          onPerson={(called) => {
            close();
            setPerson(called);
          }}
          onObject={(id) => {
            close();
            onObject(id);
          }}
        />
      )}
      {opened.kind === 'check' && (
        <TrailCheck key={opened.serial} open={opened.isOpen} onClose={close} tenantId={tenantId} />
      )}
    </div>
  );
}

class TooManyEvents extends Error {}
