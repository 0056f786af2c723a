import { expect, it } from 'vitest';
import type { Deposit } from './deposit';
import { type Absence, absence, firstPayday, type Period, periodOfDraft } from './payday';

const today = '2026-11-16';
const active: Period = { payableFrom: today, startDate: '2024-01-05', endDate: null };

it.each<[string, Period, string, Absence | null]>([
  ['in force', active, today, null],
  ['in force on its last day', { ...active, endDate: '2026-11-30' }, '2026-11-30', null],
  ['ended the day before', { ...active, endDate: '2026-11-30' }, '2026-12-01', { reason: 'ended', day: '2026-11-30' }],
  ['on its first day', { ...active, startDate: '2026-12-07' }, '2026-12-07', null],
  [
    'not begun the day before',
    { ...active, startDate: '2026-12-07' },
    '2026-12-06',
    { reason: 'later', day: '2026-12-07' },
  ],
  ['on hold', { ...active, payableFrom: '2026-11-17' }, today, { reason: 'later', day: '2026-11-17' }],
  ['off hold', { ...active, payableFrom: '2026-11-17' }, '2026-11-17', null],
  ['not approved, whenever it begins', { ...active, payableFrom: null }, '2027-11-16', { reason: 'pending' }],
])('an account that is %s', (_, period, payday, expected) => {
  expect(absence(period, payday)).toEqual(expected);
});

it('a new account counts from the day the server says, or from its start', () => {
  const draft = { startDate: today, endDate: '' };
  const fresh = periodOfDraft(draft, null, today, '2026-11-18');
  expect(fresh).toEqual({ payableFrom: '2026-11-18', startDate: today, endDate: null });
  expect(firstPayday(fresh, today)).toBe('2026-11-18');
  const later = periodOfDraft({ ...draft, startDate: '2026-12-07' }, null, today, '2026-11-18');
  expect(firstPayday(later, today)).toBe('2026-12-07');
});

it('an account whose hold ended long ago counts today', () => {
  expect(firstPayday({ ...active, payableFrom: '2026-10-02' }, today)).toBe(today);
});

it('a change of an account in force counts today', () => {
  const deposit = { payableFrom: today, edCode: { startDate: '2024-01-05', endDate: null } } as Deposit;
  const changed = periodOfDraft({ startDate: '2024-01-05', endDate: '2026-11-20' }, deposit, today, '2026-11-17');
  expect(firstPayday(changed, today)).toBe(today);
  expect(absence(changed, '2026-11-21')).toEqual({ reason: 'ended', day: '2026-11-20' });
});
