/** Where the keyboard goes when the row it came from is gone: to the next row, or to the button that writes a new one. */
import { useRef } from 'react';
import type { Message } from './message';

export function useFocusAfterDelete() {
  const list = useRef<HTMLDivElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  /** Set between the deletion and the end of its dialog; null for the button. */
  const neighbour = useRef<string | null | undefined>(undefined);

  return {
    list,
    newButton,
    onDeleted: (deleted: Message, rows: readonly Message[]) => {
      const index = rows.findIndex(({ id }) => id === deleted.id);
      neighbour.current = (rows[index + 1] ?? rows[index - 1])?.id ?? null;
    },
    /** The dialog has left the page, and is about to give the focus back to a button that will not stay. */
    onClosed: () => {
      const id = neighbour.current;
      neighbour.current = undefined;
      if (id === undefined) return;
      const focus = () => {
        const row =
          id === null ? null : list.current?.querySelector<HTMLElement>(`[data-row-lead="${CSS.escape(id)}"]`);
        (row ?? newButton.current)?.focus();
      };
      requestAnimationFrame(() => requestAnimationFrame(focus));
    },
  };
}
