/**
 * Follows the flags of the tenant someone is signed in to; while its maintenance flag is on there is one page for all but administrators.
 * Draws nothing: what it hears is not to draw the frame anew.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { restMs } from '../../ui';
import { useCurrentPath } from '../layout/useCurrentPath';
import { paths } from '../paths';
import { markMaintenance } from '../session/maintenance';
import { administersTenant, useViewer } from '../session/viewer';
import { followFlags, useFlag } from './flags';

export function TenantFlags(): null {
  const router = useRouter();
  const viewer = useViewer();
  const { tenantId } = viewer;
  const isClosed = useFlag('maintenance-mode') && !administersTenant(viewer);

  const isWanted = useHasRested();
  useEffect(() => (isWanted ? followFlags(tenantId) : undefined), [tenantId, isWanted]);

  useEffect(() => {
    if (!isClosed) return;
    markMaintenance();
    void router.navigate({ to: paths.maintenance(), replace: true });
  }, [isClosed, router]);

  return null;
}

/** A home page starts without them: they come with the panels over a page, not before the page itself. */
function useHasRested(): boolean {
  const path = useCurrentPath();
  const isHome = path === paths.employeeHome() || path === paths.managerHome();
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), isHome ? restMs : 0);
    return () => clearTimeout(timer);
  }, [isHome]);
  return hasRested;
}
