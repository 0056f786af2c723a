/** Tells that the session has ended, once it has. */
import { late } from '../../ui';
import { useSession } from '../session/store';

const SessionExpiredDialog = late(() => import('./SessionExpiredDialog'));

export function SessionExpired() {
  return useSession((session) => session.hasExpired) && <SessionExpiredDialog />;
}
