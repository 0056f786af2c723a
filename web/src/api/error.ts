/**
 * What a refused or failed call looks like to the rest of the app. The code is the server's
 * `extensions.code`; the i18n catalogue turns it into text (see i18n/errors.ts).
 */
export const errorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'FEATURE_NOT_ENABLED',
  'MAINTENANCE',
  'NOT_FOUND',
  'CONFLICT',
  'MESSAGE_EMPTY',
  'MESSAGE_TOO_LONG',
  'END_BEFORE_START',
  'DATE_OUT_OF_RANGE',
  'UNKNOWN_TARGET',
  'FEATURE_EXISTS',
  'INVALID_FEATURE_ID',
  'INVALID_PERMISSION',
  'INVALID_PATH',
  'UNKNOWN_APPLICATION',
  'INVALID_ADDRESS',
  'INVALID_ICON',
  'INVALID_SIZE',
  'INVALID_POSITION',
  'NAME_MISSING',
  'NAME_TOO_LONG',
  'NAME_TAKEN',
  'DESCRIPTION_TOO_LONG',
  'LINK_INVALID',
  'DUE_WITHOUT_ACTION',
  'TOO_MANY_ENTRIES',
  'SEARCH_TOO_LONG',
  'FILE_MISSING',
  'FILE_NAME_MISSING',
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILE_TYPE_NOT_ALLOWED',
  'FILE_NOT_WHAT_IT_SAYS',
  'FILE_IS_TWO_THINGS',
  'FILE_ENCRYPTED',
  'FILE_HAS_MACROS',
  'FILE_UNPACKS_TOO_LARGE',
  'FILE_BROKEN',
  'REQUIRED',
  'TOO_LONG',
  'INVALID_NAME',
  'INVALID_EMAIL',
  'INVALID_PHONE',
  'COUNTRY_NOT_ALLOWED',
  'UNKNOWN_LANGUAGE',
  'INCORRECT_PASSWORD',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_SHORT_ALONE',
  'PASSWORD_TOO_LONG',
  'PASSWORD_COMMON',
  'PASSWORD_CONTEXT',
  'PASSKEY_REFUSED',
  'INVALID_CREDENTIALS',
  'INCORRECT_CODE',
  'TOO_MANY_CODES',
  'TOO_MANY_TRIES',
  'STEP_UP_REQUIRED',
  'CHALLENGE_GONE',
  'DISCLOSURE_CHANGED',
  'ALREADY_ELECTRONIC',
  'ALREADY_PAPER',
  'MERGE_ONESELF',
  'MERGE_SAME_COMPANY',
  'ONE_CHANGE',
  'FIELDS_REQUIRED',
  'PERCENTAGE_NOT_POSITIVE',
  'PERCENTAGE_OVER_100',
  'AMOUNT_NOT_CENTS',
  'AMOUNT_TOO_LARGE',
  'AMOUNT_NOT_POSITIVE',
  'ACCOUNT_NUMBER_LENGTH',
  'ACCOUNT_NUMBER_LENGTH_MONEY_MARKET',
  'ACCOUNT_NUMBER_ZERO',
  'ACCOUNT_NUMBER_MASKED',
  'ACCOUNT_NUMBER_EXISTS',
  'ACCOUNT_NUMBERS_DIFFER',
  'ROUTING_NUMBER_INVALID',
  'ROUTING_NUMBER_NOT_FOUND',
  'TOTAL_OVER_100',
  'BALANCE_EXISTS',
  'START_IN_PAST',
  'START_AFTER_END',
  'START_NOT_BEFORE_END',
  'END_NOT_AFTER_START',
  'END_NOT_AFTER_PAYROLL',
  'PRIORITY_OUT_OF_RANGE',
  'ACCOUNT_FIXED',
  'UNKNOWN_CODE',
  'TOO_MANY_ACCOUNTS',
  'OUTSTANDING_REQUEST',
  'OUTSTANDING_TAX_REQUEST',
  'PAYROLL_PROCESSING',
  'REQUEST_PROCESSED',
  'DEPOSITS_FROZEN',
  'NOTHING_CHANGED',
  'REQUEST_FROZEN',
  'NOTE_TOO_LONG',
  'UNKNOWN_REQUEST_TYPE',
  'UNKNOWN_CHOICE',
  'BORN_IN_FUTURE',
  'INVALID_ZIP',
  'UNKNOWN_STATE',
  'UNKNOWN_COUNTRY',
  'CONTACT_UNREACHABLE',
  'OTHER_KIND',
  'AMOUNT_OUT_OF_RANGE',
  'INVALID_AMOUNT',
  'INVALID_NUMBER',
  'INVALID_DATE',
  'SAME_TWICE',
  'ONE_PART',
  'UNKNOWN_MARITAL_STATUS',
  'TAX_FIGURE_OUT_OF_RANGE',
  'UNKNOWN_ADDITIONAL_TYPE',
  'ADDITIONAL_TAX_OVER_100',
  'STATE_NOT_OFFERED',
  'NO_STATE_TAX',
  'NO_LOCAL_TAX',
  'FORM_TWICE',
  'DECLARATION_CHANGED',
  'SIGNATURE_REQUIRED',
  'SIGNATURE_NAME_DIFFERS',
  'TOO_MANY_FEEDS',
  'WEEKEND_NOT_ALLOWED',
  'END_TIME_NOT_LATER',
  'NO_TIME_CHOSEN',
  'TIME_TOO_LONG',
  'TIME_OUT_OF_RANGE',
  'NOTES_TOO_LONG',
  'UNKNOWN_TYPE',
  'WAITING_PERIOD',
  'ATTACHMENT_NEEDED',
  'TOO_MANY_ATTACHMENTS',
  'ATTACHMENTS_TOO_LARGE',
  'BLACKOUT_DATE',
  'INSUFFICIENT_BALANCE',
  'DUPLICATE_DATE',
  'MULTI_DAY_EDIT',
  'TOO_LONG_AGO',
  'TOO_FAR_AHEAD',
  'RANGE_TOO_LONG',
  'NO_WORKING_DAY',
  'NO_DAY_CHOSEN',
  'SECOND_APPROVER',
  'FIRST_APPROVES_ALL',
  'UNDO_TOO_LATE',
  'UNKNOWN_DELEGATE',
  'DELEGATED_ALREADY',
  'END_IN_PAST',
  'TOO_MANY',
  'CLOCKED_IN_ALREADY',
  'NOT_CLOCKED_IN',
  'ON_BREAK_ALREADY',
  'NOT_ON_BREAK',
  'CLOCK_AT_VENDOR',
  'REASON_MISSING',
  'REASON_TOO_LONG',
  'INVALID_TIME',
  'TIME_SKIPPED',
  'TIME_TWICE',
  'PUNCH_IN_FUTURE',
  'UNKNOWN_PUNCH',
  'CORRECTION_DOES_NOT_FIT',
  'INVALID_INPUT',
  'INVALID_CURSOR',
  'LIMIT_EXCEEDED',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
  'TIMEOUT',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What a refusal may carry besides its code. */
