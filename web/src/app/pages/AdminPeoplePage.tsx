import { PeoplePage } from '../../features/employment/PeoplePage';
import { PersonExtrasContext } from '../../features/employment/person-extras';
import { RolesOfPerson } from '../../features/roles/RolesOfPerson';
import { paths } from '../paths';
import { administersTenant, useViewer } from '../session/viewer';
import { ConsolePage } from './ConsolePage';
import { PortalPageTitles } from './PortalPageTitles';
import { useTab } from './useTab';

export default function AdminPeoplePage() {
  const viewer = useViewer();
  const { tenantId } = viewer;
  return (
    <ConsolePage>
      <PortalPageTitles>
        <PersonExtrasContext
          value={{
            roles: (held, onChanged) => (
              <RolesOfPerson tenantId={tenantId} held={held} rolesHref={paths.adminRoles()} onChanged={onChanged} />
            ),
            historyHref: administersTenant(viewer) ? (personId) => `${paths.adminAudit()}?object=${personId}` : null,
          }}
        >
          <PeoplePage tenantId={tenantId} {...useTab()} />
        </PersonExtrasContext>
      </PortalPageTitles>
    </ConsolePage>
  );
}
