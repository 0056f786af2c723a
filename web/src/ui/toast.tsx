// Short messages at the bottom of the screen, above a phone's tab bar; on a phone at the top while a sheet, whose buttons are at
// the bottom, is open, and above a bar of actions (`data-action-bar`). One at a time: the latest is the one shown.
// Pointing at it or focusing it stops the clock.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { cx } from './style';
import { useUiText } from './text';

export type ToastTone = 'info' | 'ok' | 'error';

export interface ToastOptions {
  /** 2000 unless told. Only the error list of the app says 6000, for a feature that is not enabled. */
  ms?: 2000 | 6000 | undefined;
  tone?: ToastTone | undefined;
}

interface ToastMessage {
  id: number;
  message: string;
  ms: number;
  tone: ToastTone;
}

let current: ToastMessage | null = null;
let nextId = 1;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(message: ToastMessage | null) {
  clearTimeout(timer);
  current = message;
  if (message) startClock(message.ms);
  for (const listener of listeners) listener();
}

function startClock(ms: number) {
  clearTimeout(timer);
  timer = setTimeout(() => show(null), ms);
}

export function toast(message: string, { ms = 2000, tone = 'info' }: ToastOptions = {}): void {
  show({ id: nextId++, message, ms, tone });
}

export function dismissToast(): void {
  show(null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const icons = { info: Info, ok: CircleCheck, error: CircleAlert };
const inks = { info: 'opacity-80', ok: 'text-toast-ok', error: 'text-toast-bad' };

/** Once, near the root of the app, with what is above the toasts. An app with a bottom bar sets `--bottom-bar` to its height. */
export function Toaster({ children }: { children?: ReactNode }) {
  const shown = useSyncExternalStore(subscribe, () => current);
  const text = useUiText();
  const Icon = icons[shown?.tone ?? 'info'];
  return (
    // Above dialogs, and not hidden from screen readers while one is open.
    <section
      data-react-aria-top-layer="true"
      aria-label={text.notifications}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar,4.5rem)+env(safe-area-inset-bottom)+.75rem)] z-70 flex flex-col items-center gap-2 px-4 max-sm:[body:has([role=dialog])_&]:top-[calc(env(safe-area-inset-top)+.75rem)] max-sm:[body:has([role=dialog])_&]:bottom-auto [body:has([data-action-bar])_&]:mb-30 sm:[body:has([data-action-bar])_&]:mb-18 [body:has([data-action-bar]~[data-action-bar])_&]:mb-44 sm:[body:has([data-action-bar]~[data-action-bar])_&]:mb-34 sm:bottom-[calc(var(--bottom-bar,0rem)+1.5rem)]"
    >
      {/* The two regions exist before any message does; a region that arrives with its text is often not read out. */}
      <p role="status" className="sr-only">
        {shown && shown.tone !== 'error' ? shown.message : ''}
      </p>
      <p role="alert" className="sr-only">
        {shown?.tone === 'error' ? shown.message : ''}
      </p>
      {children}
      {shown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: resting on the box only stops its clock; its one control is the button.
        <div
          key={shown.id}
          onPointerEnter={() => clearTimeout(timer)}
          onPointerLeave={() => startClock(shown.ms)}
          onFocus={() => clearTimeout(timer)}
          onBlur={() => startClock(shown.ms)}
          className="pointer-events-auto flex max-w-lg animate-[rise_.25s_var(--ease-slide)] items-center gap-3 rounded-lg bg-toast py-1.5 pr-1.5 pl-4 text-on-toast shadow-dialog"
        >
          <Icon aria-hidden className={cx('size-5 flex-none', inks[shown.tone])} />
          <span aria-hidden className="min-w-0 py-1.5 text-[.875rem] font-medium">
            {shown.message}
          </span>
          <button
            type="button"
            aria-label={text.dismiss}
            onClick={dismissToast}
            className="grid size-10 flex-none place-items-center rounded-sm opacity-80 outline-none hover:opacity-100 focus-visible:outline-2 focus-visible:-outline-offset-4 focus-visible:outline-current"
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </section>
  );
}
