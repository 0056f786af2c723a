/** An employee's balances on the home page: what can still be asked for, by type. */
import { Palmtree } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card, EmptyState, Link } from '../../ui';
import type { AccrualsData } from './home';
import { inLanguage } from './timeOff';

export default function AccrualsCard({ data, href }: HomeCardProps<AccrualsData>) {
  const { t, language } = useText();
  const format = useFormat();
  const counted = data.accruals.filter(({ hasBalance }) => hasBalance).map((balance) => inLanguage(language, balance));
  return (
    <Card
      title={t('timeOff.balances')}
      action={
        href && (
          <Link href={href} variant="quiet">
            {t('timeOff.card.open')}
          </Link>
        )
      }
    >
      {counted.length > 0 ? (
        <ul className="divide-y divide-line">
          {counted.map(({ typeId, type, availableBalance, scheduledHours }) => (
            <li key={typeId} className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
              <span>
                <span className="block font-medium">{type}</span>
                <span className="block text-sm text-sub tabular-nums">
                  {t('timeOff.card.scheduled', { hours: format.decimal(scheduledHours) })}
                </span>
              </span>
              <span className="text-right">
                <span className="block text-lg font-semibold tabular-nums">{format.decimal(availableBalance)}</span>
                <span className="block text-sm text-sub">{t('timeOff.hoursAvailable')}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={<Palmtree />} title={t('timeOff.card.empty.title')} body={t('timeOff.card.empty.body')} />
      )}
    </Card>
  );
}
