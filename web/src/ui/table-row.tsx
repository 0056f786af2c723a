// The primary cell of a row. Where the row opens something, this is the one link or button, stretched over the whole row.
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { cx } from './style';

interface RowLeadProps<Row> {
  row: Row;
  /** Names the row so it can be found again. */
  id: string;
  table: { rowHref?: ((row: Row) => string) | undefined; onRowPress?: ((row: Row) => void) | undefined };
  content: ReactNode;
}

const stretched =
  'focus-ring block w-full rounded-xs text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';

export function RowLead<Row>({ row, id, table, content }: RowLeadProps<Row>) {
  if (table.rowHref) {
    return (
      <Link href={table.rowHref(row)} data-row-lead={id} className={cx(stretched, 'text-ink')}>
        {content}
      </Link>
    );
  }
  if (table.onRowPress) {
    return (
      <button type="button" data-row-lead={id} onClick={() => table.onRowPress?.(row)} className={stretched}>
        {content}
      </button>
    );
  }
  return content;
}
