// A message with something to do about it, over the page and not in it: nothing moves when it comes or goes. It stays until it is done
// with. It goes into the Toaster, or into a FloatingFoot.
import type { ReactNode } from 'react';
import { cx } from './style';

export interface FloatingBarProps {
  /** Nothing is shown without one. */
  message: string | false | null;
  actions: readonly { label: string; onPress: () => void; pending?: boolean | undefined }[];
  className?: string | undefined;
}

/** Over the foot of a page: above a phone's menu, beside a wide screen's. Children that show something say `data-action-bar`. */
export function FloatingFoot({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 flex flex-col items-center gap-2 px-4 md:bottom-6 md:left-62">
      {children}
    </div>
  );
}

export function FloatingBar({ message, actions, className }: FloatingBarProps) {
  return (
    <div
      className={
        message
          ? cx(
              'pointer-events-auto flex max-w-[min(32rem,calc(100vw-2rem))] animate-[rise_.25s_var(--ease-slide)] flex-wrap items-center gap-x-3 rounded-lg bg-toast py-1.5 pr-1.5 pl-4 text-[.875rem] font-medium text-on-toast shadow-dialog',
              className,
            )
          : undefined
      }
    >
      {/* There before its text, so that the text is read out. */}
      <p role="status" className={message ? 'min-w-0 flex-auto py-2 pr-2' : 'sr-only'}>
        {message}
      </p>
      {message && actions.length > 0 && (
        // Together on one line, below a message that needs the width.
        <span className="ml-auto flex flex-none">
          {actions.map(({ label, onPress, pending = false }) => (
            <button
              key={label}
              type="button"
              aria-disabled={pending}
              onClick={() => pending || onPress()}
              className="h-10 flex-none rounded-sm px-3 font-semibold text-toast-action outline-none hover:underline focus-visible:outline-2 focus-visible:-outline-offset-4 focus-visible:outline-current aria-disabled:opacity-60"
            >
              {label}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
