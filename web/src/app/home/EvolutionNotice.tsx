/** What a home has to tell Evolution users. Home, where their applications are, keeps only those who have some; no one else loads it. */
import { lazy, Suspense } from 'react';
import { useViewer } from '../session/viewer';

const DesktopOnlyNotice = lazy(() => import('../../features/applications/DesktopOnlyNotice'));

export function EvolutionNotice() {
  const { tenantId, evolutionRoles } = useViewer();
  if (evolutionRoles.length === 0) return null;
  return (
    <Suspense>
      <DesktopOnlyNotice tenantId={tenantId} />
    </Suspense>
  );
}
