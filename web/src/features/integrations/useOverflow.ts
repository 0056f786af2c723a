/** Whether a row has more to show on either side of what is in sight, and the way there, a row's width at a time. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export function useOverflow(row: RefObject<HTMLElement | null>) {
  const [{ hasBefore, hasAfter }, setSides] = useState({ hasBefore: false, hasAfter: false });

  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      // Half pixels of a zoomed page are no offer out of sight.
      setSides({ hasBefore: scrollLeft > 1, hasAfter: scrollLeft + clientWidth < scrollWidth - 1 });
    };
    element.addEventListener('scroll', measure, { passive: true });
    // The first time as well: by then the page is laid out, which measuring it here would only force.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer?.disconnect();
    };
  }, [row]);

  const move = (by: -1 | 1) => row.current?.scrollBy({ left: by * row.current.clientWidth });
  return { hasBefore, hasAfter, move };
}
