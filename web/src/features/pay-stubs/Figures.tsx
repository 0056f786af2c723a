/** A ledger: words on the left, figures of equal width on the right. It keeps its columns on a phone and scrolls if it must. */
import { cx } from '../../ui';

export type FigureRow = {
  id: string;
  label: string;
  /** Null makes the row a heading over those below it. */
  figures: readonly string[] | null;
  /** Says on a phone what the columns that have no room there say. */
  note?: string;
  strong?: boolean;
};

type FiguresProps = {
  label: string;
  head: readonly [string, ...string[]];
  rows: readonly FigureRow[];
  /** How many of the first columns of figures a phone leaves out. */
  wideOnly?: number;
};

export function Figures({ label, head: [first, ...columns], rows, wideOnly = 0 }: FiguresProps) {
  const hidden = (index: number) => index < wideOnly && 'max-sm:hidden';
  return (
    <div className="-mx-5 overflow-x-auto px-5 sm:-mx-6 sm:px-6">
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-[.875rem] tabular-nums">
        <thead>
          <tr className="text-sm text-sub">
            <th scope="col" className="border-b border-line pb-2 text-left font-medium">
              {first}
            </th>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={cx('border-b border-line pb-2 pl-4 text-right font-medium', hidden(index))}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label: name, figures, note, strong }) =>
            figures === null ? (
              <tr key={id}>
                <th
                  scope="colgroup"
                  colSpan={columns.length + 1}
                  className="pt-4 pb-1.5 text-left text-sm font-semibold text-brand-ink"
                >
                  {name}
                </th>
              </tr>
            ) : (
              <tr key={id} className={cx(strong && 'font-semibold')}>
                <th
                  scope="row"
                  className={cx('border-b border-line py-2.5 text-left', strong ? 'font-semibold' : 'font-normal')}
                >
                  {name}
                  {note && <span className="block text-sm text-sub sm:hidden">{note}</span>}
                </th>
                {columns.map((column, index) => (
                  <td
                    key={column}
                    className={cx('border-b border-line py-2.5 pl-4 text-right whitespace-nowrap', hidden(index))}
                  >
                    {figures[index]}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
