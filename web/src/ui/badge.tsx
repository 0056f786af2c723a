// A quiet pill: the state of a thing in one word. The words come from the caller; the spec fixes four colours.
import type { ReactNode } from 'react';
import { cx, softTone, type Tone } from './style';

export interface BadgeProps {
  tone?: Tone | undefined;
  /** A dot before the word, so that colour is never the only sign in a dense list. */
  dot?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

export function Badge({ tone = 'neutral', dot, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-6 w-fit flex-none items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap',
        softTone[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}

const statusTones: Record<string, Tone> = {
  approved: 'ok',
  active: 'ok',
  pending: 'warn',
  denied: 'bad',
  partial: 'info',
  cancelled: 'neutral',
};

/** Approved green, Pending amber, Denied red, Partial blue; anything else is neutral. */
export function statusTone(status: string): Tone {
  return statusTones[status.toLowerCase()] ?? 'neutral';
}

export interface StatusBadgeProps {
  /** The status as data, e.g. `Pending`; decides the colour. */
  status: string;
  /** The word to show, in the reader's language. */
  label: string;
}

export function StatusBadge({ status, label }: StatusBadgeProps) {
  return (
    <Badge tone={statusTone(status)} dot>
      {label}
    </Badge>
  );
}
