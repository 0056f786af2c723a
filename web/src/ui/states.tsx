// What a list or page shows while it has nothing to show yet, nothing at all, or went wrong.
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { cx } from './style';
import { useUiText } from './text';

export interface SkeletonProps {
  /** Tailwind width and height, e.g. `h-4 w-32`. */
  className?: string | undefined;
  round?: boolean | undefined;
}

const shimmer = 'animate-[shimmer_1.6s_ease-in-out_infinite]';

/** A grey block in the shape of what is coming. Hidden from screen readers: wrap the whole in Loading. */
export function Skeleton({ className = 'h-4 w-full', ...block }: SkeletonProps) {
  return <Block {...block} className={cx(shimmer, className)} />;
}

function Block({ className, round }: SkeletonProps) {
  return <span aria-hidden className={cx('block bg-chart-track', round ? 'rounded-full' : 'rounded-sm', className)} />;
}

export interface SkeletonListProps {
  rows?: number | undefined;
  /** A round picture before each row. */
  avatars?: boolean | undefined;
}

const rowWidths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3'];

/** In something higher than itself it fills it, its rows further apart. They shimmer as one: what moves by itself is painted by itself. */
export function SkeletonList({ rows = 4, avatars }: SkeletonListProps) {
  return (
    <Loading className="flex flex-col">
      <div className={cx('flex grow flex-col justify-between gap-5 py-1', shimmer)}>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are placeholders and never move.
          <div key={row} className="flex items-center gap-3">
            {avatars && <Block round className="size-10" />}
            <div className="flex flex-1 flex-col gap-2">
              <Block className={cx('h-3.5', rowWidths[row % rowWidths.length])} />
              <Block className="h-3 w-1/4" />
            </div>
            <Block className="h-3.5 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

export interface LoadingProps {
  children: ReactNode;
  label?: string | undefined;
  className?: string | undefined;
}

/** Says «Loading» to screen readers around any skeletons. */
export function Loading({ children, label, className }: LoadingProps) {
  const text = useUiText();
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label ?? text.loading}</span>
      {children}
    </div>
  );
}

export interface EmptyStateProps {
  icon?: ReactNode | undefined;
  title: string;
  body?: ReactNode | undefined;
  action?: ReactNode | undefined;
}

export function EmptyState({ icon, title, body, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      {icon && (
        <span
          aria-hidden
          className="mb-4 grid size-14 place-items-center rounded-full bg-brand-soft text-brand-soft-ink [&>svg]:size-6"
        >
          {icon}
        </span>
      )}
      <p className="text-lg font-semibold tracking-tight">{title}</p>
      {body && <div className="mt-1 max-w-sm text-sub text-pretty">{body}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  title: string;
  body?: ReactNode | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
}

export function ErrorState({ title, body, onRetry, retrying }: ErrorStateProps) {
  const text = useUiText();
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-10 text-center">
      <span aria-hidden className="mb-4 grid size-14 place-items-center rounded-full bg-bad-soft text-bad-ink">
        <TriangleAlert className="size-6" />
      </span>
      <p className="text-lg font-semibold tracking-tight">{title}</p>
      {body && <div className="mt-1 max-w-sm text-sub text-pretty">{body}</div>}
      {onRetry && (
        <div className="mt-5">
          <Button
            variant="secondary"
            onPress={onRetry}
            pending={retrying}
            icon={<RotateCw aria-hidden className="size-4" />}
          >
            {text.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
