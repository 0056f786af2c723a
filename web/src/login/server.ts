/**
 * The provider's JSON calls behind signing in and out; second-factor.ts and links.ts have the others. Every outcome is a value, so that a page has to say something about each
 * of them; nothing is thrown. What the server names as the next page is followed only within the provider's own paths.
 */

import { asFactor, type Factor } from '../api/step-up';

export type DemoAccount = {
  username: string;
  firstName: string;
  lastName: string;
  /** In English. */
  who: string;
  language: string;
};

export type SignInRequest = {
  clientName: string;
  expiresAt: string;
  /** Only a demo server sends these two. */
  demoAccounts?: DemoAccount[];
  demoPassword?: string;
  /** Whether this server can use passkeys at all. */
  passkeys?: boolean;
};

export type Credentials = { username: string; password: string };

export type Failed = { outcome: 'failed' };
/** The client's request has ended: there is nothing to come back to. */
export type Gone = { outcome: 'gone' };
export type SignedIn = { outcome: 'signedIn'; next: string };
export type TooManyTries = { outcome: 'tooManyTries'; retryAfterSeconds: number };

const patienceMs = 20_000;
const fallbackWaitSeconds = 60;

export async function findRequest(id: string): Promise<{ outcome: 'found'; request: SignInRequest } | Gone | Failed> {
  const answer = await call(`/login/request?request=${encodeURIComponent(id)}`);
  if (answer.status === 404 || answer.status === 410) return { outcome: 'gone' };
  if (answer.status !== 200 || typeof answer.body.clientName !== 'string') return { outcome: 'failed' };
  return { outcome: 'found', request: answer.body as SignInRequest };
}

/**
 * How someone may sign in who typed this: with the provider of their company, or only here. It says nothing about whether the
 * account exists.
 */
export async function identify(
  request: string,
  username: string,
): Promise<{ outcome: 'identified'; upstream: string | null } | TooManyTries | Gone | Failed> {
  const answer = await call('/login/identifier', { request, username });
  const { upstream } = answer.body;
  if (answer.status === 200 && (typeof upstream === 'string' || upstream === null))
    return { outcome: 'identified', upstream };
  const refused = signInAnswer(answer);
  return refused.outcome === 'gone' || refused.outcome === 'tooManyTries' ? refused : { outcome: 'failed' };
}

export type SignInAnswer =
  | SignedIn
  /** The password is right; one of these has to be given as well. */
  | { outcome: 'factor'; attempt: string; factors: Factor[] }
  /** The password is right; a second factor has to be set up first. */
  | { outcome: 'enroll'; attempt: string }
  | { outcome: 'refused' }
  /** Many wrong passwords were tried for this name: a password alone is not enough in this browser. */
  | { outcome: 'guarded' }
  | { outcome: 'linkGone' }
  | TooManyTries
  | Gone
  | Failed;

export async function signIn(request: string, { username, password }: Credentials): Promise<SignInAnswer> {
  return signInAnswer(await call('/login/password', { request, username, password }));
}

/** With a mailed link in place of a password. */
export async function signInByLink(request: string, token: string): Promise<SignInAnswer> {
  return signInAnswer(await call('/login/link-sign-in', { request, token }));
}

/** The first step of signing in with a passkey alone. */
export async function passkeyOptions(
  request: string,
): Promise<{ outcome: 'options'; attempt: string; options: unknown } | TooManyTries | Gone | Failed> {
  const answer = await call('/login/passkey/options', { request });
  const { attempt, options } = answer.body;
  if (answer.status === 200 && typeof attempt === 'string') return { outcome: 'options', attempt, options };
  const refused = signInAnswer(answer);
  return refused.outcome === 'gone' || refused.outcome === 'tooManyTries' ? refused : { outcome: 'failed' };
}

export async function signInWithPasskey(request: string, attempt: string, credential: unknown): Promise<SignInAnswer> {
  return signInAnswer(await call('/login/passkey', { request, attempt, credential }));
}

function signInAnswer({ status, body }: Answer): SignInAnswer {
  switch (status) {
    case 200:
      return signedIn(body) ?? secondStep(body) ?? { outcome: 'failed' };
    case 401:
      return { outcome: body.code === 'ACCOUNT_GUARDED' ? 'guarded' : 'refused' };
    case 410:
      return { outcome: body.code === 'LINK_GONE' ? 'linkGone' : 'gone' };
    case 429:
      return { outcome: 'tooManyTries', retryAfterSeconds: waitSeconds(body.retryAfterSeconds) };
    default:
      return { outcome: 'failed' };
  }
}

function secondStep({ attempt, enroll, factors }: Answer['body']): SignInAnswer | null {
  if (typeof attempt !== 'string') return null;
  if (enroll === true) return { outcome: 'enroll', attempt };
  return Array.isArray(factors) ? { outcome: 'factor', attempt, factors: factors.flatMap(asFactor) } : null;
}

/** Null when no page of the provider is named. */
export function signedIn({ next }: Answer['body']): SignedIn | null {
  const path = pathWithin('/oauth2/', next);
  return path === null ? null : { outcome: 'signedIn', next: path };
}

export async function signOut(): Promise<{ outcome: 'signedOut'; next: string } | Failed> {
  const { status, body } = await call('/login/sign-out', {});
  const next = status === 200 ? pathWithin('/login/', body.next) : null;
  return next === null ? { outcome: 'failed' } : { outcome: 'signedOut', next };
}

/** The path if it lies under `prefix` on this very origin, after the browser's own reading of `..` and `\`; else null. */
export function pathWithin(prefix: string, next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith(prefix)) return null;
  const url = new URL(next, location.origin);
  if (url.origin !== location.origin || !url.pathname.startsWith(prefix)) return null;
  return url.pathname + url.search;
}

export type Answer = { status: number; body: Record<string, unknown> };

/** Status 0 when there was no answer at all. */
export async function call(path: string, json?: object): Promise<Answer> {
  try {
    const response = await fetch(path, {
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      ...(json && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
    });
    // A proxy in front of the server may answer without our JSON; the status still tells.
    const body: unknown = await response.json().catch(() => null);
    return { status: response.status, body: typeof body === 'object' && body !== null ? { ...body } : {} };
  } catch {
    return { status: 0, body: {} };
  }
}

export function waitSeconds(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.ceil(value) : fallbackWaitSeconds;
}
