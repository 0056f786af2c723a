/** How an account is called and what it gets, in the reader's language. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import type { Deposit } from './deposit';
import { asRefusal } from './rules';
import type { Share } from './split';

export function useDepositText() {
  const { t } = useText();
  const format = useFormat();
  const lastFour = (number: string) => number.replace(/^•+/, '');
  return {
    name: (deposit: Pick<Deposit, 'bankDesignation' | 'bankAccountNumber'>) =>
      t('deposits.accountNamed', {
        bank: deposit.bankDesignation || t('deposits.someBank'),
        lastFour: lastFour(deposit.bankAccountNumber),
      }),
    share: ({ amountType, amount }: Share) => {
      if (amountType === 'balance') return t('deposits.share.balance');
      if (amountType === 'fixed') return t('deposits.share.fixed', { amount: format.money(amount || '0') });
      return t('deposits.share.percentage', { percent: format.number(Math.trunc(Number(amount) || 0)) });
    },
    dates: ({ edCode: { startDate, endDate } }: Pick<Deposit, 'edCode'>) =>
      endDate
        ? t('deposits.dates.until', { start: format.day(startDate), end: format.day(endDate) })
        : t('deposits.dates.since', { start: format.day(startDate) }),
    refusal: (code: string | undefined) => {
      const refusal = asRefusal(code);
      return refusal ? t(`error.${refusal}`) : code && t('error.INVALID_INPUT');
    },
  };
}
