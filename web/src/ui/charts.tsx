// A donut and stacked bars. Each is one picture with a name, and a table with the same figures for screen readers.
import { scaleLinear } from 'd3-scale';
import { cx } from './style';

export type ChartColor = 1 | 2 | 3 | 4 | 5;

const strokes: Record<ChartColor, string> = {
  1: 'stroke-chart-1',
  2: 'stroke-chart-2',
  3: 'stroke-chart-3',
  4: 'stroke-chart-4',
  5: 'stroke-chart-5',
};
const grounds: Record<ChartColor, string> = {
  1: 'bg-chart-1',
  2: 'bg-chart-2',
  3: 'bg-chart-3',
  4: 'bg-chart-4',
  5: 'bg-chart-5',
};

function colorAt(index: number, chosen?: ChartColor | undefined): ChartColor {
  return chosen ?? (((index % 5) + 1) as ChartColor);
}

export interface DonutPart {
  id: string;
  label: string;
  /** Only drawn, never added up for show: a decimal string is fine. */
  value: number | string;
  /** The value as people read it, e.g. `$712.40`. */
  valueText: string;
  color?: ChartColor | undefined;
}

export interface DonutProps {
  label: string;
  parts: DonutPart[];
  /** Words in the hole. */
  center?: { label: string; value: string } | undefined;
  legend?: boolean | undefined;
}

/** Of a ring 100 across, in hundredths of a turn: what stays free between two slices, and what is seen of the smallest. */
const gap = 0.56;
const least = 0.3;
const ring = { r: 44.5, fill: 'none', strokeWidth: 11 };

/** Where each part of the whole begins, and how long it is, in hundredths of a turn. */
export function slices(values: readonly number[]): { start: number; length: number }[] {
  const whole = values.reduce((sum, value) => sum + value, 0);
  const between = values.filter((value) => value > 0).length > 1 ? gap : 0;
  let start = 0;
  return values.map((value) => {
    const share = whole > 0 ? (100 * value) / whole : 0;
    const slice = { start: start + between / 2, length: value > 0 ? Math.max(share - between, least) : 0 };
    start += share;
    return slice;
  });
}

