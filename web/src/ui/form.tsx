// A form: fields in one column with even gaps, a message above when the whole was refused, buttons at the end.
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { useInSight } from './in-sight';
import { preload } from './late';
import { Notice } from './notice';
import { cx } from './style';
import { useTyped } from './unsaved';

export interface FormProps {
  children: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  id?: string | undefined;
  /** What went wrong with the form as a whole; announced when it appears. */
  error?: ReactNode | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
}

export function Form({ children, onSubmit, id, error, className, ...rest }: FormProps) {
  const refusal = useInSight<HTMLDivElement>(error);
  // What typing or saving may bring up is there before the network, or this version of the app, is gone.
  useEffect(preload, []);
  const form = useRef<HTMLFormElement>(null);
  const isSent = useFocusOnError(form);
  useTypedInDialog(form);
  return (
    <AriaForm
      ref={form}
      {...(id ? { id } : {})}
      {...(rest['aria-label'] ? { 'aria-label': rest['aria-label'] } : {})}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        isSent.current = true;
        onSubmit(event);
      }}
      className={cx('flex flex-col gap-5', className)}
    >
      <div ref={refusal} role="alert" className="scroll-my-24 empty:hidden">
        {error && <Notice tone="bad">{error}</Notice>}
      </div>
      {children}
    </AriaForm>
  );
}

/** A form in a dialog goes with it once it's saved; one on a page stays, and says itself what isn't saved (unsaved.ts). */
function useTypedInDialog(form: RefObject<HTMLFormElement | null>): void {
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    const type = ({ target }: Event) => {
      const { current } = form;
      if (current === null || !(target instanceof Node && current.contains(target))) return;
      setTyped(current.closest('[role=dialog], [role=alertdialog]') !== null);
    };
    // On the document React has heard it already. Heard before React, it would render the field again as it was and lose the letter.
    document.addEventListener('input', type);
    return () => document.removeEventListener('input', type);
  }, [form]);
  useTyped(isTyped);
}

/** Controls that are wrong themselves, or whose field is. */
const wrong = ['input', 'textarea', 'button', '[role=spinbutton]']
  .flatMap((control) => [`${control}[aria-invalid=true]`, `[data-invalid] ${control}`])
  .join(', ');
const unreachable = '[tabindex="-1"], [type=hidden], [aria-hidden=true] *';

/**
 * What was sent and came back wrong, from here or from the server, has the focus at its first mistake; unless its reader has gone on
 * in the meantime, or a form library was there first.
 */
function useFocusOnError(form: RefObject<HTMLFormElement | null>): RefObject<boolean> {
  const isSent = useRef(false);
  useEffect(() => {
    const going = new AbortController();
    const goOn = () => {
      isSent.current = false;
    };
    for (const type of ['keydown', 'pointerdown'])
      form.current?.addEventListener(type, goOn, { capture: true, signal: going.signal });
    return () => going.abort();
  }, [form]);
  useEffect(() => {
    if (!isSent.current) return;
    const found = [...(form.current?.querySelectorAll<HTMLElement>(wrong) ?? [])];
    const first = found.find((control) => !control.matches(unreachable));
    if (!first) return;
    isSent.current = false;
    if (document.activeElement?.closest('[data-invalid]')) return;
    first.focus();
    first.closest('.group\\/field')?.scrollIntoView({ block: 'nearest' });
  });
  return isSent;
}

/** Fields that share a line where there is room. */
export function FormRow({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div className={cx('grid grid-cols-1 gap-5 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none', className)}>
      {children}
    </div>
  );
}

export interface FormWithPreviewProps {
  /** What is shown beside the fields. */
  label: string;
  preview: ReactNode;
  children: ReactNode;
}

/** Fields, and beside them what will come of them; below on phones. */
export function FormWithPreview({ label, preview, children }: FormWithPreviewProps) {
  return (
    <div className="grid items-start gap-x-8 gap-y-7 md:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]">
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
      <aside aria-label={label} className="flex flex-col gap-6 rounded-lg bg-sunken p-4 md:sticky md:top-0">
        {preview}
      </aside>
    </div>
  );
}

/** The buttons of a form: right-aligned on wide screens, full-width and primary first on phones. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2.5 border-t border-line pt-5 sm:flex-row sm:justify-end">{children}</div>
  );
}
