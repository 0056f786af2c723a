/** Someone's balance of each type: one quiet tile per type, with the hours that can still be requested first. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Skeleton } from '../../ui';
import type { Balance } from './timeOff';

export function Balances({ balances }: { balances: readonly Balance[] | null }) {
  const { t } = useText();
  return (
    <ul aria-label={t('timeOff.balances')} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {balances
        ? balances
            .filter(({ hasBalance }) => hasBalance)
            .map((balance) => <Tile key={balance.typeId} balance={balance} />)
        : [1, 2, 3].map((n) => (
            <li key={n} className="rounded-xl border border-line bg-surface p-5 shadow-card">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="mt-4 h-8 w-32" />
              <Skeleton className="mt-4 h-4 w-full" />
            </li>
          ))}
    </ul>
  );
}

function Tile({ balance }: { balance: Balance }) {
  const { t } = useText();
  const format = useFormat();
  const isNegative = balance.availableBalance.startsWith('-');
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-5 shadow-card">
      <h3 className="font-semibold">{balance.type}</h3>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span
          className={`text-3xl font-semibold tracking-tight tabular-nums ${isNegative ? 'text-bad-ink' : 'text-brand-ink'}`}
        >
          {format.decimal(balance.availableBalance)}
        </span>
        <span className="text-sm text-sub">{t('timeOff.hoursAvailable')}</span>
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-2 border-t border-line pt-3 text-sm tabular-nums">
        <dt className="text-sub">{t('timeOff.currentBalance')}</dt>
        <dd className="text-right">{format.decimal(balance.currentBalance)}</dd>
        <dt className="text-sub">{t('timeOff.scheduledHours')}</dt>
        <dd className="text-right">{format.decimal(balance.scheduledHours)}</dd>
        <dt className="text-sub">{t('timeOff.defaultHours')}</dt>
        <dd className="text-right">{format.decimal(balance.defaultHours)}</dd>
      </dl>
    </li>
  );
}
