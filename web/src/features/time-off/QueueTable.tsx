/** What waits for a decision: pick several, decide at once, or open one for everything around it. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Avatar, Button, CheckboxField, Table, type TableColumn } from '../../ui';
import { RequestStatus } from './RequestStatus';
import { RequestType } from './RequestType';
import type { Request } from './timeOff';

type QueueTableProps = {
  /** Null while they are on their way. */
  requests: readonly Request[] | null;
  mayWrite: boolean;
  picked: ReadonlySet<string>;
  onPick: (id: string, isPicked: boolean) => void;
  onOpen: (request: Request) => void;
  onDecide: (request: Request, action: 'approve' | 'deny') => void;
  empty: ReactNode;
};

export const nameOf = ({ firstName, lastName }: Pick<Request, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

export function QueueTable({ requests, mayWrite, picked, onPick, onOpen, onDecide, empty }: QueueTableProps) {
  const { t } = useText();
  const format = useFormat();
  const named = (request: Request) => ({
    name: nameOf(request),
    days: format.dayRange(request.timeOffDate, request.endDate),
  });
  const columns: TableColumn<Request>[] = [
    {
      id: 'employee',
      header: t('timeOff.queue.employee'),
      primary: true,
      cell: (request) => (
        <span className="flex items-center gap-3">
          <Avatar firstName={request.firstName} lastName={request.lastName} size="sm" />
          <span className="min-w-0">
            <span className="block font-medium">{nameOf(request)}</span>
            <span className="block text-sm text-sub tabular-nums">#{request.employeeCode}</span>
          </span>
        </span>
      ),
    },
    { id: 'type', header: t('timeOff.column.type'), cell: (request) => <RequestType request={request} /> },
    {
      id: 'dates',
      header: t('timeOff.column.dates'),
      cell: ({ timeOffDate, endDate }) => (
        <span className="whitespace-nowrap tabular-nums">{format.dayRange(timeOffDate, endDate)}</span>
      ),
    },
    { id: 'hours', header: t('timeOff.column.hours'), numeric: true, cell: ({ amount }) => format.decimal(amount) },
    { id: 'status', header: t('timeOff.column.status'), cell: (request) => <RequestStatus request={request} /> },
  ];
  if (mayWrite)
    columns.unshift({
      id: 'pick',
      header: t('timeOff.queue.pick'),
      quietHeader: true,
      // Above the row's own button, which is stretched over everything.
      cell: (request) => (
        <div className="relative z-1 w-fit max-sm:-mr-3">
          <CheckboxField
            label={<span className="sr-only">{t('timeOff.queue.pickNamed', named(request))}</span>}
            value={picked.has(request.id)}
            onChange={(isPicked) => onPick(request.id, isPicked)}
          />
        </div>
      ),
    });

  return (
    <Table
      label={t('page.timeOffRequests')}
      columns={columns}
      rows={[...(requests ?? [])]}
      rowKey={({ id }) => id}
      loadingRows={requests ? undefined : 6}
      empty={empty}
      onRowPress={onOpen}
      rowActions={
        mayWrite
          ? (request) => (
              <span data-decide={request.id} className="contents">
                <Button
                  size="sm"
                  variant="soft"
                  aria-label={t('timeOff.queue.approveNamed', named(request))}
                  onPress={() => onDecide(request, 'approve')}
                >
                  {t('timeOff.queue.approve')}
                </Button>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={t('timeOff.queue.denyNamed', named(request))}
                  onPress={() => onDecide(request, 'deny')}
                >
                  {t('timeOff.queue.deny')}
                </Button>
              </span>
            )
          : undefined
      }
    />
  );
}
