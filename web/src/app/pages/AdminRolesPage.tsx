import { RolesPage } from '../../features/roles/RolesPage';
import { useViewer } from '../session/viewer';
import { ConsolePage } from './ConsolePage';
import { PortalPageTitles } from './PortalPageTitles';

export default function AdminRolesPage() {
  return (
    <ConsolePage>
      <PortalPageTitles>
        <RolesPage tenantId={useViewer().tenantId} />
      </PortalPageTitles>
    </ConsolePage>
  );
}
