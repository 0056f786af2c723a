import { expect, it } from 'vitest';
import { type ActionItem, isDone, isLate, mostUrgent } from './actionItems';

const item = (name: string, dueDate: string | null, acknowledged = 0): ActionItem => ({
  id: name,
  name,
  dueDate,
  acknowledged,
  people: 60,
});

it('a manager sees what waits, soonest due first, before what is done', () => {
  const items = [
    item('done and late', '2026-11-01', 60),
    item('no date', null),
    item('next week', '2026-11-23', 59),
    item('last week', '2026-11-09'),
    item('also next week', '2026-11-23'),
  ];
  expect(mostUrgent(items, 4).map(({ name }) => name)).toEqual(['last week', 'also next week', 'next week', 'no date']);
});

it('is late once its day is over and not everyone has acknowledged it', () => {
  const today = '2026-11-16';
  expect(isLate(item('a', '2026-11-15'), today)).toBe(true);
  expect(isLate(item('a', today), today)).toBe(false);
  expect(isLate(item('a', null), today)).toBe(false);
  expect(isLate(item('a', '2026-11-15', 60), today)).toBe(false);
  expect(isDone(item('a', null, 60))).toBe(true);
});
