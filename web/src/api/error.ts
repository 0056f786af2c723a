/**
 * What a refused or failed call looks like to the rest of the app. The code is the server's
 * `extensions.code`; the i18n catalogue turns it into text (see i18n/errors.ts).
 */
export const errorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'MESSAGE_EMPTY',
  'MESSAGE_TOO_LONG',
  'END_BEFORE_START',
  'DATE_OUT_OF_RANGE',
  'UNKNOWN_TARGET',
  'INVALID_INPUT',
  'INVALID_CURSOR',
  'LIMIT_EXCEEDED',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
  'TIMEOUT',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  /** The input field at fault, where there is exactly one. */
  readonly field: string | null;
  /** With CONFLICT: the thing as it is now, or null when it is gone. */
  readonly current: unknown;

  constructor(code: ErrorCode, message: string, about: { field?: string | null; current?: unknown } = {}) {
    super(message);
    this.code = code;
    this.field = about.field ?? null;
    this.current = about.current ?? null;
  }

  /** True when nobody can tell whether the server did the work: the same attempt may be sent again. */
  get outcomeUnknown(): boolean {
    return this.code === 'UNAVAILABLE' || this.code === 'TIMEOUT' || this.code === 'INTERNAL';
  }
}

/** A code this build has never heard of is a fault of ours, and reads like one. */
export function knownCode(code: unknown): ErrorCode {
  return errorCodes.find((known) => known === code) ?? 'INTERNAL';
}
