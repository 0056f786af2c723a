/** Follows the flags of the tenant somebody is signed in to; while its maintenance flag is on there is one page for all but administrators. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths';
import { markMaintenance } from '../session/maintenance';
import { isAdmin, useViewer } from '../session/viewer';
import { followFlags, useFlag } from './flags';

export function useTenantFlags(): void {
  const router = useRouter();
  const viewer = useViewer();
  const { tenantId } = viewer;
  const isClosed = useFlag('maintenance-mode') && !isAdmin(viewer);

  useEffect(() => followFlags(tenantId), [tenantId]);

  useEffect(() => {
    if (!isClosed) return;
    markMaintenance();
    void router.navigate({ to: paths.maintenance(), replace: true });
  }, [isClosed, router]);
}
