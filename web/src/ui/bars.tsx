// Stacked bars, upright or one a row. Each chart is one picture with a name, and a table has the same figures.
import { scaleLinear } from 'd3-scale';
import { type ChartColor, colorAt, grounds, HiddenTable } from './charts';
import { cx } from './style';

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
  const longest = Math.max(1, ...rows.map(total));
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
                      style={{ width: `${(100 * value) / longest}%` }}
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
