import { describe, expect, it } from 'vitest';
import type { CardDay } from './clock';
import { counted, hoursAndMinutes, inputOf, nextDay, suggested, unfinished } from './rules';

const day: CardDay = {
  date: '2026-11-13',
  workedMinutes: 240,
  breakMinutes: 0,
  missing: ['out'],
  isRunning: false,
  punches: [],
  scheduled: {
    hours: '8.00',
    timeOffHours: '0.00',
    startTime: '07:00',
    endTime: '15:30',
    holiday: null,
    holidayEs: null,
  },
};

describe('the clock goes on counting', () => {
  it.each([
    [60, true, 0, 60],
    [60, true, 59_999, 60],
    [60, true, 125_000, 62],
    [60, false, 125_000, 60],
    [60, true, -5_000, 60],
  ])('%i minutes, running %s, after %i ms are %i', (minutes, isRunning, ms, shown) => {
    expect(counted(minutes, isRunning, ms)).toBe(shown);
  });

  it('minutes are hours and two figures', () => {
    expect(hoursAndMinutes(451)).toEqual({ hours: 7, minutes: '31' });
    expect(hoursAndMinutes(5)).toEqual({ hours: 0, minutes: '05' });
  });
});

describe('a correction', () => {
  it('suggests the missing punch at the time it was meant for', () => {
    expect(suggested(day)).toMatchObject({ action: 'add', kind: 'out', date: '2026-11-13', time: '15:30' });
    expect(suggested({ ...day, missing: ['in'] })).toMatchObject({ kind: 'in', time: '07:00' });
    expect(suggested({ ...day, missing: ['breakEnd'] })).toMatchObject({ kind: 'breakEnd', time: '' });
  });

  it('suggests the next day for the end of a night', () => {
    const scheduled = { ...day.scheduled, startTime: '22:00', endTime: '06:30' };
    expect(suggested({ ...day, scheduled })).toMatchObject({ date: '2026-11-14', time: '06:30' });
    expect(nextDay('2028-02-28')).toBe('2028-02-29');
  });

  it('names what is still to be filled in', () => {
    const draft = suggested(day);
    expect(unfinished(draft)).toEqual({ reason: true });
    expect(unfinished({ ...draft, time: '', reason: 'Forgot' })).toEqual({ time: true });
    expect(unfinished({ ...draft, action: 'remove', time: '', reason: 'Twice' })).toEqual({ punchId: true });
    expect(unfinished({ ...draft, action: 'change', punchId: '1', reason: 'Late' })).toEqual({});
  });

  it('says which of two equal times only where it was asked', () => {
    expect(inputOf(suggested(day)).isSecond).toBeNull();
    expect(inputOf({ ...suggested(day), which: 'second' }).isSecond).toBe(true);
    expect(inputOf({ ...suggested(day), which: 'first' }).isSecond).toBe(false);
  });
});
