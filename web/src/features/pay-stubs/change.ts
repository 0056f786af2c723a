/** «Why did my pay change?» in words: the sentence on top, and the arithmetic of each cause. Pure. */
import type { Translate } from '../../i18n';
import type { Format } from '../../i18n/format';
import { absolute, difference, isNegative, isZero } from './decimal';
import type { Cause, Change } from './stub';

/** +$12.00 or −$12.00; nought has no sign. */
export function signed(decimal: string, format: Format): string {
  if (isZero(decimal)) return format.money('0.00');
  return `${isNegative(decimal) ? '−' : '+'}${format.money(absolute(decimal))}`;
}

/** `8.00` → 8, `6.50` → 6.5: hours and rates are read, not added up. */
export function plain(decimal: string): string {
  return decimal.replace(/\.?0+$/, '') || '0';
}

function hours(decimal: string): string {
  return plain(absolute(decimal));
}

/** What happened, as a noun phrase: «6.5 more hours of Overtime», «a higher rate for Regular». */
export function reason({ kind, description, before, after }: Cause, t: Translate): string {
  const delta = difference(after, before);
  const isLess = isNegative(delta);
  switch (kind) {
    case 'HOURS':
      return t(isLess ? 'payStubs.change.reason.hoursLess' : 'payStubs.change.reason.hoursMore', {
        hours: hours(delta),
        count: Number(hours(delta)),
        item: description,
      });
    case 'RATE':
      return t(isLess ? 'payStubs.change.reason.rateLower' : 'payStubs.change.reason.rateHigher', {
        item: description,
      });
    case 'ROUNDING':
      return t('payStubs.change.reason.rounding');
    default:
      return t(isLess ? 'payStubs.change.reason.less' : 'payStubs.change.reason.more', { item: description });
  }
}

/** The arithmetic behind an effect: «(80 − 72) h × $18.50», «$112.40 − $98.10». */
export function arithmetic({ kind, before, after, times }: Cause, t: Translate, format: Format): string {
  if (kind === 'HOURS' && times !== null)
    return t('payStubs.change.arithmetic.hours', {
      after: plain(after),
      before: plain(before),
      rate: format.money(times),
    });
  if (kind === 'RATE' && times !== null)
    return t('payStubs.change.arithmetic.rate', {
      after: format.money(after),
      before: format.money(before),
      hours: plain(times),
    });
  // What is withheld lowers the net: the older amount comes first.
  const isPaid = kind === 'EARNING' || kind === 'REIMBURSEMENT' || kind === 'ROUNDING';
  const [first, second] = isPaid ? [after, before] : [before, after];
  return t('payStubs.change.arithmetic.amounts', { first: format.money(first), second: format.money(second) });
}

/** The whole story in a sentence or two. */
export function sentence({ difference: total, before, after, causes }: Change, t: Translate, format: Format): string {
  const day = format.day(before.details.checkDate);
  if (isZero(total) && causes.length === 0) return t('payStubs.change.sentence.same', { day });
  const headline = isZero(total)
    ? t('payStubs.change.sentence.sameSum', { day })
    : t(isNegative(total) ? 'payStubs.change.sentence.lower' : 'payStubs.change.sentence.higher', {
        amount: format.money(absolute(total)),
        day,
        before: format.money(before.sums.net),
        after: format.money(after.sums.net),
      });
  // A sign must not stay behind at the end of a line.
  const joined = (amount: string) => amount.replace(/^[−+]/, (sign) => `${sign}\u2060`);
  const reasons = causes.slice(0, 3).map((cause) => `${reason(cause, t)} (${joined(signed(cause.effect, format))})`);
  const isAll = reasons.length === causes.length;
  const because = isAll ? 'payStubs.change.sentence.because' : 'payStubs.change.sentence.becauseMost';
  return `${headline} ${t(because, { count: reasons.length, reasons: format.list(reasons) })}`;
}
