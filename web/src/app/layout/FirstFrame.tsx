/** Until the guard has answered for the first time there is no page: who is signed in sees the frame theirs is going to stand in. */
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routeTable } from '../routes';
import { isSignedIn, useSession } from '../session/store';
import { PendingShell } from './ShellFrame';

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** Whether an address belongs to a page inside the shell, in whatever case it is typed. `$id` stands for any one part. */
export function needsPerson(path: string): boolean {
  const typed = path.toLowerCase();
  return routeTable.some((row) => row.meta.authRequired && isBelow(typed, row.path.replace('/$id', '').toLowerCase()));
}

export function FirstFrame({ children }: { children: ReactNode }) {
  const isFirst = useRouterState({ select: ({ matches }) => matches.length === 0 });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isExpected = isFirst && needsPerson(path) && isSignedIn(useSession.getState(), Date.now());
  return (
    <>
      {children}
      {isExpected && <PendingShell />}
    </>
  );
}
