// A message that belongs to the page and stays: a warning above a form, a hint in a card.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx, softTone, type Tone } from './style';

const icons: Record<Tone, typeof Info> = {
  neutral: Info,
  brand: Info,
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
};

export interface NoticeProps {
  tone?: Tone | undefined;
  title?: string | undefined;
  children?: ReactNode | undefined;
  action?: ReactNode | undefined;
  className?: string | undefined;
}

export function Notice({ tone = 'info', title, children, action, className }: NoticeProps) {
  const Icon = icons[tone];
  // One line beside a button is at the button's height.
  const isLine = action && !title;
  return (
    <div
      className={cx(
        'flex flex-wrap gap-3 rounded-lg px-4',
        isLine ? 'items-center py-2.5' : 'items-start py-3.5',
        softTone[tone],
        className,
      )}
    >
      <Icon aria-hidden className={cx('size-5 flex-none', !isLine && 'mt-0.5')} />
      {/* Beside an action it keeps the width of a few words: on a phone the action goes below. */}
      <div className="min-w-0 flex-1 basis-40">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-[.875rem]">{children}</div>}
      </div>
      {action && <div className="ml-auto">{action}</div>}
    </div>
  );
}
