/** What the clock shows between two answers of the server, and what a correction most likely wants to say. Pure. */
import type { CardDay, Clock, PunchKind } from './clock';

/** The minutes shown so long after the server has counted them. */
export function counted(minutes: number, isRunning: boolean, elapsedMs: number): number {
  return isRunning ? minutes + Math.max(0, Math.floor(elapsedMs / 60_000)) : minutes;
}

type Running = Pick<Clock, 'state' | 'since' | 'workedMinutes' | 'breakMinutes' | 'next'>;

/** A punch that the server hasn't got yet, by this device's clock and by the server's. */
type Unsent = { kind: PunchKind; deviceMs: number; madeAtMs: number };

const stateAfter = { in: 'working', breakStart: 'onBreak', breakEnd: 'working', out: 'out' } as const;
const nextIn: Record<Clock['state'], PunchKind[]> = {
  out: ['in'],
  working: ['breakStart', 'out'],
  onBreak: ['breakEnd', 'out'],
};

/** The clock as it is with punches that still wait. `asOf` says from when on its minutes go on, by this device's clock. */
export function projected(clock: Running, asOf: number, unsent: readonly Unsent[]): { clock: Running; asOf: number } {
  let [shown, from] = [clock, asOf];
  for (const { kind, deviceMs, madeAtMs } of unsent) {
    const passed = Math.max(0, Math.floor((deviceMs - from) / 60_000));
    const state = stateAfter[kind];
    shown = {
      state,
      since: state === 'out' ? null : new Date(madeAtMs).toISOString(),
      workedMinutes: shown.workedMinutes + (shown.state === 'working' ? passed : 0),
      breakMinutes: shown.breakMinutes + (shown.state === 'onBreak' ? passed : 0),
      next: nextIn[state],
    };
    from = deviceMs;
  }
  return { clock: shown, asOf: from };
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
