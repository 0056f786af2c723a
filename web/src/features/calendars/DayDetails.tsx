/** The chosen day below the grid: its holiday, and everybody who is away. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Card, SkeletonList } from '../../ui';
import { AwayPerson } from './AwayPerson';
import type { AwayDay } from './calendar';

type DayDetailsProps = {
  day: string;
  /** Null while they are on their way. */
  away: AwayDay[] | null;
  holiday: string | null;
};

export function DayDetails({ day, away, holiday }: DayDetailsProps) {
  const { t } = useText();
  const format = useFormat();
  const title = format.longDay(day);
  return (
    <Card
      title={title.charAt(0).toUpperCase() + title.slice(1)}
      action={holiday && <Badge tone="info">{holiday}</Badge>}
    >
      {away === null && <SkeletonList rows={2} avatars />}
      {away?.length === 0 && <p className="text-sub">{t('calendar.nobody')}</p>}
      {away && away.length > 0 && (
        <ul className="divide-y divide-line">
          {away.map((person) => (
            <li key={person.employeeId} className="flex py-3 first:pt-0 last:pb-0">
              <AwayPerson person={person} hoursKey="calendar.hours" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
