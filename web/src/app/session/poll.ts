/** While someone is signed in: asks now and then whether the provider still knows the session. */

export const pollMs = 10_000;

type Poll = {
  /** Whose tab this is: the subject of its ID token; null when it cannot be told. */
  subject: () => string | null;
  onEnded: () => void;
  /** Someone else has signed in in this browser. */
  onReplaced: () => void;
};

/**
 * Only a clear 401 is the end; a server that is down for a moment signs no one out. A question that crosses a step-up on
 * its way is answered 401 as well, since the cookie it took along has just been replaced: the second one tells.
 */
export function pollSession({ subject, onEnded, onReplaced }: Poll): () => void {
  const stopped = new AbortController();
  let isAsking = false;
  const ask = async () => {
    if (isAsking || document.visibilityState !== 'visible') return;
    isAsking = true;
    const request: RequestInit = { credentials: 'include', cache: 'no-store', signal: stopped.signal };
    const look = () => fetch('/sessions/me', request).catch(() => null);
    const first = await look();
    const answer = first?.status === 401 ? await look() : first;
    const found =
      answer?.status === 200 ? ((await answer.json().catch(() => null)) as { subject?: unknown } | null) : null;
    isAsking = false;
    if (stopped.signal.aborted) return;
    if (answer?.status === 401) onEnded();
    else if (typeof found?.subject === 'string' && subject() !== null && found.subject !== subject()) onReplaced();
  };
  const timer = setInterval(() => void ask(), pollMs);
  // A tab left in the background may show what no one should see anymore: it asks as soon as it is looked at.
  const onReturn = () => void ask();
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onReturn);
    stopped.abort();
  };
}
