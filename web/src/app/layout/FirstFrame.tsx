/** Until the guard has answered for the first time and the page is drawn, who is signed in sees the frame theirs is going to stand in. */
import { Outlet } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { routeTable } from '../routes';
import { isSignedIn, useSession } from '../session/store';
import { PendingShell } from './ShellFrame';
import { useCurrentPath } from './useCurrentPath';
import { useLater } from './useLater';

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** Whether an address belongs to a page inside the shell, in whatever case it is typed. `$id` stands for any one part. */
export function needsPerson(path: string): boolean {
  const typed = path.toLowerCase();
  return routeTable.some((row) => row.meta.authRequired && isBelow(typed, row.path.replace('/$id', '').toLowerCase()));
}

/** Whether a page inside the shell is going to stand here, unless the guard finds otherwise. */
export const isExpectedAt = (path: string) => needsPerson(path) && isSignedIn(useSession.getState(), Date.now());

/** Told when there is a page. */
const StandingContext = createContext<() => void>(() => undefined);

export function FirstFrame({ children }: { children: ReactNode }) {
  const [isStanding, setStanding] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const stand = useCallback(() => {
    // Out of sight at once; React takes it away when there is time, and not before it has done what the page needs.
    if (frame.current) frame.current.style.display = 'none';
    startTransition(() => setStanding(true));
  }, []);
  const path = useCurrentPath();
  return (
    <StandingContext value={stand}>
      {children}
      {!isStanding && isExpectedAt(path) && (
        <div ref={frame}>
          <PendingShell />
        </div>
      )}
    </StandingContext>
  );
}

/**
 * The page a visit begins with. The router draws what it finds in one go, and a phone would hear nothing meanwhile: the frame stays a moment
 * longer, and the page is drawn behind it in pieces. Anyone who comes back to where they had scrolled to needs it at once, in its full height.
 */
export function FirstPage() {
  const stand = use(StandingContext);
  const path = useCurrentPath();
  const isDue = useLater(!isExpectedAt(path) || isReturn());
  // Before anything is painted: there is never both, and never neither.
  useLayoutEffect(() => {
    if (isDue) stand();
  }, [isDue, stand]);
  return isDue && <Outlet />;
}

/** Whether this visit began with a reload, or by going back. */
export function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate';
}
