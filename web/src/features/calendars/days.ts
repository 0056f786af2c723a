/** The days of a calendar: weeks and months around a day, where a key leads, and which days off belong together. Days are YYYY-MM-DD. */
import type { AwayDay } from './calendar';

export const views = ['month', 'week', 'list'] as const;
export type View = (typeof views)[number];

const dayMs = 86_400_000;
const weekDays = 7;

const textOf = (date: Date) => date.toISOString().slice(0, 10);
const weekdayOf = (day: string) => new Date(day).getUTCDay();

export function plusDays(day: string, count: number): string {
  return textOf(new Date(Date.parse(day) + count * dayMs));
}

/** The same day of another month, or that month's last: January 31 is followed by February 28. */
export function plusMonths(day: string, count: number): string {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return textOf(new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))));
}

export function isWeekend(day: string): boolean {
  return weekdayOf(day) === 0 || weekdayOf(day) === 6;
}

export const isSameMonth = (one: string, other: string) => one.slice(0, 7) === other.slice(0, 7);

/** From Sunday on, as calendars in the United States begin in either language. */
export function weekOf(day: string): string[] {
  const sunday = plusDays(day, -weekdayOf(day));
  return Array.from({ length: weekDays }, (_, at) => plusDays(sunday, at));
}

/** The weeks a month touches, with the days of its neighbours that fall in. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const last = plusDays(plusMonths(first, 1), -1);
  const weeks: string[][] = [];
  for (let week = weekOf(first); (week[0] ?? '') <= last; week = weekOf(plusDays(week[0] ?? '', weekDays)))
    weeks.push(week);
  return weeks;
}

/** The day before or after the shown ones, by what is shown. */
export function turned(view: View, day: string, step: 1 | -1): string {
  return view === 'week' ? plusDays(day, step * weekDays) : plusMonths(day, step);
}

/** Where a key leads from a day; null for one that is none of the calendar's. */
export function dayAfterKey(day: string, key: string, isShift: boolean): string | null {
  switch (key) {
    case 'ArrowLeft':
      return plusDays(day, -1);
    case 'ArrowRight':
      return plusDays(day, 1);
    case 'ArrowUp':
      return plusDays(day, -weekDays);
    case 'ArrowDown':
      return plusDays(day, weekDays);
    case 'Home':
      return weekOf(day)[0] ?? day;
    case 'End':
      return weekOf(day)[weekDays - 1] ?? day;
    case 'PageUp':
      return plusMonths(day, isShift ? -12 : -1);
    case 'PageDown':
      return plusMonths(day, isShift ? 12 : 1);
    default:
      return null;
  }
}

export function byDay<Entry extends { date: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry[]> {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) days.set(entry.date, [...(days.get(entry.date) ?? []), entry]);
  return days;
}

/** Days of one person that follow each other at work: a weekend or a holiday in between parts nothing. */
export type Run = Omit<AwayDay, 'date'> & { first: string; last: string };

export function runsOf(away: readonly AwayDay[], holidays: ReadonlyMap<string, string>): Run[] {
  const isFree = (day: string) => isWeekend(day) || holidays.has(day);
  const follows = (last: string, next: string) => {
    let day = plusDays(last, 1);
    while (day < next && isFree(day)) day = plusDays(day, 1);
    return day === next;
  };
  const runs: Run[] = [];
  const open = new Map<string, Run>();
  for (const { date, ...about } of away.toSorted((one, other) => one.date.localeCompare(other.date))) {
    const kind = [about.employeeId, about.isPending, about.type].join();
    const before = open.get(kind);
    if (before && follows(before.last, date)) {
      before.last = date;
      // A figure that does not hold for each of the days is not told.
      if (before.amount !== about.amount) before.amount = null;
      continue;
    }
    const run = { ...about, first: date, last: date };
    open.set(kind, run);
    runs.push(run);
  }
  return runs;
}
