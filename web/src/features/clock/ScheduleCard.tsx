/** The week ahead on an employee's home: when one is meant to work. */
import { CalendarDays } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card, EmptyState } from '../../ui';
import type { ScheduleData } from './home';
import { useDayText } from './useDayText';

export default function ScheduleCard({ data, actor }: HomeCardProps<ScheduleData>) {
  const { t } = useText();
  const format = useFormat();
  const text = useDayText();
  const { days, totalHours } = data.schedule;
  return (
    <Card title={t('page.schedule')} description={t('clock.schedule.total', { hours: format.decimal(totalHours) })}>
      {days.some((day) => Number(day.hours) > 0) ? (
        <ul className="divide-y divide-line">
          {days.map((day) => (
            <li
              key={day.date}
              aria-current={day.date === actor.today ? 'date' : undefined}
              className="grid grid-cols-[7.5rem_1fr] gap-3 py-2 text-sm first:pt-0 last:pb-0 aria-[current=date]:font-semibold"
            >
              <span className="tabular-nums">{format.weekday(day.date)}</span>
              <span className="text-right text-sub tabular-nums">{text(day)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={<CalendarDays />} title={t('clock.schedule.empty')} />
      )}
    </Card>
  );
}
