/** The provider's calls after the right password: giving a second factor, or setting one up. */
import type { FactorKind } from '../api/step-up';
import {
  type Answer,
  call,
  type Failed,
  type Gone,
  type SignedIn,
  signedIn,
  type TooManyTries,
  waitSeconds,
} from './server';

export type Given = { kind: FactorKind; code?: string; credential?: unknown };

/** How a second step ends that cannot go on by itself. `attemptGone`, it took too long, and `triesUsed` begin with the password again. */
export type FinalEnding = { outcome: 'attemptGone' | 'triesUsed' } | TooManyTries | Gone;

/** How a second step ends without success. */
export type Ending = { outcome: 'wrong'; triesLeft: number | null } | FinalEnding | Failed;

export async function giveFactor(request: string, attempt: string, given: Given): Promise<SignedIn | Ending> {
  const answer = await call('/login/factor', { request, attempt, ...given });
  return (answer.status === 200 && signedIn(answer.body)) || ending(answer);
}

export async function factorOptions(attempt: string): Promise<{ outcome: 'options'; options: unknown } | Ending> {
  const answer = await call('/login/factor/options', { attempt, kind: 'passkey' });
  return answer.status === 200 ? { outcome: 'options', options: answer.body.options } : ending(answer);
}

/** No message is sent for now; every other way is still open. */
type TooManyCodes = { outcome: 'tooManyCodes'; retryAfterSeconds: number };

export async function sendCode(attempt: string): Promise<{ outcome: 'sent' } | TooManyCodes | Ending> {
  const answer = await call('/login/factor/options', { attempt, kind: 'sms' });
  if (answer.status === 204) return { outcome: 'sent' };
  if (answer.status === 429 && answer.body.code === 'TOO_MANY_CODES')
    return { outcome: 'tooManyCodes', retryAfterSeconds: waitSeconds(answer.body.retryAfterSeconds) };
  return ending(answer);
}

export type Enrolment = { secret: string; uri: string; qr: { d: string; size: number } };

export async function beginEnrolment(attempt: string): Promise<({ outcome: 'begun' } & Enrolment) | Ending> {
  const answer = await call('/login/enroll/totp', { attempt });
  if (answer.status !== 200 || typeof answer.body.secret !== 'string') return ending(answer);
  return { outcome: 'begun', ...(answer.body as Enrolment) };
}

export async function confirmEnrolment(
  request: string,
  attempt: string,
  code: string,
): Promise<{ outcome: 'enrolled'; next: string; recoveryCodes: string[] } | Ending> {
  const answer = await call('/login/enroll/totp/confirm', { request, attempt, code });
  const done = answer.status === 200 ? signedIn(answer.body) : null;
  if (done === null) return ending(answer);
  return { outcome: 'enrolled', next: done.next, recoveryCodes: (answer.body.recoveryCodes ?? []) as string[] };
}

function ending({ status, body }: Answer): Ending {
  switch (status) {
    case 401:
      if (body.triesLeft === 0) return { outcome: 'triesUsed' };
      return { outcome: 'wrong', triesLeft: typeof body.triesLeft === 'number' ? body.triesLeft : null };
    case 410:
      return { outcome: body.code === 'REQUEST_GONE' ? 'gone' : 'attemptGone' };
    case 429:
      return { outcome: 'tooManyTries', retryAfterSeconds: waitSeconds(body.retryAfterSeconds) };
    default:
      return { outcome: 'failed' };
  }
}
