/** What happened to the account lately. It opens with a few; the rest is one press away. */
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, cx, EmptyState } from '../../ui';
import { type Account, ownTimeZone } from './account';
import { eventText, isRefusal } from './events';

const shownAtFirst = 5;

export function EventList({ events }: { events: Account['events'] }) {
  const { t } = useText();
  const [showsAll, setShowsAll] = useState(false);
  if (events.length === 0)
    return <EmptyState icon={<ShieldCheck />} title={t('account.events.empty')} body={t('account.events.emptyBody')} />;
  const shown = showsAll ? events : events.slice(0, shownAtFirst);
  return (
    <>
      <ul aria-label={t('account.events.title')} className="divide-y divide-line">
        {shown.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {events.length > shown.length && (
        <div className="border-t border-line px-5 py-3 sm:px-6">
          <Button variant="ghost" size="sm" onPress={() => setShowsAll(true)} className="-ml-3">
            {t('account.events.more', { count: events.length - shown.length })}
          </Button>
        </div>
      )}
    </>
  );
}

function EventRow({ event }: { event: Account['events'][number] }) {
  const { t } = useText();
  const format = useFormat();
  const isBad = isRefusal(event);
  const Icon = isBad ? ShieldAlert : ShieldCheck;
  return (
    <li className="flex items-center gap-4 px-5 py-3.5 sm:px-6">
      <Icon aria-hidden strokeWidth={1.75} className={cx('size-5 flex-none', isBad ? 'text-bad-ink' : 'text-sub')} />
      <p className="min-w-0 flex-1 sm:flex sm:items-baseline sm:justify-between sm:gap-6">
        <span className={cx('block', isBad && 'font-medium text-bad-ink')}>{t(eventText(event.action))}</span>
        <span className="block flex-none text-sm text-sub tabular-nums">
          {[event.address, format.instant(event.at, ownTimeZone)].filter(Boolean).join(' · ')}
        </span>
      </p>
    </li>
  );
}
