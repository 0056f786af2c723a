// A donut: one picture with a name, and a table with the same figures for screen readers. Bars, which no home shows, are in bars.tsx.
import { cx } from './style';

export type ChartColor = 1 | 2 | 3 | 4 | 5;

const strokes: Record<ChartColor, string> = {
  1: 'stroke-chart-1',
  2: 'stroke-chart-2',
  3: 'stroke-chart-3',
  4: 'stroke-chart-4',
  5: 'stroke-chart-5',
};
export const grounds: Record<ChartColor, string> = {
  1: 'bg-chart-1',
  2: 'bg-chart-2',
  3: 'bg-chart-3',
  4: 'bg-chart-4',
  5: 'bg-chart-5',
};

export function colorAt(index: number, chosen?: ChartColor | undefined): ChartColor {
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

export function HiddenTable({ label, head, rows }: { label: string; head: string[]; rows: string[][] }) {
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
