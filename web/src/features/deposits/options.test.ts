import { expect, it } from 'vitest';
import { offersToEnd, othersOf } from './options';

const off = { showsInactive: false, hidesInactivate: false, showsOffer: false };
const accounts = ['Active', 'Pending', 'Approved', 'Denied', 'Frozen', 'Inactive'].map((bankStatus) => ({
  bankStatus,
}));
const statuses = (rows: { bankStatus: string }[]) => rows.map(({ bankStatus }) => bankStatus);

it('lists what was denied or frozen, and ended accounts only where the flag says so', () => {
  expect(statuses(othersOf(accounts, off))).toEqual(['Denied', 'Frozen']);
  expect(statuses(othersOf(accounts, { ...off, showsInactive: true }))).toEqual(['Denied', 'Frozen', 'Inactive']);
});

it('offers to end every account, or where the flag says so only those that never got money', () => {
  expect(accounts.every((account) => offersToEnd(account, off))).toBe(true);
  const hidden = accounts.filter((account) => !offersToEnd(account, { ...off, hidesInactivate: true }));
  expect(statuses(hidden)).toEqual(['Active']);
});
