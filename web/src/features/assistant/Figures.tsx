/** The table and the small chart of an answer. The values come as people read them; a bar is only drawn. */
import { useText } from '../../i18n';
import type { Answer } from './wire';

export function Figures({ answer: { table, chart } }: { answer: Answer }) {
  return (
    <>
      {chart && chart.points.length > 0 && <BarList chart={chart} />}
      {table && table.rows.length > 0 && <FigureTable table={table} />}
    </>
  );
}

/** One bar to a line: in a narrow window there is room for its name and its value. */
function BarList({ chart: { points } }: { chart: NonNullable<Answer['chart']> }) {
  const { t } = useText();
  const longest = Math.max(...points.map(({ value }) => Math.abs(value)), 0);
  const share = (value: number) => (longest === 0 ? 0 : (100 * Math.abs(value)) / longest);
  return (
    <ul aria-label={t('assistant.chart')} className="flex flex-col gap-3 rounded-lg border border-line p-3.5">
      {points.map(({ label, value, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of one answer never change their places.
        <li key={index} className="flex flex-col gap-1">
          <span className="flex items-baseline justify-between gap-3 text-sm">
            <span className="min-w-0 text-sub">{label}</span>
            <span className="flex-none font-semibold tabular-nums">{text}</span>
          </span>
          <span aria-hidden className="block h-2 overflow-hidden rounded-full bg-chart-track">
            <span className="block h-full rounded-full bg-chart-1" style={{ width: `${share(value)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** “$1,234.56”, “−8”, “7 h 30 min”. */
const isFigure = (cell: string) => /^[-−+]?\$?\d[\d.,]*( (h|min|hours?|horas?))?( \d+ min)?$/.test(cell);

/** A figure or a day: neither is read in pieces. */
const isWhole = (cell: string) => isFigure(cell) || (/\d{4}$/.test(cell) && cell.length <= 12);

const wrapping = (cell: string) => (isWhole(cell) ? 'whitespace-nowrap' : '');

/** Columns of figures are right-aligned, those of names and days left. */
function FigureTable({ table: { columns, rows } }: { table: NonNullable<Answer['table']> }) {
  const { t } = useText();
  const hasFigures = (index: number) =>
    index > 0 && rows.every((cells) => isFigure(cells[index] ?? '') || !cells[index]);
  const side = (index: number) => (hasFigures(index) ? 'text-right' : 'text-left');
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table has to be scrolled with the keyboard.
      tabIndex={0}
      aria-label={t('assistant.table')}
      className="focus-ring overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full text-sm tabular-nums">
        <thead className="bg-sunken text-sub">
          <tr>
            {columns.map((title, index) =>
              title === '' ? (
                <td key="corner" />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one answer never change their places.
                <th key={index} scope="col" className={`px-2 py-2 font-medium first:pl-3 last:pr-3 ${side(index)}`}>
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one answer never change their places.
            <tr key={row}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th
                    key="name"
                    scope="row"
                    className={`py-2 pr-2 pl-3 text-left align-top font-normal ${wrapping(cell)}`}
                  >
                    {cell}
                  </th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one answer never change their places.
                  <td key={index} className={`px-2 py-2 align-top last:pr-3 ${side(index)} ${wrapping(cell)}`}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
