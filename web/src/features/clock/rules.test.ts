import { describe, expect, it } from 'vitest';
import type { CardDay } from './clock';
import { counted, hoursAndMinutes, inputOf, nextDay, projected, suggested, unfinished } from './rules';

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

describe('the clock with punches that still wait', () => {
  const minute = 60_000;
  /** The device's clock is an hour behind. */
  const unsent = (kind: 'in' | 'out' | 'breakStart' | 'breakEnd', atMinute: number) => ({
    kind,
    deviceMs: atMinute * minute,
    madeAtMs: (atMinute + 60) * minute,
  });
  const out = { state: 'out', since: null, workedMinutes: 30, breakMinutes: 5, next: ['in'] } as const;
  const clock = { ...out, next: [...out.next] };

  it('is the answer while nothing waits', () => {
    expect(projected(clock, 7, [])).toEqual({ clock, asOf: 7 });
  });

  it('goes on from one punch to the next', () => {
    const punches = [unsent('in', 10), unsent('breakStart', 40), unsent('breakEnd', 55), unsent('out', 100)];
    expect(projected(clock, 0, punches.slice(0, 1)).clock).toEqual({
      state: 'working',
      since: new Date(70 * minute).toISOString(),
      workedMinutes: 30,
      breakMinutes: 5,
      next: ['breakStart', 'out'],
    });
    expect(projected(clock, 0, punches.slice(0, 2)).clock).toMatchObject({
      state: 'onBreak',
      workedMinutes: 60,
      next: ['breakEnd', 'out'],
    });
    expect(projected(clock, 0, punches)).toEqual({
      clock: { state: 'out', since: null, workedMinutes: 105, breakMinutes: 20, next: ['in'] },
      asOf: 100 * minute,
    });
  });

  it('counts no time twice when the answer came later', () => {
    const working = { ...clock, state: 'working' as const };
    expect(projected(working, 90 * minute, [unsent('out', 80)]).clock.workedMinutes).toBe(30);
  });
});
