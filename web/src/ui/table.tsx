// A list of records: a real table where there is room, and otherwise, always below 640 px, one card a row with the headers as labels.
// Columns are defined once for both. Sorting is done here from `sortValue`, or by the caller through `onSortChange`.
import { ArrowDown, ArrowUp, ChevronRight, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { phone, useMedia } from './media';
import { Skeleton } from './states';
import { steadyPress } from './steady-press';
import { cx } from './style';
import { useTightness } from './table-room';
import { RowLead } from './table-row';
import { type Sort, type SortValue, useSortedRows } from './table-sort';
import { useUiText } from './text';

export interface TableColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The column that names the row: its row header, and the title of its card. The first one unless told. */
  primary?: boolean | undefined;
  /** Figures of equal width, aligned right. */
  numeric?: boolean | undefined;
  /** Makes the column sortable here. */
  sortValue?: ((row: Row) => SortValue) | undefined;
  /** Makes the column sortable by the caller, with `onSortChange`. */
  sortable?: boolean | undefined;
  /** The header is read out but takes no room: what is below tells. Cards show it. */
  quietHeader?: boolean | undefined;
  /** Left out of the cards. */
  wideOnly?: boolean | undefined;
}

export interface TableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | null | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  defaultSort?: Sort | undefined;
  /** Opens the row: the whole row can be pressed, and its primary cell is the link or button. */
  rowHref?: ((row: Row) => string) | undefined;
  onRowPress?: ((row: Row) => void) | undefined;
  /** Buttons at the end of the row. */
  rowActions?: ((row: Row) => ReactNode) | undefined;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode | undefined;
  /** Shows this many grey rows. */
  loadingRows?: number | undefined;
  className?: string | undefined;
}

export function Table<Row>(props: TableProps<Row>) {
  const narrow = useMedia(phone);
  const sorted = useSortedRows(props);
  const view = { ...props, ...sorted };
  const isEmpty = !props.loadingRows && props.rows.length === 0;
  const place = useRef<HTMLDivElement>(null);
  const scrolling = useRef<HTMLDivElement>(null);
  const isTight = useTightness(place, scrolling);
  // The place stays the same one, rows or not: its width is watched.
  if (isEmpty && props.empty) return <div ref={place}>{props.empty}</div>;
  return <div ref={place}>{narrow || isTight ? <Cards {...view} /> : <Grid {...view} scrolling={scrolling} />}</div>;
}

type View<Row> = TableProps<Row> & { activeSort: Sort | null; toggleSort: (columnId: string) => void };

