// What a form says is seen: a message that comes up behind the edge of a dialog, or behind what sticks to the window, is brought
// into sight. `scroll-my-24` on the element keeps it clear of the latter.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** Of an element that shows `message`. With `around`, only while the focus is in the next element around it that matches. */
export function useInSight<Shown extends HTMLElement>(message: ReactNode, around?: string): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  const said = typeof message === 'string' ? message : Boolean(message);
  useEffect(() => {
    const isDue = !around || shown.current?.closest(around)?.contains(document.activeElement);
    if (said && isDue) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [said, around]);
  return shown;
}
