/** One's requests, newest first: a table where there is room, cards on a phone. */
import { Pencil, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { RowAction, Table, type TableColumn } from '../../ui';
import { RequestStatus } from './RequestStatus';
import { RequestType } from './RequestType';
import { isOpen, mayBeEdited } from './rules';
import type { Request } from './timeOff';

type RequestsTableProps = {
  /** Null while they are on their way. */
  requests: readonly Request[] | null;
  today: string;
  mayWrite: boolean;
  onOpen: (request: Request) => void;
  onEdit: (request: Request) => void;
  onWithdraw: (request: Request) => void;
  empty: ReactNode;
};

export function RequestsTable(props: RequestsTableProps) {
  const { requests, today, mayWrite, onOpen, onEdit, onWithdraw, empty } = props;
  const { t } = useText();
  const format = useFormat();
  const columns: TableColumn<Request>[] = [
    {
      id: 'dates',
      header: t('timeOff.column.dates'),
      cell: ({ timeOffDate, endDate }) => (
        <span className="whitespace-nowrap tabular-nums">{format.dayRange(timeOffDate, endDate)}</span>
      ),
    },
    { id: 'type', header: t('timeOff.column.type'), cell: (request) => <RequestType request={request} /> },
    {
      id: 'amount',
      header: t('timeOff.column.hours'),
      numeric: true,
      cell: ({ amount }) => format.decimal(amount),
    },
    { id: 'status', header: t('timeOff.column.status'), cell: (request) => <RequestStatus request={request} /> },
    {
      id: 'requested',
      header: t('timeOff.column.requested'),
      wideOnly: true,
      cell: ({ requestDate }) => <span className="whitespace-nowrap tabular-nums">{format.day(requestDate)}</span>,
    },
  ];
  const named = (request: Request) => ({
    type: request.type,
    days: format.dayRange(request.timeOffDate, request.endDate),
  });

  return (
    <Table
      label={t('timeOff.requests')}
      columns={columns}
      rows={[...(requests ?? [])]}
      rowKey={({ id }) => id}
      loadingRows={requests ? undefined : 5}
      empty={empty}
      onRowPress={onOpen}
      rowActions={
        mayWrite
          ? (request) =>
              isOpen(request, today) && (
                <>
                  {mayBeEdited(request, today) && (
                    <RowAction
                      label={t('timeOff.edit')}
                      name={t('timeOff.editNamed', named(request))}
                      icon={Pencil}
                      onPress={() => onEdit(request)}
                    />
                  )}
                  <RowAction
                    label={t('timeOff.withdraw')}
                    name={t('timeOff.withdrawNamed', named(request))}
                    icon={Undo2}
                    onPress={() => onWithdraw(request)}
                  />
                </>
              )
          : undefined
      }
    />
  );
}
