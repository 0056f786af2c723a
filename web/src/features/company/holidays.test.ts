import { expect, it } from 'vitest';
import { toCome } from './holidays';

it('a holiday is shown until its day is over', () => {
  const holidays = [{ date: '2026-07-03' }, { date: '2026-11-26' }, { date: '2026-12-25' }];
  expect(toCome(holidays, '2026-11-26').map(({ date }) => date)).toEqual(['2026-11-26', '2026-12-25']);
  expect(toCome(holidays, '2026-12-26')).toEqual([]);
});
