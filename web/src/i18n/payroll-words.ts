/** How far something approved has come on its way to payroll, in a sentence. */
import type { Translate } from './index';

export type AtPayroll = {
  state: string;
  handedAt: string | null;
  settledAt: string | null;
  /** Why payroll rejected it. */
  reason: string;
};

/** `day` writes the day of an instant. */
export function payrollWords(t: Translate, day: (instant: string) => string, payroll: AtPayroll): string {
  const { state, reason } = payroll;
  const sent = payroll.handedAt ? day(payroll.handedAt) : '';
  const taken = payroll.settledAt ? day(payroll.settledAt) : '';
  switch (state) {
    case 'waiting':
      return t('payroll.waiting');
    case 'handed':
      return t('payroll.handed', { sent });
    case 'taken':
      return sent === '' ? t('payroll.takenAlready', { taken }) : t('payroll.taken', { sent, taken });
    case 'rejected':
      return t('payroll.rejected', { reason });
    case 'corrected':
      return t('payroll.corrected');
    default:
      return t('payroll.conflict');
  }
}
