// How far along a task is, how much of a balance is left, and a spinner for when no one knows.
import { Loader2 } from 'lucide-react';
import { useId } from 'react';
import { cx } from './style';
import { useUiText } from './text';

export interface ProgressProps {
  label: string;
  /** Null while the end is unknown. */
  value: number | null;
  max?: number | undefined;
  /** The value in words: «62 h available». Without it the percentage is shown. */
  valueText?: string | undefined;
  /** `meter` for an amount (a balance), `progress` for a task under way. */
  kind?: 'progress' | 'meter' | undefined;
  tone?: 'brand' | 'warn' | 'bad' | undefined;
  hideLabel?: boolean | undefined;
}

const fills = { brand: 'bg-chart-1', warn: 'bg-chart-2', bad: 'bg-danger' };

export function Progress(props: ProgressProps) {
  const { label, value, max = 100, valueText, kind = 'progress', tone = 'brand', hideLabel } = props;
  const labelId = useId();
  const share = value === null || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  const shown = valueText ?? (value === null ? '' : `${Math.round(share * 100)}%`);
  return (
    <div className="flex flex-col gap-2">
      {!hideLabel && (
        <div className="flex items-baseline justify-between gap-4">
          <span id={labelId} className="font-medium">
            {label}
          </span>
          <span className="text-sm text-sub tabular-nums">{shown}</span>
        </div>
      )}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take aria-valuenow. */}
      <div
        role={kind === 'meter' ? 'meter' : 'progressbar'}
        {...(hideLabel ? { 'aria-label': label } : { 'aria-labelledby': labelId })}
        aria-valuemin={0}
        aria-valuemax={max}
        {...(value === null ? {} : { 'aria-valuenow': value, 'aria-valuetext': shown })}
        className="h-2 overflow-hidden rounded-full bg-chart-track"
      >
        <div
          className={cx(
            'h-full rounded-full transition-[width] duration-500',
            fills[tone],
            value === null && 'w-2/5 animate-[indeterminate_1.4s_ease-in-out_infinite]',
          )}
          {...(value === null ? {} : { style: { width: `${share * 100}%` } })}
        />
      </div>
    </div>
  );
}

export function Spinner({
  label,
  className = 'size-5',
}: {
  label?: string | undefined;
  className?: string | undefined;
}) {
  const text = useUiText();
  return (
    <span role="status" className="inline-flex text-brand-ink">
      <Loader2 aria-hidden className={cx('animate-spin', className)} />
      <span className="sr-only">{label ?? text.loading}</span>
    </span>
  );
}
