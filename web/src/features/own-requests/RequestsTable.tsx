/** Requests of every kind in one table; each row leads to the page where it can be changed or withdrawn. */
import { CalendarDays, Landmark, type LucideIcon, Percent, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { payrollWords } from '../../i18n/payroll-words';
import { Badge, StatusBadge, Table, type TableColumn } from '../../ui';
import type { Kind, OwnRequest, Status } from './ownRequest';
import { useWhat } from './useWhat';

/** Where requests of each kind are made, changed and withdrawn. */
export type Places = Readonly<Record<Kind, string>>;

const icons: Record<Kind, LucideIcon> = {
  timeOff: CalendarDays,
  profile: UserRound,
  taxes: Percent,
  deposits: Landmark,
};

type RequestsTableProps = {
  /** Null while they are on their way. */
  requests: readonly OwnRequest[] | null;
  places: Places;
  timeZone: string;
  empty: ReactNode;
};

export function RequestsTable({ requests, places, timeZone, empty }: RequestsTableProps) {
  const { t } = useText();
  const format = useFormat();
  const wordsOf = useWhat();
  const columns: TableColumn<OwnRequest>[] = [
    {
      id: 'what',
      header: t('ownRequests.column.what'),
      cell: (request) => {
        const { what, more } = wordsOf(request);
        return (
          <span className="block min-w-0">
            <span className="block font-medium [overflow-wrap:anywhere]">{what}</span>
            {more && <span className="block text-sm text-sub tabular-nums">{more}</span>}
          </span>
        );
      },
    },
    {
      id: 'kind',
      header: t('ownRequests.column.kind'),
      cell: ({ kind }) => {
        const Icon = icons[kind];
        return (
          <span className="flex items-center gap-2 whitespace-nowrap max-sm:justify-end">
            <Icon aria-hidden className="size-4.5 flex-none text-sub" />
            {t(`ownRequests.kind.${kind}`)}
          </span>
        );
      },
    },
    {
      id: 'submitted',
      header: t('ownRequests.column.submitted'),
      cell: ({ submittedOn }) => <span className="whitespace-nowrap tabular-nums">{format.day(submittedOn)}</span>,
    },
    {
      id: 'status',
      header: t('ownRequests.column.status'),
      cell: (request) => (
        <span className="flex flex-col gap-1 max-sm:items-end">
          <RequestStatus status={request.status} />
          <AtPayroll request={request} timeZone={timeZone} />
        </span>
      ),
    },
  ];
  return (
    <Table
      label={t('page.requests')}
      columns={columns}
      rows={[...(requests ?? [])]}
      rowKey={({ id }) => id}
      loadingRows={requests ? undefined : 6}
      rowHref={({ kind }) => places[kind]}
      empty={empty}
    />
  );
}

/** How far an approved change has come on its way to payroll. */
function AtPayroll({ request, timeZone }: { request: OwnRequest; timeZone: string }) {
  const { t } = useText();
  const format = useFormat();
  const { payroll } = request.kind === 'timeOff' ? request.timeOff : request.change;
  if (!payroll) return null;
  const words = payrollWords(t, (at) => format.dayOf(at, timeZone), payroll);
  return <span className="text-sm text-sub text-pretty">{words}</span>;
}

/** The spec's colors; a first approval still waits, and what was frozen should be noticed. */
function RequestStatus({ status }: { status: Status }) {
  const { t } = useText();
  const label = t(`ownRequests.status.${status}`);
  if (status === 'Frozen')
    return (
      <Badge tone="bad" dot>
        {label}
      </Badge>
    );
  return <StatusBadge status={status === 'HalfApproved' ? 'Pending' : status} label={label} />;
}
