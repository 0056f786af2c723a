/** What a request would do to each account: what it gets now, and what it would get. */
import { ArrowRight } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge } from '../../ui';
import type { AccountChange, Terms } from './request';

function useTermsText() {
  const { t } = useText();
  const format = useFormat();
  return ({ amountType, amount }: Terms) => {
    if (amountType === 'balance') return t('deposits.share.balance');
    if (amountType === 'fixed') return t('deposits.share.fixed', { amount: format.money(amount ?? '0') });
    return t('deposits.share.percentage', { percent: format.number(Math.trunc(Number(amount ?? 0))) });
  };
}

export function AccountChanges({ changes }: { changes: readonly AccountChange[] }) {
  const { t } = useText();
  const format = useFormat();
  const terms = useTermsText();
  return (
    <ul className="divide-y divide-line">
      {changes.map((change) => {
        const lastFour = change.bankAccountNumber.replace(/^•+/, '');
        const end = change.after?.endDate;
        return (
          <li key={change.id} className="flex flex-col gap-1.5 py-3.5 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={change.kind === 'add' ? 'brand' : change.kind === 'remove' ? 'bad' : 'info'}>
                {t(`requests.kind.${change.kind}`)}
              </Badge>
              <span className="font-semibold break-words">
                {t('deposits.accountNamed', { bank: change.bankDesignation || t('deposits.someBank'), lastFour })}
              </span>
            </div>
            <p className="text-[.875rem] text-sub">{t(`deposits.type.${change.bankAccountType}`)}</p>
            <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
              {change.before && <span className={change.after ? 'text-sub' : undefined}>{terms(change.before)}</span>}
              {change.before && change.after && (
                <ArrowRight aria-label={t('requests.becomes')} className="size-4 text-sub" />
              )}
              {change.after && <span className="font-semibold">{terms(change.after)}</span>}
            </p>
            {change.after && (
              <p className="text-sm text-sub">
                {end
                  ? t('deposits.dates.until', { start: format.day(change.after.startDate), end: format.day(end) })
                  : t('deposits.dates.since', { start: format.day(change.after.startDate) })}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
