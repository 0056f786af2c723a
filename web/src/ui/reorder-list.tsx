// A list someone puts in order: rows are dragged, or moved with the keyboard from their handle (Enter, arrows, Enter).
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { cx } from './style';

export interface ReorderListProps<Item> {
  /** Names the whole list. */
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** What a screen reader calls a row. */
  nameOf: (item: Item) => string;
  /** Says what the handle is for, with the row's name. */
  handleLabel: (name: string) => string;
  children: (item: Item) => ReactNode;
  /** All ids in their new order; absent when nothing may be moved. */
  onReorder?: ((ids: string[]) => void) | undefined;
}

/** The ids with those that were moved taken out and put before or after the one they were dropped at. */
export function reordered(ids: readonly string[], moved: ReadonlySet<string>, at: string, side: 'before' | 'after') {
  const rest = ids.filter((id) => !moved.has(id));
  const place = rest.indexOf(at) + (side === 'after' ? 1 : 0);
  return [...rest.slice(0, place), ...ids.filter((id) => moved.has(id)), ...rest.slice(place)];
}

export function ReorderList<Item>(props: ReorderListProps<Item>) {
  const { label, items, idOf, nameOf, handleLabel, children, onReorder } = props;
  const ids = items.map(idOf);
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: onReorder === undefined,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      if (target.dropPosition === 'on') return;
      onReorder?.(reordered(ids, new Set([...keys].map(String)), String(target.key), target.dropPosition));
    },
  });
  return (
    <GridList
      aria-label={label}
      items={items.map((item) => ({ id: idOf(item), item }))}
      dragAndDropHooks={dragAndDropHooks}
      selectionMode="none"
      className="divide-y divide-line outline-none"
    >
      {({ id, item }) => (
        <GridListItem
          id={id}
          textValue={nameOf(item)}
          className="focus-ring flex items-start gap-2 px-3 py-4 focus-visible:outline-offset-[-2px] dragging:opacity-60 sm:px-4"
        >
          <AriaButton
            slot="drag"
            aria-label={handleLabel(nameOf(item))}
            className={cx(
              'focus-ring mt-0.5 grid size-9 flex-none cursor-grab place-items-center rounded-sm text-sub hover:bg-hover hover:text-ink',
              onReorder === undefined && 'invisible',
            )}
          >
            <GripVertical aria-hidden className="size-4.5" />
          </AriaButton>
          <div className="min-w-0 flex-1">{children(item)}</div>
        </GridListItem>
      )}
    </GridList>
  );
}
