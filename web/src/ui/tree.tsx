// What is inside what, as a list that folds: the arrow keys walk and fold, Enter opens a row, Tab reaches its buttons.
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tree as AriaTree, TreeItem as AriaTreeItem, Button, TreeItemContent } from 'react-aria-components';
import { cx } from './style';

export interface TreeNode<Row> {
  id: string;
  row: Row;
  children: TreeNode<Row>[];
}

export interface TreeProps<Row> {
  label: string;
  nodes: TreeNode<Row>[];
  /** What a row is called, for screen readers and for typing ahead. */
  textOf: (row: Row) => string;
  content: (row: Row, children: number) => ReactNode;
  onOpen: (row: Row) => unknown;
  /** Buttons at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Says what the arrow does. */
  foldLabel: string;
}

export function Tree<Row>(props: TreeProps<Row>) {
  const all = new Map<string, Row>();
  const collect = (nodes: TreeNode<Row>[]) => {
    for (const { id, row, children } of nodes) {
      all.set(id, row);
      collect(children);
    }
  };
  collect(props.nodes);
  return (
    <AriaTree
      aria-label={props.label}
      selectionMode="none"
      defaultExpandedKeys={[...all.keys()]}
      onAction={(id) => {
        const row = all.get(String(id));
        if (row !== undefined) props.onOpen(row);
      }}
      className="outline-none"
    >
      {props.nodes.map((node) => branch(node, props))}
    </AriaTree>
  );
}

function branch<Row>({ id, row, children }: TreeNode<Row>, props: TreeProps<Row>) {
  const { textOf, content, actions, foldLabel } = props;
  return (
    <AriaTreeItem
      key={id}
      id={id}
      textValue={textOf(row)}
      className="focus-ring cursor-pointer border-b border-line -outline-offset-2 last:border-b-0 hover:bg-sunken"
    >
      <TreeItemContent>
        {({ level, hasChildItems, isExpanded }) => (
          <div
            className="flex min-h-14 items-center gap-2 py-2 pr-4 sm:pr-6"
            style={{ paddingInlineStart: `calc(${level - 1} * clamp(.75rem, 3vw, 1.75rem) + .75rem)` }}
          >
            {hasChildItems ? (
              <Button
                slot="chevron"
                aria-label={foldLabel}
                className="focus-ring grid size-9 flex-none place-items-center rounded-sm text-sub hover:text-ink"
              >
                <ChevronRight aria-hidden className={cx('size-4.5 transition-transform', isExpanded && 'rotate-90')} />
              </Button>
            ) : (
              <span className="size-9 flex-none" />
            )}
            <div className="min-w-0 flex-1">{content(row, children.length)}</div>
            {actions && <div className="flex flex-none gap-2">{actions(row)}</div>}
          </div>
        )}
      </TreeItemContent>
      {children.map((child) => branch(child, props))}
    </AriaTreeItem>
  );
}
