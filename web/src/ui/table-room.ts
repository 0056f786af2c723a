// Whether a table is wider than its place: beside a menu, in a long language or with long names. It is then shown as cards, as on a phone,
// since what scrolls out of sight are the buttons at the end of a row.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** `table` is what scrolls while it is shown as a table, inside `place`. Half pixels of a zoomed page do not count. */
export function useTightness(place: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): boolean {
  // What it once needed counts until there is so much room, so that other rows do not turn it back and forth.
  const [{ room, needed }, setMeasured] = useState({ room: 1, needed: 0 });

  // After every render, before it is seen: other rows need other room.
  useLayoutEffect(() => {
    const { clientWidth = 0, scrollWidth = 0 } = table.current ?? {};
    if (scrollWidth > clientWidth + 1) setMeasured({ room: clientWidth, needed: scrollWidth });
  });

  useLayoutEffect(() => {
    const element = place.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      const { clientWidth } = element;
      setMeasured((before) => (before.room === clientWidth ? before : { ...before, room: clientWidth }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);

  return needed > room;
}
