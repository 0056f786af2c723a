/** A page that says one thing: a picture, a heading, a sentence, and what to do next. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type MessageProps = { icon: LucideIcon; title: string; body: string; tone?: 'brand' | 'bad'; children?: ReactNode };

export function Message({ icon: Icon, title, body, tone = 'brand', children }: MessageProps) {
  const colours = tone === 'bad' ? 'bg-bad-soft text-bad-ink' : 'bg-brand-soft text-brand-soft-ink';
  return (
    <div className="flex flex-col items-center text-center">
      <span aria-hidden className={`mb-6 grid size-16 place-items-center rounded-full ${colours}`}>
        <Icon className="size-7" strokeWidth={1.75} />
      </span>
      <h1 className="text-2xl font-semibold tracking-[-.02em]">{title}</h1>
      <p className="mt-2 max-w-md text-sub text-pretty">{body}</p>
      {children && <div className="mt-7 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
