/** What the clock shows between two answers of the server, and what a correction most likely wants to say. Pure. */
import type { CardDay, PunchKind } from './clock';

/** The minutes shown so long after the server has counted them. */
export function counted(minutes: number, isRunning: boolean, elapsedMs: number): number {
  return isRunning ? minutes + Math.max(0, Math.floor(elapsedMs / 60_000)) : minutes;
}

/** 451 → 7 and 31, as two figures of a text. */
export function hoursAndMinutes(minutes: number): { hours: number; minutes: string } {
  return { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') };
}

export type Draft = {
  action: 'add' | 'change' | 'remove';
  /** '' until one is chosen. */
  punchId: string;
  kind: PunchKind;
  date: string;
  time: string;
  /** Of a time that came twice on that day; '' while it is not known to be one. */
  which: '' | 'first' | 'second';
  reason: string;
};

export function nextDay(isoDay: string): string {
  const day = new Date(`${isoDay}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** The punch that is missing, at the time it was meant for; a night ends on the next day. */
export function suggested({ date, missing, scheduled }: CardDay): Draft {
  const kind: PunchKind = missing[0] ?? 'in';
  const { startTime, endTime } = scheduled;
  const isNight = startTime !== null && endTime !== null && endTime < startTime;
  const isEnd = kind === 'out';
  return {
    action: 'add',
    punchId: '',
    kind,
    date: isEnd && isNight ? nextDay(date) : date,
    time: (isEnd ? endTime : kind === 'in' ? startTime : null) ?? '',
    which: '',
    reason: '',
  };
}

/** What is still to be filled in, by field; empty when it can be sent. */
export function unfinished({ action, punchId, date, time, reason }: Draft): Partial<Record<keyof Draft, true>> {
  const needsTime = action !== 'remove';
  return {
    ...(action !== 'add' && punchId === '' ? { punchId: true as const } : {}),
    ...(needsTime && date === '' ? { date: true as const } : {}),
    ...(needsTime && time === '' ? { time: true as const } : {}),
    ...(reason.trim() === '' ? { reason: true as const } : {}),
  };
}

export function inputOf({ action, punchId, kind, date, time, which, reason }: Draft) {
  return {
    action,
    punchId: punchId || null,
    kind,
    date,
    time,
    isSecond: which === '' ? null : which === 'second',
    reason,
  };
}
