/**
 * What a draft must satisfy before it is sent: a courtesy to the writer, with the server's limits
 * and the server's codes. The server decides again.
 */
import * as v from 'valibot';

export const messageMaximumCharacters = 2000;
const earliestDay = '1900-01-01';
const latestDay = '2099-12-31';

/** Control characters, and what reverses or hides text; the server drops them. */
const dropped = /[\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?![\n\t])\p{Cc}/gu;
/** A joiner of emoji parts shows nothing alone. */
const showsNothing = /^[\s\u200d]*$/;

/** The text as the server keeps it: lines ending in one way, no white space around it. */
function kept(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(dropped, '').trim();
}

/** As the server counts: code points, so that an emoji is one character. */
export function countCharacters(text: string): number {
  return Array.from(kept(text)).length;
}

const message = v.pipe(
  v.string(),
  v.check((text) => !showsNothing.test(kept(text)), 'MESSAGE_EMPTY'),
  v.check((text) => countCharacters(text) <= messageMaximumCharacters, 'MESSAGE_TOO_LONG'),
);

/** The same in Spanish; may be left empty. */
const messageEs = v.pipe(
  v.string(),
  v.check((text) => countCharacters(text) <= messageMaximumCharacters, 'MESSAGE_TOO_LONG'),
);

/** ISO days of the same length compare as text. */
const day = v.pipe(
  v.string(),
  v.nonEmpty('DATE_REQUIRED'),
  v.check((isoDay) => isoDay >= earliestDay && isoDay <= latestDay, 'DATE_OUT_OF_RANGE'),
);

const target = v.nullable(v.string());

export const draftSchema = v.pipe(
  v.object({
    message,
    messageEs,
    startDate: day,
    endDate: day,
    payGroupId: target,
    divisionId: target,
    branchId: target,
    departmentId: target,
    teamId: target,
  }),
  v.forward(
    v.partialCheck([['startDate'], ['endDate']], ({ startDate, endDate }) => startDate <= endDate, 'END_BEFORE_START'),
    ['endDate'],
  ),
);

export type Draft = v.InferOutput<typeof draftSchema>;
export type DraftField = keyof Draft;

export const draftFields = Object.keys(draftSchema.entries) as DraftField[];

export function isDraftField(field: string | null): field is DraftField {
  return draftFields.some((known) => known === field);
}

const refusals = [
  'MESSAGE_EMPTY',
  'MESSAGE_TOO_LONG',
  'DATE_REQUIRED',
  'DATE_OUT_OF_RANGE',
  'END_BEFORE_START',
  'UNKNOWN_TARGET',
  'INVALID_INPUT',
] as const;

/** A code that belongs under a field. */
export type Refusal = (typeof refusals)[number];

export function asRefusal(code: string | undefined): Refusal | null {
  return refusals.find((refusal) => refusal === code) ?? null;
}

const usualDays = 14;

/** A new draft starts today, runs two weeks and is for everyone. */
export function newDraft(today: string): Draft {
  const endDate = new Date(Date.parse(today) + usualDays * 86_400_000).toISOString().slice(0, 10);
  return {
    message: '',
    messageEs: '',
    startDate: today,
    endDate,
    payGroupId: null,
    divisionId: null,
    branchId: null,
    departmentId: null,
    teamId: null,
  };
}
