// Tables with row actions and with rows that open, a pager, and facts.
import { useState } from 'react';
import { Avatar, Button, Card, FactList, Pager, StatusBadge, Table, type TableColumn, toast } from '../ui';
import { Section } from './section';

interface Request {
  id: string;
  firstName: string;
  lastName: string;
  type: string;
  dates: string;
  day: string;
  hours: number;
  status: string;
}

const requests: Request[] = [
  {
    id: '10420',
    firstName: 'Avery',
    lastName: 'Chen',
    type: 'Vacation',
    dates: 'Nov 16',
    day: '2026-11-16',
    hours: 8,
    status: 'Pending',
  },
  {
    id: '10457',
    firstName: 'Luis',
    lastName: 'Ortega',
    type: 'Sick',
    dates: 'Nov 17 – 18',
    day: '2026-11-17',
    hours: 16,
    status: 'Pending',
  },
  {
    id: '10531',
    firstName: 'Jonah',
    lastName: 'Whitfield',
    type: 'Personal',
    dates: 'Nov 19',
    day: '2026-11-19',
    hours: 8,
    status: 'Approved',
  },
  {
    id: '10568',
    firstName: 'Sofía',
    lastName: 'Herrera',
    type: 'Vacation',
    dates: 'Nov 20 – 25',
    day: '2026-11-20',
    hours: 32,
    status: 'Partial',
  },
  {
    id: '10679',
    firstName: 'Zoe',
    lastName: 'Rivera',
    type: 'Sick',
    dates: 'Nov 23 – 24',
    day: '2026-11-23',
    hours: 16,
    status: 'Denied',
  },
];

const columns: TableColumn<Request>[] = [
  {
    id: 'employee',
    header: 'Employee',
    primary: true,
    sortValue: (request) => `${request.lastName} ${request.firstName}`,
    cell: (request) => (
      <span className="flex items-center gap-3">
        <Avatar firstName={request.firstName} lastName={request.lastName} />
        <span className="min-w-0">
          <span className="block font-medium">
            {request.firstName} {request.lastName}
          </span>
          <span className="block text-sm text-sub tabular-nums">#{request.id}</span>
        </span>
      </span>
    ),
  },
  { id: 'type', header: 'Type', cell: (request) => request.type, sortValue: (request) => request.type },
  { id: 'dates', header: 'Dates', cell: (request) => request.dates, sortValue: (request) => request.day },
  {
    id: 'hours',
    header: 'Hours',
    numeric: true,
    cell: (request) => request.hours.toFixed(2),
    sortValue: (request) => request.hours,
  },
  { id: 'status', header: 'Status', cell: (request) => <StatusBadge status={request.status} label={request.status} /> },
];

const stubs = [
  { id: 's1', paid: 'Nov 13, 2026', period: 'Oct 26 – Nov 8', gross: '$3,461.54', net: '$2,418.36' },
  { id: 's2', paid: 'Oct 30, 2026', period: 'Oct 12 – Oct 25', gross: '$3,461.54', net: '$2,418.36' },
  { id: 's3', paid: 'Oct 16, 2026', period: 'Sep 28 – Oct 11', gross: '$3,982.10', net: '$2,755.02' },
];

export function Records() {
  const [page, setPage] = useState(1);
  return (
    <Section title="Records">
      <Card title="Waiting for you" flush>
        <Table
          label="Time-off requests"
          columns={columns}
          rows={requests}
          rowKey={(request) => request.id}
          defaultSort={{ columnId: 'dates', direction: 'ascending' }}
          rowActions={(request) =>
            request.status === 'Pending' ? (
              <>
                <Button size="sm" variant="secondary" onPress={() => toast(`Denied ${request.firstName}’s request`)}>
                  Deny
                </Button>
                <Button size="sm" onPress={() => toast(`Approved ${request.firstName}’s request`, { tone: 'ok' })}>
                  Approve
                </Button>
              </>
            ) : null
          }
        />
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_1fr]">
        <Card
          title="Pay stubs"
          flush
          footer={
            <Pager
              links={{ previous: page > 1 ? `${page - 1}` : null, next: page < 3 ? `${page + 1}` : null }}
              onTurn={(cursor) => setPage(Number(cursor))}
              summary={`${page * 3 - 2}–${page * 3}`}
            />
          }
        >
          <Table
            label="Pay stubs"
            columns={[
              { id: 'paid', header: 'Paid', cell: (stub) => <span className="font-medium">{stub.paid}</span> },
              { id: 'period', header: 'Period', cell: (stub) => stub.period },
              { id: 'gross', header: 'Gross', numeric: true, cell: (stub) => stub.gross },
              {
                id: 'net',
                header: 'Net',
                numeric: true,
                cell: (stub) => <span className="font-semibold">{stub.net}</span>,
              },
            ]}
            rows={stubs}
            rowKey={(stub) => stub.id}
            rowHref={(stub) => `#${stub.id}`}
          />
        </Card>
        <Card title="This stub">
          <FactList
            facts={[
              { label: 'Gross pay', value: '$3,461.54', numeric: true },
              { label: 'Federal tax', value: '−$412.18', numeric: true },
              { label: 'State tax', value: '−$148.22', numeric: true },
              { label: 'Medical', value: '−$96.00', numeric: true },
              { label: 'Net pay', value: '$2,418.36', numeric: true },
            ]}
          />
        </Card>
      </div>
    </Section>
  );
}
