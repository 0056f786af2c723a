/** A manager's team at a glance: what waits for a decision, and who is away on each of the next seven days. */
import { CalendarCheck2 } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Card, EmptyState, Link } from '../../ui';
import type { AnalysisData } from './home';

const namesShown = 3;
const countedMost = 100;

export default function TimeOffAnalysisCard({ data, href }: HomeCardProps<AnalysisData>) {
  const { t } = useText();
  const format = useFormat();
  const { pending, week } = data.timeOffAnalysis;
  const days = week.filter(({ awayCount }) => awayCount > 0);
  const count = pending >= countedMost ? `${countedMost - 1}+` : format.number(pending);
  return (
    <Card
      title={t('timeOff.analysis.title')}
      action={
        href && (
          <Link href={href} variant="quiet">
            {t('timeOff.analysis.open')}
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          <Badge tone={pending > 0 ? 'warn' : 'ok'} dot>
            {t('timeOff.analysis.pending', { count: pending, shown: count })}
          </Badge>
        </p>
        {days.length === 0 ? (
          <EmptyState icon={<CalendarCheck2 />} title={t('timeOff.analysis.empty')} />
        ) : (
          <ul className="divide-y divide-line">
            {days.map(({ date, away, awayCount }) => {
              const names = away.slice(0, namesShown).map(({ firstName, lastName }) => `${firstName} ${lastName}`);
              if (awayCount > namesShown) names.push(t('timeOff.analysis.more', { count: awayCount - namesShown }));
              return (
                <li key={date} className="grid grid-cols-[7.5rem_1fr] gap-3 py-2.5 text-sm first:pt-0 last:pb-0">
                  <span className="text-sub tabular-nums">{format.weekday(date)}</span>
                  <span>{format.list(names)}</span>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Card>
  );
}
