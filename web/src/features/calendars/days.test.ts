import { describe, expect, it } from 'vitest';
import type { AwayDay } from './calendar';
import { dayAfterKey, isSameMonth, plusDays, plusMonths, runsOf, turned, weekOf, weeksOfMonth } from './days';

/** Five years with a leap year among them. */
const everyDay = Array.from({ length: 1827 }, (_, at) => plusDays('2024-01-01', at));

describe('a month', () => {
  it('is shown in whole weeks from Sunday to Saturday', () => {
    const weeks = weeksOfMonth('2026-11-16');
    expect(weeks.map((week) => [week[0], week[6]])).toEqual([
      ['2026-11-01', '2026-11-07'],
      ['2026-11-08', '2026-11-14'],
      ['2026-11-15', '2026-11-21'],
      ['2026-11-22', '2026-11-28'],
      ['2026-11-29', '2026-12-05'],
    ]);
  });

  it('has each of its days once, in at most six weeks, whatever the day', () => {
    for (const day of everyDay) {
      const days = weeksOfMonth(day).flat();
      expect(days.length).toBeLessThanOrEqual(42);
      expect(new Set(days).size).toBe(days.length);
      const own = days.filter((each) => isSameMonth(each, day));
      expect(own).toContain(day);
      expect(own[0]?.slice(8)).toBe('01');
      expect(isSameMonth(plusDays(own.at(-1) ?? '', 1), day)).toBe(false);
    }
  });

  it('is followed by the next one, on its last day where it is shorter', () => {
    expect(plusMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(plusMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(plusMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(plusMonths('2027-01-15', -1)).toBe('2026-12-15');
  });
});

describe('a key', () => {
  it.each([
    ['ArrowLeft', '2026-11-15'],
    ['ArrowRight', '2026-11-17'],
    ['ArrowUp', '2026-11-09'],
    ['ArrowDown', '2026-11-23'],
    ['Home', '2026-11-15'],
    ['End', '2026-11-21'],
    ['PageUp', '2026-10-16'],
    ['PageDown', '2026-12-16'],
  ])('%s leads from Monday, November 16, to %s', (key, day) => {
    expect(dayAfterKey('2026-11-16', key, false)).toBe(day);
  });

  it('that is none of the calendar leads nowhere', () => {
    expect(dayAfterKey('2026-11-16', 'a', false)).toBeNull();
  });

  it('there and back again is where one was', () => {
    for (const day of everyDay) {
      const there = dayAfterKey(day, 'ArrowDown', false) ?? '';
      expect(dayAfterKey(there, 'ArrowUp', false)).toBe(day);
      expect(weekOf(dayAfterKey(day, 'End', false) ?? '')).toEqual(weekOf(day));
    }
  });
});

it('turning goes by what is shown', () => {
  expect(turned('week', '2026-11-30', 1)).toBe('2026-12-07');
  expect(turned('month', '2026-11-30', 1)).toBe('2026-12-30');
  expect(turned('list', '2026-11-30', -1)).toBe('2026-10-30');
});

describe('days off that follow each other', () => {
  const off = (employeeId: string, date: string, more: Partial<AwayDay> = {}): AwayDay => ({
    employeeId,
    date,
    firstName: 'A',
    lastName: 'B',
    isOwn: false,
    isPending: false,
    type: null,
    amount: '8.00',
    ...more,
  });
  const spans = (days: AwayDay[], holidays = new Map<string, string>()) =>
    runsOf(days, holidays).map(({ employeeId, first, last }) => [employeeId, first, last].join(' '));

  it('are one, over a weekend and a holiday too', () => {
    const days = ['2026-11-25', '2026-11-27', '2026-11-30'].map((date) => off('a', date));
    expect(spans(days)).toEqual(['a 2026-11-25 2026-11-25', 'a 2026-11-27 2026-11-30']);
    expect(spans(days, new Map([['2026-11-26', 'Thanksgiving Day']]))).toEqual(['a 2026-11-25 2026-11-30']);
  });

  it('of two people, two types, or approved and pending, are two', () => {
    expect(spans([off('a', '2026-11-16'), off('b', '2026-11-17')])).toHaveLength(2);
    expect(
      spans([off('a', '2026-11-16', { type: 'Sick' }), off('a', '2026-11-17', { type: 'Vacation' })]),
    ).toHaveLength(2);
    expect(spans([off('a', '2026-11-16'), off('a', '2026-11-17', { isPending: true })])).toHaveLength(2);
  });

  it('tell hours only where each day has the same', () => {
    const run = (last: string) => runsOf([off('a', '2026-11-16'), off('a', '2026-11-17', { amount: last })], new Map());
    expect(run('8.00')[0]?.amount).toBe('8.00');
    expect(run('4.00')[0]?.amount).toBeNull();
  });
});
