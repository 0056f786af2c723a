// Whole seconds until an instant, counted on the wall clock: a tab that slept shows the truth.
import { useEffect, useState } from 'react';

/** `until` in ms since the epoch. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const msLeft = until - now;
    if (msLeft <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), msLeft % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [until, now]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
