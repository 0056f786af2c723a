/** Today on an employee's home. */
import { Sun } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card } from '../../ui';
import type { TodayData } from './home';
import { useDayText } from './useDayText';

export default function TodayCard({ data, actor }: HomeCardProps<TodayData>) {
  const { t } = useText();
  const format = useFormat();
  const text = useDayText();
  const day = data.schedule.days[0];
  return (
    <Card title={t('page.today')}>
      <div className="flex items-center gap-4">
        <span
          aria-hidden
          className="grid size-11 flex-none place-items-center rounded-full bg-brand-soft text-brand-soft-ink"
        >
          <Sun className="size-5" />
        </span>
        <div>
          <p className="font-medium">{format.longDay(actor.today)}</p>
          {day && (
            <p className="text-sm text-sub tabular-nums">
              {day.startTime ? t('clock.today.works', { times: text(day) }) : text(day)}
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}
