/** A part of the settings: what it is about on the left where there is room, a card with the settings on the right. */
import { type ReactNode, useId } from 'react';
import { Card } from '../../ui';

type SectionProps = { title: string; lead: string; children: ReactNode; flush?: boolean };

export function Section({ title, lead, children, flush = false }: SectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid items-start gap-x-10 gap-y-4 border-t border-line pt-8 first:border-0 first:pt-0 xl:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={titleId} className="text-lg font-semibold tracking-tight">
          {title}
        </h2>
        <p className="mt-1 text-sm text-sub text-pretty">{lead}</p>
      </div>
      <Card flush={flush}>{children}</Card>
    </section>
  );
}

type SettingProps = {
  icon: ReactNode;
  title: string;
  /** The current value. */
  status: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** One setting among several in a card. */
export function Setting({ icon, title, status, action, children }: SettingProps) {
  return (
    <li className="flex flex-col gap-4 px-5 py-5 sm:px-6">
      <div className="flex items-start gap-4 max-sm:flex-wrap">
        <span
          aria-hidden
          className="grid size-10 flex-none place-items-center rounded-full bg-brand-soft text-brand-soft-ink [&>svg]:size-5"
        >
          {icon}
        </span>
        {/* Without room beside the text, the buttons stand below it; on a phone across the whole card. */}
        <div className="contents sm:flex sm:min-w-0 sm:flex-1 sm:flex-wrap sm:items-start sm:gap-x-4 sm:gap-y-3">
          <div className="min-w-0 flex-1 sm:basis-56">
            <h3 className="font-semibold">{title}</h3>
            <div className="text-sm text-sub text-pretty">{status}</div>
          </div>
          {action && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">{action}</div>}
        </div>
      </div>
      {children}
    </li>
  );
}
