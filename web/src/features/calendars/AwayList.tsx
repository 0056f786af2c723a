/** A month as a list: who is away from when to when, the holidays between, and what one has acknowledged. */
import { CalendarDays, PartyPopper } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card, cx, EmptyState, SkeletonList } from '../../ui';
import { AcknowledgedRow } from './AcknowledgedRow';
import { AwayPerson } from './AwayPerson';
import type { AwayDay, OwnEvent } from './calendar';
import { type Run, runsOf } from './days';

type AwayListProps = {
  /** Null while they are on their way. */
  away: AwayDay[] | null;
  holidays: ReadonlyMap<string, string>;
  events: readonly OwnEvent[];
  today: string;
  period: string;
  isReports: boolean;
};

type Entry = { first: string; last: string; run?: Run; holiday?: string; event?: OwnEvent };

export function AwayList({ away, holidays, events, today, period, isReports }: AwayListProps) {
  const { t } = useText();
  const format = useFormat();
  const entries: Entry[] = [
    ...[...holidays].map(([day, holiday]) => ({ first: day, last: day, holiday })),
    ...runsOf(away ?? [], holidays).map((run) => ({ first: run.first, last: run.last, run })),
    ...events.map((event) => ({ first: event.date, last: event.date, event })),
  ].sort((one, other) => one.first.localeCompare(other.first));

  if (away === null)
    return (
      <Card>
        <SkeletonList rows={5} avatars />
      </Card>
    );
  if (entries.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<CalendarDays />}
          title={t('calendar.empty.title', { period })}
          body={t(isReports ? 'calendar.empty.bodyReports' : 'calendar.empty.body')}
        />
      </Card>
    );
  return (
    <Card flush>
      <ul aria-label={t('calendar.list', { period })} className="divide-y divide-line">
        {entries.map(({ first, last, run, holiday, event }) => (
          <li
            key={event?.id ?? (run ? `${run.employeeId} ${first} ${run.isPending}` : first)}
            className="flex flex-col gap-x-6 gap-y-2 px-5 py-3.5 sm:flex-row sm:items-center sm:px-6"
          >
            <span
              className={cx(
                'text-sm tabular-nums sm:w-44 sm:flex-none',
                first <= today && today <= last ? 'font-semibold text-brand-ink' : 'text-sub',
              )}
            >
              {first === last ? format.weekday(first) : format.dayRange(first, last)}
            </span>
            {event && <AcknowledgedRow title={event.title} />}
            {run && <AwayPerson person={run} hoursKey={first === last ? 'calendar.hours' : 'calendar.hoursADay'} />}
            {holiday && (
              <span className="flex min-w-0 items-center gap-3">
                <span
                  aria-hidden
                  className="grid size-8 flex-none place-items-center rounded-full bg-info-soft text-info-ink"
                >
                  <PartyPopper className="size-4" />
                </span>
                <span className="min-w-0">
                  <span className="block font-medium">{holiday}</span>
                  <span className="block text-sm text-sub">{t('calendar.holiday')}</span>
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
