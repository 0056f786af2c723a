/** Today on a manager's home: who is away, and which corrections wait. */
import { Sun } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card, Link } from '../../ui';
import type { TeamTodayData } from './home';

const namesShown = 4;

export default function TeamTodayCard({ data, href }: HomeCardProps<TeamTodayData>) {
  const { t, language } = useText();
  const format = useFormat();
  const { date, holiday, holidayEs, away, awayCount, corrections } = data.teamToday;
  const named = language === 'es' ? holidayEs : holiday;
  const names = away.slice(0, namesShown).map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  if (awayCount > namesShown) names.push(t('clock.today.more', { count: awayCount - namesShown }));
  return (
    <Card title={t('page.today')}>
      <div className="flex items-start gap-4">
        <span
          aria-hidden
          className="grid size-11 flex-none place-items-center rounded-full bg-brand-soft text-brand-soft-ink"
        >
          <Sun className="size-5" />
        </span>
        <div className="min-w-0">
          <p className="font-medium">
            {format.longDay(date)}
            {named && ` · ${named}`}
          </p>
          <p className="text-sm text-sub">
            {names.length > 0 ? t('clock.today.away', { names: format.list(names) }) : t('clock.today.everybody')}
          </p>
          {corrections > 0 && href && (
            <p className="mt-2 text-sm">
              <Link href={href} variant="text">
                {t('clock.today.corrections', { count: corrections })}
              </Link>
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}
