/** Whom to congratulate, and when. */
import { Award, Cake } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Avatar, Badge } from '../../ui';
import type { Celebration } from './celebration';

export function CelebrationList({ celebrations, today }: { celebrations: readonly Celebration[]; today: string }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <ul className="-my-3 divide-y divide-line">
      {celebrations.map(({ employeeId, firstName, lastName, occasion, date, years }) => {
        const Icon = occasion === 'birthday' ? Cake : Award;
        return (
          <li key={`${employeeId} ${occasion}`} className="flex items-center gap-3 py-3">
            <Avatar firstName={firstName} lastName={lastName} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">
                {firstName} {lastName}
              </span>
              <span className="flex items-center gap-1.5 text-sm text-sub">
                <Icon aria-hidden className="size-4 flex-none" />
                {years === null ? t('team.birthday') : t('team.anniversary', { count: years })}
              </span>
            </span>
            {date === today ? (
              <Badge tone="ok">{t('team.today')}</Badge>
            ) : (
              <span className="text-sm whitespace-nowrap text-sub tabular-nums">
                {format.monthDay(Number(date.slice(5, 7)), Number(date.slice(8)))}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
