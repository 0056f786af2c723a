/** Keeps the place of someone who clears the queue by keyboard: the decided row goes away, and the focus with it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Request } from './timeOff';

type Action = 'approve' | 'partly' | 'deny';
type Going = { ids: readonly string[]; action: Action; next: string | null };

/** How long a dialog may take to close, which has the focus until then. */
const patienceMs = 1500;

/** Call it with the rows that go: the focus moves to the same button of the next one, or to the heading, unless it is elsewhere by then. */
export function useFocusAfter(requests: readonly Request[] | null): (ids: readonly string[], action: Action) => void {
  const [going, setGoing] = useState<Going | null>(null);
  const rows = useRef(requests);
  useEffect(() => {
    rows.current = requests;
  }, [requests]);

  useEffect(() => {
    if (!going || requests?.some(({ id }) => going.ids.includes(id))) return;
    const ends = Date.now() + patienceMs;
    const timer = setInterval(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost) {
        const buttons = document.querySelectorAll<HTMLElement>(
          `[data-decide="${CSS.escape(going.next ?? '')}"] button`,
        );
        (buttons[going.action === 'deny' ? 1 : 0] ?? document.querySelector<HTMLElement>('main h1'))?.focus({
          preventScroll: true,
        });
      }
      if (isLost || Date.now() > ends) {
        clearInterval(timer);
        setGoing(null);
      }
    }, 50);
    return () => clearInterval(timer);
  }, [going, requests]);

  return useCallback((ids, action) => {
    const before = rows.current ?? [];
    const last = before.findLastIndex(({ id }) => ids.includes(id));
    const stays = ({ id }: Request) => !ids.includes(id);
    const next = before.slice(last + 1).find(stays) ?? before.slice(0, Math.max(last, 0)).findLast(stays);
    setGoing({ ids, action, next: next?.id ?? null });
  }, []);
}
