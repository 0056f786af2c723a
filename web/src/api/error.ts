/**
 * What a refused or failed call looks like to the rest of the app. The code is the server's
 * `extensions.code`; the i18n catalogue turns it into text (see i18n/errors.ts).
 */
import type { ErrorCode } from './known-codes';

export type { ErrorCode };

/** What a refusal may carry besides its code. */
export type About = {
  field?: string | null;
  current?: unknown;
  triesLeft?: number;
  retryAfterSeconds?: number;
  root?: string | null;
  uses?: unknown;
  isUnsent?: boolean;
};

/** The server sent a file, and the device didn't take it. */
export class FileNotSaved extends Error {}

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

  /** What stands in the way of removing something, by what it is: { people: 12 }. */
  readonly uses: unknown;

  /** There was no network when it was to be sent: the server has never heard of it. */
  readonly isUnsent: boolean;

  constructor(code: ErrorCode, message: string, about: About = {}) {
    super(message);
    this.code = code;
    this.field = about.field ?? null;
    this.current = about.current ?? null;
    this.triesLeft = about.triesLeft ?? null;
    this.retryAfterSeconds = about.retryAfterSeconds ?? null;
    this.root = about.root ?? null;
    this.uses = about.uses ?? null;
    this.isUnsent = about.isUnsent ?? false;
  }

  /** True when no one can tell whether the server did the work: the same attempt can be sent again. */
  get outcomeUnknown(): boolean {
    return this.code === 'UNAVAILABLE' || this.code === 'TIMEOUT' || this.code === 'INTERNAL';
  }

  /** True when the person knows already: the session's alert is up, or they declined to prove who they are. */
  get isTold(): boolean {
    return this.code === 'UNAUTHENTICATED' || this.code === 'STEP_UP_REQUIRED';
  }
}
