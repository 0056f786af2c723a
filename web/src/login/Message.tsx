/** A page that says one thing: a picture, a heading, a sentence, and what to do next. */
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../ui';
import { Frame } from './Frame';

type MessageProps = {
  icon: LucideIcon;
  title: string;
  body: ReactNode;
  tone?: 'brand' | 'bad';
  /** Between the sentence and the buttons. */
  detail?: ReactNode;
  children?: ReactNode;
};

export function Message({ icon: Icon, title, body, tone = 'brand', detail, children }: MessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Most messages take the place of a form without a page load, which says nothing to a screen reader.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Frame title={title}>
      <div className="flex flex-col items-center text-center max-sm:pt-[12vh]">
        <span
          aria-hidden
          className={cx(
            'mb-6 grid size-16 place-items-center rounded-full',
            tone === 'bad' ? 'bg-bad-soft text-bad-ink' : 'bg-brand-soft text-brand-soft-ink',
          )}
        >
          <Icon className="size-7" strokeWidth={1.75} />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-[-.02em] outline-none">
          {title}
        </h1>
        <div className="mt-2 max-w-md text-sub text-pretty">{body}</div>
        {detail}
        {children && <div className="mt-7 flex flex-wrap justify-center gap-3">{children}</div>}
      </div>
    </Frame>
  );
}
