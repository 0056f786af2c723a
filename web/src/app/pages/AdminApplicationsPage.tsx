import { HostApplicationsPage } from '../../features/host-applications/HostApplicationsPage';
import { useViewer } from '../session/viewer';

export default function AdminApplicationsPage() {
  const { tenantId } = useViewer();
  return <HostApplicationsPage tenantId={tenantId} />;
}
