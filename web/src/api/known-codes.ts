/**
 * The codes people can meet in the app, each of which has a text in both languages (i18n/parts.ts). They come with the first refusal, and
 * with pages that check their own forms.
 */
import { type Code, codes } from './codes';

/** Codes that never reach a page of the app. */
const elsewhere = [
  // The provider's pages have words of their own for these (src/login).
  'ACCOUNT_GUARDED',
  'ATTEMPT_GONE',
  'LINK_GONE',
  'REQUEST_GONE',
  'TOO_MANY_MAILS',
  'NOT_LINKED',
  'SOMEBODY_ELSE',
  'UPSTREAM_REFUSED',
  'UPSTREAM_UNAVAILABLE',
  // The command line prints the sentence.
  'IMPORT_IN_USE',
  // The import's page has words of its own for these.
  'IMPORT_LOST',
  'IMPORT_STOPPED',
  'IMPORT_RIGHTS_GONE',
  'IMPORT_CHANGED_SINCE',
  'IMPORT_HAS_FAULTS',
  'IMPORT_BAD_PLACE',
  'IMPORT_UNKNOWN_FILE',
  // Only machine clients name these.
  'IMPORT_NO_MAPPING',
  'IMPORT_NO_KIND',
  'NOTHING_TO_UNDO',
  'TENANT_BEING_ERASED',
  'TENANT_EXISTS',
  'TENANT_NOT_REMOVED',
  'TENANT_REMOVED',
  // No browser sends what these refuse.
  'HEAD_TOO_LARGE',
  'UNKNOWN_HOST',
  // The page of reports offers only what makes sense.
  'REPORT_GROUPING',
  'REPORT_SCHEDULE_DAY',
  'REPORT_WITHOUT_PEOPLE',
  // Only other programs call what says these.
  'CODE_GONE',
  'EVENTS_FORGOTTEN',
  'EVENTS_NO_SUCH_NUMBER',
  'SCIM_EXTERNAL_ID_TAKEN',
  'SCIM_FILTER',
  'SCIM_MEMBER',
  'SCIM_MUTABILITY',
  'SCIM_NO_TARGET',
  'SCIM_PATH',
  'SCIM_SYNTAX',
  'SCIM_TOO_MANY',
  'SCIM_VALUE',
  'TOO_MANY_IDS',
  // The app would have to send a broken request; a fault of ours reads as INTERNAL.
  'INVALID_IDEMPOTENCY_KEY',
  'INVALID_QUERY',
  'INVALID_REQUEST',
  'METHOD_NOT_ALLOWED',
  'ONE_CHANGE_A_KEY',
  // The assistant's window has one sentence for all of these; the command line prints the last one.
  'EMPTY_PROMPT',
  'PROMPT_TOO_LONG',
  'FORBIDDEN_IDS',
  'BUSY',
  'TOO_MANY_QUESTIONS',
  'INVALID_CONVERSATION',
  'INVALID_FEEDBACK',
  'COMMENT_TOO_LONG',
  'TOO_MANY_CONVERSATIONS',
  'WRONG_ORIGIN',
  'TOO_MANY_SOCKETS',
  'UNKNOWN_ACTION',
  'STOPPED',
  'INVALID_RETENTION',
  // No answer carries it: the stored one is repeated.
  'ANSWERED_BEFORE',
] as const satisfies readonly Code[];

export type ErrorCode = Exclude<Code, (typeof elsewhere)[number]>;

function isMet(code: Code): code is ErrorCode {
  return !elsewhere.some((other) => other === code);
}

export function findCode(code: unknown): ErrorCode | undefined {
  const found = codes.find((known) => known === code);
  return found && isMet(found) ? found : undefined;
}

/** A code this build has never heard of is a fault of ours, and reads like one. */
export function knownCode(code: unknown): ErrorCode {
  return findCode(code) ?? 'INTERNAL';
}
