/**
 * What runs while somebody is signed in: a refresh check after activity, an eye on the time without any,
 * and the question whether the provider still knows the session. Each answers how to stop it.
 */
import { refreshIfDue } from './refresh';

export const refreshCheckMs = 8_400;
export const idleLimitMs = 15 * 60_000;
export const pollMs = 10_000;

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

export function followActivity(onIdleTooLong: () => void): () => void {
  let lastActivityMs = Date.now();
  let check: ReturnType<typeof setTimeout> | null = null;
  let idle = setTimeout(onIdleTooLong, idleLimitMs);

  const onActivity = () => {
    const now = Date.now();
    // Timers stand still while a laptop sleeps; the wall clock does not.
    if (now - lastActivityMs > idleLimitMs) return onIdleTooLong();
    lastActivityMs = now;
    clearTimeout(idle);
    idle = setTimeout(onIdleTooLong, idleLimitMs);
    // One check follows a burst of activity; a later key press does not put it off.
    check ??= setTimeout(() => {
      check = null;
      void refreshIfDue();
    }, refreshCheckMs);
  };

  onActivity();
  for (const sign of signsOfLife) addEventListener(sign, onActivity, { capture: true, passive: true });
  return () => {
    for (const sign of signsOfLife) removeEventListener(sign, onActivity, { capture: true });
    clearTimeout(idle);
    if (check !== null) clearTimeout(check);
  };
}

type Poll = {
  /** Whose tab this is: the subject of its ID token; null when it cannot be told. */
  subject: () => string | null;
  onEnded: () => void;
  /** Somebody else has signed in in this browser. */
  onReplaced: () => void;
};

/** Only a clear 401 is the end; a server that is down for a moment signs nobody out. */
export function pollSession({ subject, onEnded, onReplaced }: Poll): () => void {
  const stopped = new AbortController();
  let isAsking = false;
  const ask = async () => {
    if (isAsking || document.visibilityState !== 'visible') return;
    isAsking = true;
    const request: RequestInit = { credentials: 'include', cache: 'no-store', signal: stopped.signal };
    const answer = await fetch('/sessions/me', request).catch(() => null);
    const found =
      answer?.status === 200 ? ((await answer.json().catch(() => null)) as { subject?: unknown } | null) : null;
    isAsking = false;
    if (stopped.signal.aborted) return;
    if (answer?.status === 401) onEnded();
    else if (typeof found?.subject === 'string' && subject() !== null && found.subject !== subject()) onReplaced();
  };
  const timer = setInterval(() => void ask(), pollMs);
  return () => {
    clearInterval(timer);
    stopped.abort();
  };
}
