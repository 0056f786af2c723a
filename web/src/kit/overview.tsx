// The parts together, as on a home page: cards, charts, meters, people.
import { Award, Cake, Coffee, LogOut, Megaphone } from 'lucide-react';
import { Avatar, Badge, Bars, Button, Card, Donut, Link, Progress, RowBars, toast } from '../ui';
import { Section } from './section';

const balances = [
  { id: 'vacation', label: 'Vacation', hours: 62, of: 120 },
  { id: 'sick', label: 'Sick', hours: 34, of: 48 },
  { id: 'personal', label: 'Personal', hours: 8, of: 24 },
];

const people = [
  { firstName: 'Avery', lastName: 'Chen', note: 'Nov 17 · Birthday', icon: Cake },
  { firstName: 'Luis', lastName: 'Ortega', note: 'Nov 18 · 5 years', icon: Award },
  { firstName: 'Priya', lastName: 'Raman', note: 'Nov 22 · Birthday', icon: Cake },
  { firstName: 'Grace', lastName: 'O’Neil', note: 'Nov 24 · 1 year', icon: Award },
];

export function Overview() {
  return (
    <Section title="Together">
      <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        <Card
          title="Latest paycheck"
          description="Paid Friday, November 13"
          action={
            <Link variant="quiet" href="#stub">
              View stub
            </Link>
          }
        >
          <Donut
            label="Latest paycheck by part"
            center={{ label: 'Net pay', value: '$2,418.36' }}
            parts={[
              { id: 'net', label: 'Net pay', value: '2418.36', valueText: '$2,418.36' },
              { id: 'tax', label: 'Taxes', value: '712.40', valueText: '$712.40' },
              { id: 'ded', label: 'Deductions', value: '330.78', valueText: '$330.78' },
            ]}
          />
        </Card>
        <Card
          title="Time off"
          action={
            <Link variant="quiet" href="#time-off">
              All balances
            </Link>
          }
        >
          <div className="flex flex-col gap-5">
            {balances.map((balance) => (
              <Progress
                key={balance.id}
                kind="meter"
                label={balance.label}
                value={balance.hours}
                max={balance.of}
                valueText={`${balance.hours} h available`}
              />
            ))}
          </div>
        </Card>
        <Card
          title="Time clock"
          action={
            <Badge tone="ok" dot>
              Clocked in
            </Badge>
          }
          className="md:max-lg:col-span-2"
        >
          <div className="flex h-full flex-col justify-between gap-6">
            <div>
              <p className="text-3xl font-semibold tracking-tight tabular-nums">3:41:07</p>
              <p className="mt-1 text-sub">Since 8:02 AM · America/Denver</p>
            </div>
            <div className="grid grid-cols-2 gap-2.5">
              <Button
                icon={<LogOut aria-hidden className="size-4" />}
                onPress={() => toast('Clocked out at 11:43 AM', { tone: 'ok' })}
              >
                Clock out
              </Button>
              <Button variant="secondary" icon={<Coffee aria-hidden className="size-4" />}>
                Start break
              </Button>
            </div>
          </div>
        </Card>
        <Card title="Acknowledgments" description="By action item">
          <RowBars
            label="Acknowledgments by action item"
            series={[
              { id: 'acknowledged', label: 'Acknowledged' },
              { id: 'missing', label: 'Missing' },
            ]}
            rows={[
              { id: '1', label: 'Employee handbook 2026', values: { acknowledged: 42, missing: 6 } },
              { id: '2', label: 'Safety training', values: { acknowledged: 12, missing: 36 } },
            ]}
          />
        </Card>
        <Card title="Time-off analysis" description="Hours by month" className="md:col-span-2">
          <Bars
            label="Hours of time off by month"
            format={(hours) => `${hours} h`}
            series={[
              { id: 'approved', label: 'Approved', color: 1 },
              { id: 'pending', label: 'Pending', color: 2 },
            ]}
            groups={[
              { id: '6', label: 'Jun', values: { approved: 64, pending: 12 } },
              { id: '7', label: 'Jul', values: { approved: 116, pending: 20 } },
              { id: '8', label: 'Aug', values: { approved: 136, pending: 6 } },
              { id: '9', label: 'Sep', values: { approved: 48, pending: 16 } },
              { id: '10', label: 'Oct', values: { approved: 58, pending: 10 } },
              { id: '11', label: 'Nov', values: { approved: 88, pending: 42 } },
            ]}
          />
        </Card>
        <Card title="Celebrations">
          <ul className="flex flex-col gap-4">
            {people.map((person) => (
              <li key={person.firstName} className="flex items-center gap-3">
                <Avatar firstName={person.firstName} lastName={person.lastName} />
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">
                    {person.firstName} {person.lastName}
                  </p>
                  <p className="text-sm text-sub">{person.note}</p>
                </div>
                <person.icon aria-hidden className="size-5 text-sub" strokeWidth={1.75} />
              </li>
            ))}
          </ul>
        </Card>
        <Card
          title="Announcements"
          flush
          className="md:col-span-2 lg:col-span-3"
          action={
            <Link variant="quiet" href="#all">
              View all
            </Link>
          }
        >
          <ul className="divide-y divide-line border-t border-line">
            {['Open enrollment closes November 21', 'Thanksgiving holiday schedule'].map((title, index) => (
              <li key={title} className="flex items-center gap-4 px-5 py-4 sm:px-6">
                <span className="grid size-10 flex-none place-items-center rounded-full bg-brand-soft text-brand-soft-ink">
                  <Megaphone aria-hidden className="size-4.5" />
                </span>
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{title}</p>
                  <p className="text-sm text-sub">November {10 - index * 4}</p>
                </div>
                {index === 0 && <Badge tone="brand">New</Badge>}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Section>
  );
}
