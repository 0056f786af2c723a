// A titled stretch of the kit page.
import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <h2 className="border-b border-line pb-2 text-sm font-semibold text-sub">{title}</h2>
      {children}
    </section>
  );
}
