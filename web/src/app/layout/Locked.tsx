/** Covers the page while the vault of a native device is locked. */
import { loadTexts } from '../../i18n';
import { late } from '../../ui';
import { useSession } from '../session/store';

const LockedDialog = late(async () => (await Promise.all([import('./LockedDialog'), loadTexts(['native'])]))[0]);

export function Locked() {
  return useSession((session) => session.isLocked) && <LockedDialog />;
}
