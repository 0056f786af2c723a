/** The clock on an employee's home: punch without leaving it. */
import { useState } from 'react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, Link } from '../../ui';
import { ClockPanel } from './ClockPanel';
import type { TimeClockData } from './home';

export default function TimeClockCard({ data, actor, href, refresh }: HomeCardProps<TimeClockData>) {
  const { t } = useText();
  const clock = data.clockCard;
  const [asOf, setAsOf] = useState({ clock, at: Date.now() });
  if (asOf.clock !== clock) setAsOf({ clock, at: Date.now() });
  return (
    <Card
      title={t('page.timeClock')}
      action={
        href && (
          <Link href={href} variant="quiet">
            {t('clock.card.open')}
          </Link>
        )
      }
    >
      {clock.vendorName ? (
        <p className="text-pretty text-sub">
          {t('clock.vendor.title', { company: actor.companyName, vendor: clock.vendorName })}
        </p>
      ) : (
        <ClockPanel actor={actor} clock={clock} asOf={asOf.at} onPunched={refresh} />
      )}
    </Card>
  );
}