function Grid<Row>({ scrolling, ...props }: View<Row> & { scrolling: RefObject<HTMLDivElement | null> }) {
  const { label, columns, rows, rowKey, rowActions, loadingRows, className } = props;
  const text = useUiText();
  const pressable = Boolean(props.rowHref ?? props.onRowPress);
  return (
    <div ref={scrolling} className={cx('relative min-w-0 overflow-x-auto', className)}>
      <table aria-label={label} aria-busy={Boolean(loadingRows)} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} view={props} />
            ))}
            {rowActions && (
              <th scope="col" className={headCell}>
                <span className="sr-only">{text.actions}</span>
              </th>
            )}
            {pressable && !rowActions && <td className={headCell} />}
          </tr>
        </thead>
        <tbody ref={steadyPress} onKeyDown={moveBetweenRows}>
          {loadingRows
            ? Array.from({ length: loadingRows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move.
                <tr key={row}>
                  {columns.map((column) => (
                    <td key={column.id} className={bodyCell}>
                      <Skeleton className={cx('h-4', column.numeric ? 'ml-auto w-16' : 'w-3/5')} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={rowKey(row)} className={cx('group relative', pressable && 'hover:bg-sunken')}>
                  {columns.map((column) => {
                    const isPrimary = column === primaryColumn(columns);
                    const Cell = isPrimary ? 'th' : 'td';
                    return (
                      <Cell
                        key={column.id}
                        {...(isPrimary ? { scope: 'row' } : {})}
                        className={cx(bodyCell, column.numeric && 'text-right tabular-nums')}
                      >
                        {isPrimary ? (
                          <RowLead row={row} id={rowKey(row)} table={props} content={column.cell(row)} />
                        ) : (
                          column.cell(row)
                        )}
                      </Cell>
                    );
                  })}
                  {rowActions && (
                    <td className={bodyCell}>
                      <div className="relative z-1 flex justify-end gap-2">{rowActions(row)}</div>
                    </td>
                  )}
                  {pressable && !rowActions && (
                    <td aria-hidden className={cx(bodyCell, 'w-10 pl-0 text-sub')}>
                      <ChevronRight className="ml-auto size-4.5" />
                    </td>
                  )}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

const headCell =
  'h-11 border-b border-line bg-sunken px-4 text-left text-sm font-medium whitespace-nowrap text-sub first:pl-6 last:pr-6';
const bodyCell =
  'h-15 border-b border-line px-4 py-2.5 text-left font-normal first:pl-6 last:pr-6 group-last:border-b-0';

function HeaderCell<Row>({ column, view }: { column: TableColumn<Row>; view: View<Row> }) {
  const text = useUiText();
  const { activeSort, toggleSort } = view;
  const align = column.numeric ? 'text-right' : '';
  if (!isSortable(column)) {
    return (
      <th scope="col" className={cx(headCell, align)}>
        {column.quietHeader ? <span className="sr-only">{column.header}</span> : column.header}
      </th>
    );
  }
  const direction = activeSort?.columnId === column.id ? activeSort.direction : null;
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={cx(headCell, align)}>
      <button
        type="button"
        onClick={() => toggleSort(column.id)}
        title={direction === 'ascending' ? text.sortDescending : text.sortAscending}
        className={cx(
          'focus-ring -mx-2 inline-flex h-9 items-center gap-1.5 rounded-sm px-2 hover:text-ink',
          direction && 'text-ink',
          column.numeric && 'flex-row-reverse',
        )}
      >
        {column.header}
        <Icon aria-hidden className={cx('size-3.5', !direction && 'opacity-50')} />
      </button>
    </th>
  );
}

function Cards<Row>(props: View<Row>) {
  const { label, columns, rows, rowKey, rowActions, loadingRows, activeSort, toggleSort, className } = props;
  const text = useUiText();
  const sortId = useId();
  const primary = primaryColumn(columns);
  const sortable = columns.filter(isSortable);
  const details = columns.filter((column) => column !== primary && !column.wideOnly);
  return (
    <div className={className}>
      {sortable.length > 0 && (
        <div className="flex items-center gap-2 border-b border-line px-5 py-2">
          <label htmlFor={sortId} className="text-sm text-sub">
            {text.sortBy}
          </label>
          <select
            id={sortId}
            value={activeSort?.columnId ?? ''}
            onChange={(event) => toggleSort(event.target.value)}
            className="focus-ring h-10 min-w-0 flex-1 rounded-sm bg-surface text-[1rem] font-medium"
          >
            {!activeSort && <option value="">–</option>}
            {sortable.map((column) => (
              <option key={column.id} value={column.id}>
                {column.header}
              </option>
            ))}
          </select>
          <button
            type="button"
            disabled={!activeSort}
            aria-label={activeSort?.direction === 'descending' ? text.sortAscending : text.sortDescending}
            onClick={() => activeSort && toggleSort(activeSort.columnId)}
            className="focus-ring grid size-10 place-items-center rounded-sm text-sub disabled:opacity-40"
          >
            {activeSort?.direction === 'descending' ? (
              <ArrowDown className="size-4.5" />
            ) : (
              <ArrowUp className="size-4.5" />
            )}
          </button>
        </div>
      )}
      <ul
        ref={steadyPress}
        aria-label={label}
        aria-busy={Boolean(loadingRows)}
        className="divide-y divide-line"
        onKeyDown={moveBetweenRows}
      >
        {loadingRows
          ? Array.from({ length: loadingRows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move.
              <li key={row} className="flex flex-col gap-3 px-5 py-4">
                <Skeleton className="h-4 w-1/2" />
                <Skeleton className="h-3.5 w-full" />
                <Skeleton className="h-3.5 w-full" />
              </li>
            ))
          : rows.map((row) => (
              <li key={rowKey(row)} className="relative px-5 py-4">
                {primary && (
                  <div className="flex items-center gap-2">
                    <div className="min-w-0 flex-1">
                      <RowLead row={row} id={rowKey(row)} table={props} content={primary.cell(row)} />
                    </div>
                    {(props.rowHref ?? props.onRowPress) && (
                      <ChevronRight aria-hidden className="size-4.5 flex-none text-sub" />
                    )}
                  </div>
                )}
                <dl className="mt-3 grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] sm:gap-x-6 sm:gap-y-3">
                  {details.map((column) => {
                    const value = column.cell(row);
                    // A label beside nothing says nothing.
                    if (value === null || value === undefined || value === false || value === '') return null;
                    return (
                      <div
                        key={column.id}
                        className="flex items-start justify-between gap-4 sm:flex-col sm:justify-start sm:gap-0.5"
                      >
                        <dt className="mt-0.5 flex-none text-sm text-sub">{column.header}</dt>
                        <dd
                          className={cx(
                            'min-w-0 max-sm:text-right sm:[&_*]:whitespace-normal',
                            column.numeric && 'tabular-nums',
                          )}
                        >
                          {value}
                        </dd>
                      </div>
                    );
                  })}
                </dl>
                {rowActions && (
                  <div className="relative z-1 mt-3.5 flex gap-2.5 empty:hidden max-sm:[&>*]:flex-auto">
                    {rowActions(row)}
                  </div>
                )}
              </li>
            ))}
      </ul>
    </div>
  );
}

function primaryColumn<Row>(columns: TableColumn<Row>[]): TableColumn<Row> | undefined {
  return columns.find((column) => column.primary) ?? columns[0];
}

function isSortable<Row>(column: TableColumn<Row>): boolean {
  return column.sortable === true || column.sortValue !== undefined;
}

/** Up and down walk from row to row among the primary links or buttons. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const leads = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-row-lead]'));
  const from = leads.indexOf(event.target as HTMLElement);
  const to = leads[from + (event.key === 'ArrowDown' ? 1 : -1)];
  if (from === -1 || !to) return;
  event.preventDefault();
  to.focus();
}
