// Whether a media query holds, kept up to date.
import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Tailwind's `max-sm`: a phone. */
export const phone = '(width < 40rem)';

/** Tailwind's `md`: from here on the menu is at the left, and not at the bottom. */
export const roomForMenu = '(width >= 48rem)';
