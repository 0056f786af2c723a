/**
 * The provider's JSON calls behind these pages. Every outcome is a value, so that a page has to say something about each
 * of them; nothing is thrown. What the server names as the next page is followed only within the provider's own paths.
 */

export type DemoAccount = { username: string; firstName: string; lastName: string; who: string; language: string };

export type SignInRequest = {
  clientName: string;
  expiresAt: string;
  /** Only a demo server sends these two. */
  demoAccounts?: DemoAccount[];
  demoPassword?: string;
};

export type Credentials = { username: string; password: string };

type Failed = { outcome: 'failed' };
type Gone = { outcome: 'gone' };

const patienceMs = 20_000;
const fallbackWaitSeconds = 60;

export async function findRequest(id: string): Promise<{ outcome: 'found'; request: SignInRequest } | Gone | Failed> {
  const answer = await call(`/login/request?request=${encodeURIComponent(id)}`);
  if (answer.status === 404 || answer.status === 410) return { outcome: 'gone' };
  if (answer.status !== 200 || typeof answer.body.clientName !== 'string') return { outcome: 'failed' };
  return { outcome: 'found', request: answer.body as SignInRequest };
}

export type SignInAnswer =
  | { outcome: 'signedIn'; next: string }
  | { outcome: 'refused' }
  | { outcome: 'tooManyTries'; retryAfterSeconds: number }
  | Gone
  | Failed;

export async function signIn(request: string, { username, password }: Credentials): Promise<SignInAnswer> {
  const { status, body } = await call('/login/password', { request, username, password });
  switch (status) {
    case 200: {
      const next = pathWithin('/oauth2/', body.next);
      return next === null ? { outcome: 'failed' } : { outcome: 'signedIn', next };
    }
    case 401:
      return { outcome: 'refused' };
    case 410:
      return { outcome: 'gone' };
    case 429:
      return { outcome: 'tooManyTries', retryAfterSeconds: waitSeconds(body.retryAfterSeconds) };
    default:
      return { outcome: 'failed' };
  }
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

/** Status 0 when there was no answer at all. */
async function call(path: string, json?: object): Promise<{ status: number; body: Record<string, unknown> }> {
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

function waitSeconds(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.ceil(value) : fallbackWaitSeconds;
}
