/**
 * Which accounts a pay on some day goes to: those that are approved and off hold (the server says from when), have begun and not
 * ended. ISO days compare as text.
 */
import type { Deposit } from './deposit';
import type { Draft } from './rules';

export type Period = { payableFrom: string | null; startDate: string; endDate: string | null };

/** Why an account gets nothing on a day. */
export type Absence = { reason: 'pending' } | { reason: 'later' | 'ended'; day: string };

export function absence({ payableFrom, startDate, endDate }: Period, payday: string): Absence | null {
  if (payableFrom === null) return { reason: 'pending' };
  const first = startDate > payableFrom ? startDate : payableFrom;
  if (payday < first) return { reason: 'later', day: first };
  if (endDate !== null && payday > endDate) return { reason: 'ended', day: endDate };
  return null;
}

export function periodOf({ payableFrom, edCode }: Deposit): Period {
  return { payableFrom, startDate: edCode.startDate, endDate: edCode.endDate };
}

/** As if the change were approved; a new account is still on hold for a day, and the server says when that ends. */
export function periodOfDraft(
  { startDate, endDate }: Pick<Draft, 'startDate' | 'endDate'>,
  deposit: Deposit | null,
  today: string,
  newAccountPayableFrom: string,
): Period {
  const payableFrom = deposit ? (deposit.payableFrom ?? today) : newAccountPayableFrom;
  return { payableFrom, startDate: startDate || today, endDate: endDate || null };
}

/** The first day, from today on, on which an account could get a pay. */
export function firstPayday({ payableFrom, startDate }: Period, today: string): string {
  return [today, payableFrom ?? today, startDate].reduce((latest, day) => (day > latest ? day : latest));
}
