/** A page with one form on it. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../ui';
import { Frame } from './Frame';

type FormPageProps = { title: string; lead?: ReactNode; children: ReactNode };

export function FormPage({ title, lead, children }: FormPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // It may have taken the place of another page without a load; a form that does not begin with a field says so.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Frame title={title}>
      <Card className="mx-auto w-full max-w-100">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-[-.02em] outline-none">
          {title}
        </h1>
        {lead && <p className="mt-0.5 text-sub text-pretty">{lead}</p>}
        <div className="mt-6">{children}</div>
      </Card>
    </Frame>
  );
}
