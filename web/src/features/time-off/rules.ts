/**
 * What a request must satisfy before it is sent: a courtesy, with the server's limits and codes. The server decides again.
 */
import * as v from 'valibot';
import type { Request } from './timeOff';

export const notesMaximumCharacters = 500;

export const units = ['whole', 'half', 'hours'] as const;
export type Unit = (typeof units)[number];

/** Of each day; «either» is the absence of a half. */
export const halves = ['either', 'first', 'second'] as const;
export type Half = (typeof halves)[number];

const earliestDay = '1900-01-01';
const latestDay = '2099-12-31';

/** ISO days of the same length compare as text. */
const day = v.pipe(
  v.string(),
  v.nonEmpty('DATE_REQUIRED'),
  v.check((isoDay) => isoDay >= earliestDay && isoDay <= latestDay, 'DATE_OUT_OF_RANGE'),
);

function isWeekend(isoDay: string): boolean {
  const weekday = new Date(`${isoDay}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

const draft = v.object({
  typeId: v.pipe(v.string(), v.nonEmpty('REQUIRED')),
  startDate: day,
  endDate: day,
  includeWeekends: v.boolean(),
  unit: v.picklist(units),
  half: v.picklist(halves),
  /** By the hour: each day from a time to a time instead of so long. */
  isAtTime: v.boolean(),
  hours: v.nullable(v.number()),
  minutes: v.nullable(v.number()),
  startTime: v.string(),
  endTime: v.string(),
  notes: v.pipe(
    v.string(),
    v.check((text) => Array.from(text.trim()).length <= notesMaximumCharacters, 'NOTES_TOO_LONG'),
  ),
});

export type Draft = v.InferOutput<typeof draft>;

const isTimed = ({ unit, isAtTime }: Draft) => unit === 'hours' && isAtTime;

const ended = (input: Draft) => input.startDate <= input.endDate;
const startsOnWorkday = (input: Draft) =>
  input.includeWeekends || input.startDate === '' || !isWeekend(input.startDate);
const endsOnWorkday = (input: Draft) => input.includeWeekends || input.endDate === '' || !isWeekend(input.endDate);
const hasStart = (input: Draft) => !isTimed(input) || input.startTime !== '';
const hasEnd = (input: Draft) => !isTimed(input) || input.endTime !== '';
const isLater = (input: Draft) =>
  !isTimed(input) || !hasStart(input) || !hasEnd(input) || input.startTime < input.endTime;
const isByLength = (input: Draft) => input.unit === 'hours' && !isTimed(input);
const isUpTo = (most: number, value: number | null) => value === null || (value >= 0 && value <= most);
const hasHours = (input: Draft) => !isByLength(input) || isUpTo(24, input.hours);
const hasMinutes = (input: Draft) => !isByLength(input) || isUpTo(59, input.minutes);
const hasTime = (input: Draft) => !isByLength(input) || Boolean(input.hours) || Boolean(input.minutes);

export const draftSchema = v.pipe(
  draft,
  v.forward(v.check(ended, 'END_BEFORE_START'), ['endDate']),
  v.forward(v.check(startsOnWorkday, 'WEEKEND_NOT_ALLOWED'), ['startDate']),
  v.forward(v.check(endsOnWorkday, 'WEEKEND_NOT_ALLOWED'), ['endDate']),
  v.forward(v.check(hasStart, 'INVALID_TIME'), ['startTime']),
  v.forward(v.check(hasEnd, 'INVALID_TIME'), ['endTime']),
  v.forward(v.check(isLater, 'END_TIME_NOT_LATER'), ['endTime']),
  v.forward(v.check(hasTime, 'NO_TIME_CHOSEN'), ['hours']),
  v.forward(v.check(hasHours, 'TIME_OUT_OF_RANGE'), ['hours']),
  v.forward(v.check(hasMinutes, 'TIME_OUT_OF_RANGE'), ['minutes']),
);

const draftFields = Object.keys(draft.entries) as (keyof Draft)[];

export function isDraftField(field: string | null): field is keyof Draft {
  return draftFields.some((known) => known === field);
}

/** What is sent: only what counts for the chosen unit. */
export function inputOf(input: Draft) {
  const { typeId, startDate, endDate, includeWeekends, unit, notes } = input;
  const request = { typeId, startDate, endDate, includeWeekends, unit, notes };
  if (unit === 'half') return { ...request, half: input.half === 'either' ? null : input.half };
  if (unit === 'whole') return request;
  if (isTimed(input)) return { ...request, startTime: input.startTime, endTime: input.endTime };
  return { ...request, hours: input.hours ?? 0, minutes: input.minutes ?? 0 };
}

/** Without dates: a form that was only looked at cannot be sent by mistake. */
export function newDraft(typeId: string): Draft {
  return {
    typeId,
    startDate: '',
    endDate: '',
    includeWeekends: false,
    unit: 'whole',
    half: 'either',
    isAtTime: false,
    hours: 8,
    minutes: 0,
    startTime: '',
    endTime: '',
    notes: '',
  };
}

export function draftOf(request: Request): Draft {
  const minutes = Math.round(Number(request.days[0]?.amount ?? '8') * 60);
  return {
    typeId: request.typeId,
    startDate: request.timeOffDate,
    endDate: request.endDate,
    includeWeekends: request.includeWeekends,
    unit: request.unit,
    half: request.half ?? 'either',
    isAtTime: request.startTime !== null,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
    startTime: request.startTime ?? '',
    endTime: request.endTime ?? '',
    notes: request.notes,
  };
}

function dayAfter(isoDay: string): string {
  return new Date(Date.parse(isoDay) + 86_400_000).toISOString().slice(0, 10);
}

/** What an employee may still do with a request: as the server's rules say it. */
export function isOpen({ status, timeOffDate }: Request, today: string): boolean {
  return status === 'Pending' || ((status === 'Approved' || status === 'Partial') && timeOffDate > today);
}

/** One that was approved in part can only be withdrawn. */
export function mayBeEdited(request: Request, today: string): boolean {
  return isOpen(request, today) && request.isEditable && request.status !== 'Partial';
}

/** Days in order as runs: what lies between two days of a run is a weekend, or nothing. */
export function runsOf(isoDays: readonly string[]): { first: string; last: string }[] {
  const runs: { first: string; last: string }[] = [];
  for (const isoDay of isoDays) {
    const run = runs.at(-1);
    if (run && isNext(run.last, isoDay)) run.last = isoDay;
    else runs.push({ first: isoDay, last: isoDay });
  }
  return runs;
}

function isNext(before: string, isoDay: string): boolean {
  let next = dayAfter(before);
  while (next < isoDay && isWeekend(next)) next = dayAfter(next);
  return next === isoDay;
}

/** By a part of the name, whatever its case. */
export function companiesNamed<Company extends { companyName: string }>(
  companies: readonly Company[],
  typed: string,
): Company[] {
  const part = typed.trim().toLowerCase();
  return companies.filter(({ companyName }) => companyName.toLowerCase().includes(part));
}
