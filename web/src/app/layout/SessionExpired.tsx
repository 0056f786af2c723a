/** Tells that the session has ended, once it has. */
import { loadTexts } from '../../i18n';
import { late } from '../../ui';
import { useSession } from '../session/store';

const SessionExpiredDialog = late(
  async () => (await Promise.all([import('./SessionExpiredDialog'), loadTexts(['step-up'])]))[0],
);

export function SessionExpired() {
  return useSession((session) => session.hasExpired) && <SessionExpiredDialog />;
}
