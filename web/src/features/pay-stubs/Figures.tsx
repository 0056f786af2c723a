/** A ledger: words on the left, figures of equal width on the right. It keeps its columns on a phone and scrolls if it must. */
import { cx } from '../../ui';

export type FigureRow = {
  id: string;
  label: string;
  /** Null makes the row a heading over those below it. */
  figures: readonly string[] | null;
  strong?: boolean;
};

type FiguresProps = { label: string; head: readonly [string, ...string[]]; rows: readonly FigureRow[] };

export function Figures({ label, head: [first, ...columns], rows }: FiguresProps) {
  return (
    <div className="-mx-5 overflow-x-auto px-5 sm:-mx-6 sm:px-6">
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-[.875rem] tabular-nums">
        <thead>
          <tr className="text-sm text-sub">
            <th scope="col" className="border-b border-line pb-2 text-left font-medium">
              {first}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="border-b border-line pb-2 pl-4 text-right font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label: name, figures, strong }) =>
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
                </th>
                {columns.map((column, index) => (
                  <td key={column} className="border-b border-line py-2.5 pl-4 text-right whitespace-nowrap">
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
