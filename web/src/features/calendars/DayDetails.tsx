/** The chosen day below the grid: its holiday, everyone who is away, and what the viewer has acknowledged. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Card, SkeletonList } from '../../ui';
import { AcknowledgedRow } from './AcknowledgedRow';
import { AwayPerson } from './AwayPerson';
import type { AwayDay, OwnEvent } from './calendar';

type DayDetailsProps = {
  day: string;
  /** Null while they are on their way. */
  away: AwayDay[] | null;
  holiday: string | null;
  events: readonly OwnEvent[];
};

export function DayDetails({ day, away, holiday, events }: DayDetailsProps) {
  const { t } = useText();
  const format = useFormat();
  const title = format.longDay(day);
  return (
    <Card
      title={title.charAt(0).toUpperCase() + title.slice(1)}
      action={holiday && <Badge tone="info">{holiday}</Badge>}
    >
      {away === null && <SkeletonList rows={2} avatars />}
      {away?.length === 0 && <p className={events.length > 0 ? 'mb-3 text-sub' : 'text-sub'}>{t('calendar.nobody')}</p>}
      {away && away.length + events.length > 0 && (
        <ul className="divide-y divide-line">
          {away.map((person) => (
            <li key={person.employeeId} className="flex py-3 first:pt-0 last:pb-0">
              <AwayPerson person={person} hoursKey="calendar.hours" />
            </li>
          ))}
          {events.map(({ id, title: acknowledged }) => (
            <li key={id} className="flex py-3 first:pt-0 last:pb-0">
              <AcknowledgedRow title={acknowledged} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
