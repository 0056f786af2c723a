/** Someone who is away, in a row: name, what is known about it, and whether it's still pending. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Avatar, Badge } from '../../ui';
import type { AwayDay } from './calendar';
import { useNameText } from './useNameText';

type AwayPersonProps = { person: Omit<AwayDay, 'date'>; hoursKey: 'calendar.hours' | 'calendar.hoursADay' };

export function AwayPerson({ person, hoursKey }: AwayPersonProps) {
  const { t } = useText();
  const format = useFormat();
  const nameText = useNameText();
  const { firstName, lastName, type, amount, isPending } = person;
  const about = [type ?? t('calendar.away'), ...(amount ? [t(hoursKey, { hours: format.decimal(amount) })] : [])];
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar firstName={firstName} lastName={lastName} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{nameText(person)}</span>
        <span className="block text-sm text-sub tabular-nums">{about.join(' · ')}</span>
      </span>
      {type !== null && (
        <Badge tone={isPending ? 'warn' : 'ok'} dot>
          {isPending ? t('calendar.pending') : t('calendar.approved')}
        </Badge>
      )}
    </span>
  );
}
