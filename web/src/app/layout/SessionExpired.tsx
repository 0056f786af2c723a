/** Tells that the session has ended, once it has. */
import { lazy, Suspense } from 'react';
import { usePreload } from '../../ui';
import { useSession } from '../session/store';

const load = () => import('./SessionExpiredDialog');
const SessionExpiredDialog = lazy(load);

export function SessionExpired() {
  const hasExpired = useSession((session) => session.hasExpired);
  usePreload(load);
  if (!hasExpired) return null;
  return (
    <Suspense>
      <SessionExpiredDialog />
    </Suspense>
  );
}
