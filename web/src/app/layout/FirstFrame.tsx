/** Until the guard has answered for the first time there is no page: who is signed in sees the frame theirs is going to stand in. */
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { routeTable } from '../routes';
import { isSignedIn, useSession } from '../session/store';
import { PendingShell } from './ShellFrame';
import { useCurrentPath } from './useCurrentPath';

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** Whether an address belongs to a page inside the shell, in whatever case it is typed. `$id` stands for any one part. */
export function needsPerson(path: string): boolean {
  const typed = path.toLowerCase();
  return routeTable.some((row) => row.meta.authRequired && isBelow(typed, row.path.replace('/$id', '').toLowerCase()));
}

/** Whether a page inside the shell is going to stand here, unless the guard finds otherwise. */
export const isExpectedAt = (path: string) => needsPerson(path) && isSignedIn(useSession.getState(), Date.now());

export function FirstFrame({ children }: { children: ReactNode }) {
  const isFirst = useRouterState({ select: ({ matches }) => matches.length === 0 });
  const path = useCurrentPath();
  return (
    <>
      {children}
      {isFirst && isExpectedAt(path) && <PendingShell />}
    </>
  );
}

/**
 * The page a visit begins with. The router draws what it finds in one go, and a phone would hear nothing meanwhile: the frame stays a moment
 * longer, and the page is drawn behind it in pieces. Whoever comes back to where they had scrolled to needs it at once, in its full height.
 */
export function FirstPage() {
  const path = useCurrentPath();
  const [isDue, setDue] = useState(() => !isExpectedAt(path) || isReturn());
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue ? <Outlet /> : <PendingShell />;
}

function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate';
}
