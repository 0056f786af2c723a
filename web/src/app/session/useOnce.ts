/** Work that a page does once when it opens, and again only when the person asks for it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Once = { hasFailed: boolean; retry: () => void };

/** `work` waits until it `mayStart`. React's strict mode runs effects twice; the work is still done once. */
export function useOnce(work: () => Promise<void>, mayStart = true): Once {
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);
  const startedAttempt = useRef(0);
  const start = useEffectEvent(work);

  useEffect(() => {
    if (!mayStart || startedAttempt.current === attempt) return;
    startedAttempt.current = attempt;
    start().catch(() => setFailedAttempt(attempt));
  }, [attempt, mayStart]);

  return { hasFailed: failedAttempt === attempt, retry: () => setAttempt((last) => last + 1) };
}