export type About = {
  field?: string | null;
  current?: unknown;
  triesLeft?: number;
  retryAfterSeconds?: number;
  root?: string | null;
};

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  /** The input field at fault, where there is exactly one. */
  readonly field: string | null;
  /** With CONFLICT: the thing as it is now, or null when it is gone. */
  readonly current: unknown;
  /** With a wrong code: how often one may still try. */
  readonly triesLeft: number | null;
  /** With too many codes or tries: when to come back. */
  readonly retryAfterSeconds: number | null;
  /** The root field at fault, by the name it has in the answer; null when the whole request failed. */
  readonly root: string | null;

  constructor(code: ErrorCode, message: string, about: About = {}) {
    super(message);
    this.code = code;
    this.field = about.field ?? null;
    this.current = about.current ?? null;
    this.triesLeft = about.triesLeft ?? null;
    this.retryAfterSeconds = about.retryAfterSeconds ?? null;
    this.root = about.root ?? null;
  }

  /** True when nobody can tell whether the server did the work: the same attempt may be sent again. */
  get outcomeUnknown(): boolean {
    return this.code === 'UNAVAILABLE' || this.code === 'TIMEOUT' || this.code === 'INTERNAL';
  }

  /** True when the person knows already: the session's alert is up, or they declined to prove who they are. */
  get isTold(): boolean {
    return this.code === 'UNAUTHENTICATED' || this.code === 'STEP_UP_REQUIRED';
  }
}

/** A code this build has never heard of is a fault of ours, and reads like one. */
export function knownCode(code: unknown): ErrorCode {
  return errorCodes.find((known) => known === code) ?? 'INTERNAL';
}
