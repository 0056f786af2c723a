/**
 * What lies over a page is not needed to show it: it comes once the page stands, so that a first visit is light, and so that it is there
 * when there is no network any more.
 */
import { useEffect } from 'react';

const restMs = 2_000;

export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Who needs it before will load it then; a failure now is not worth a word.
    const timer = setTimeout(() => void load().catch(() => null), restMs);
    return () => clearTimeout(timer);
  }, [load]);
}
