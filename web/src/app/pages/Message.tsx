/** A page that says one thing: a picture, a heading, a sentence, and what to do next. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconTile } from '../../ui';

type MessageProps = {
  icon: LucideIcon;
  title: string;
  body: string;
  /** A second sentence, apart from the first. */
  note?: string;
  tone?: 'brand' | 'bad';
  children?: ReactNode;
};

export function Message({ icon, title, body, note, tone = 'brand', children }: MessageProps) {
  return (
    <div className="flex flex-col items-center text-center">
      <IconTile icon={icon} tone={tone} size="lg" className="mb-6" />
      <h1 className="text-2xl font-semibold tracking-[-.02em]">{title}</h1>
      <p className="mt-2 max-w-md text-sub text-pretty">{body}</p>
      {note && <p className="mt-2 max-w-md text-sub text-pretty">{note}</p>}
      {children && <div className="mt-7 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