export function Donut({ label, parts, center, legend = true }: DonutProps) {
  const drawn = slices(parts.map((part) => Math.max(0, Number(part.value))));
  const isEmpty = drawn.every(({ length }) => length === 0);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="relative size-36 flex-none">
        <svg role="img" aria-label={label} viewBox="-50 -50 100 100" className="size-full -rotate-90">
          {isEmpty ? (
            <circle {...ring} className="stroke-chart-track" />
          ) : (
            parts.map((part, index) => (
              <circle
                {...ring}
                key={part.id}
                pathLength={100}
                strokeDasharray={`${drawn[index]?.length} 100`}
                strokeDashoffset={-(drawn[index]?.start ?? 0)}
                className={strokes[colorAt(index, part.color)]}
              />
            ))
          )}
        </svg>
        {center && (
          <div aria-hidden className="absolute inset-0 flex flex-col items-center justify-center text-center">
            <span className="text-xs text-sub">{center.label}</span>
            <span className="text-lg font-semibold tracking-tight tabular-nums">{center.value}</span>
          </div>
        )}
      </div>
      {legend && (
        <ul aria-hidden className="flex min-w-26 flex-1 flex-col gap-3">
          {parts.map((part, index) => (
            <li key={part.id} className="flex items-start gap-2.5">
              <span className={cx('mt-1.5 size-2.5 flex-none rounded-[3px]', grounds[colorAt(index, part.color)])} />
              <span className="flex min-w-0 flex-col">
                <span className="text-sm text-sub">{part.label}</span>
                <span className="font-semibold tabular-nums">{part.valueText}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <HiddenTable label={label} head={[]} rows={parts.map((part) => [part.label, part.valueText])} />
    </div>
  );
}

export interface BarSeries {
  id: string;
  label: string;
  color?: ChartColor | undefined;
}

export interface BarGroup {
  id: string;
  label: string;
  /** Value by series id; missing is zero. */
  values: Record<string, number>;
}

export interface BarsProps {
  label: string;
  series: BarSeries[];
  groups: BarGroup[];
  /** How a value reads, on the axis and in the table. */
  format?: ((value: number) => string) | undefined;
  heightPx?: number | undefined;
  legend?: boolean | undefined;
}

/** Stacked bars, one a group. Laid out by CSS, so that text keeps its size at any width. */
export function Bars({ label, series, groups, format = String, heightPx = 184, legend = true }: BarsProps) {
  const totals = groups.map((group) => series.reduce((sum, one) => sum + (group.values[one.id] ?? 0), 0));
  const scale = scaleLinear([0, Math.max(1, ...totals)], [0, 100]).nice(4);
  const ticks = scale.ticks(4);
  return (
    <div className="min-w-0">
      {legend && (
        <ul aria-hidden className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
          {series.map((one, index) => (
            <li key={one.id} className="flex items-center gap-2 text-sm text-sub">
              <span className={cx('size-2.5 rounded-[3px]', grounds[colorAt(index, one.color)])} />
              {one.label}
            </li>
          ))}
        </ul>
      )}
      <div role="img" aria-label={label} className="flex gap-3">
        <div className="relative w-8 flex-none text-right text-xs text-sub tabular-nums" style={{ height: heightPx }}>
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2 whitespace-nowrap"
              style={{ bottom: `${scale(tick)}%` }}
            >
              {format(tick)}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <div className="relative" style={{ height: heightPx }}>
            {ticks.map((tick) => (
              <span
                key={tick}
                className={cx('absolute inset-x-0 border-t', tick === 0 ? 'border-line-strong/50' : 'border-line')}
                style={{ bottom: `${scale(tick)}%` }}
              />
            ))}
            <div className="absolute inset-0 flex items-end justify-around gap-1">
              {groups.map((group) => (
                <div key={group.id} className="flex h-full w-full max-w-9 flex-col-reverse gap-0.5">
                  {series.map((one, index) => {
                    const value = group.values[one.id] ?? 0;
                    if (value === 0) return null;
                    return (
                      <div
                        key={one.id}
                        className={cx('w-full rounded-[3px] last:rounded-t-[5px]', grounds[colorAt(index, one.color)])}
                        style={{ height: `${scale(value)}%` }}
                      />
                    );
                  })}
                </div>
              ))}
            </div>
          </div>
          <div className="mt-2 flex justify-around gap-1 text-xs text-sub">
            {groups.map((group) => (
              <span key={group.id} className="w-full max-w-9 text-center whitespace-nowrap">
                {group.label}
              </span>
            ))}
          </div>
        </div>
      </div>
      <HiddenTable
        label={label}
        head={['', ...series.map((one) => one.label)]}
        rows={groups.map((group) => [group.label, ...series.map((one) => format(group.values[one.id] ?? 0))])}
      />
    </div>
  );
}

export interface RowBarsProps {
  /** What it shows. The figures themselves are in a table next to it. */
  label: string;
  series: BarSeries[];
  rows: BarGroup[];
  format?: ((value: number) => string) | undefined;
}

/** One stacked bar a row, for names of any length. It goes with a table that everyone sees. */
export function RowBars({ label, series, rows, format = String }: RowBarsProps) {
  const total = ({ values }: BarGroup) => series.reduce((sum, { id }) => sum + (values[id] ?? 0), 0);
  const scale = scaleLinear([0, Math.max(1, ...rows.map(total))], [0, 100]);
  return (
    <div role="img" aria-label={label} className="min-w-0">
      {series.length > 1 && (
        <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
          {series.map((one, index) => (
            <li key={one.id} className="flex items-center gap-2 text-sm text-sub">
              <span className={cx('size-2.5 rounded-[3px]', grounds[colorAt(index, one.color)])} />
              {one.label}
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-col gap-3">
        {rows.map((row) => (
          <li key={row.id} className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,12rem)_1fr] sm:items-center">
            <span className="truncate text-sm">{row.label}</span>
            <span className="flex min-w-0 items-center gap-2.5">
              <span className="flex h-4 min-w-0 flex-1 gap-0.5">
                {series.map((one, index) => {
                  const value = row.values[one.id] ?? 0;
                  if (value === 0) return null;
                  return (
                    <span
                      key={one.id}
                      className={cx('h-full rounded-[3px]', grounds[colorAt(index, one.color)])}
                      style={{ width: `${scale(value)}%` }}
                    />
                  );
                })}
              </span>
              <span className="w-20 flex-none text-right text-sm text-sub tabular-nums">{format(total(row))}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function HiddenTable({ label, head, rows }: { label: string; head: string[]; rows: string[][] }) {
  return (
    <table className="sr-only">
      <caption>{label}</caption>
      {head.length > 0 && (
        <thead>
          <tr>
            {head.map((title) =>
              title === '' ? (
                <td key="corner" />
              ) : (
                <th key={title} scope="col">
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(([name = '', ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a fixed row.
              <td key={index}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
