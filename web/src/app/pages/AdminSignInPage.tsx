import { UpstreamsPage } from '../../features/upstreams/UpstreamsPage';
import { useViewer } from '../session/viewer';

export default function AdminSignInPage() {
  const { tenantId } = useViewer();
  return <UpstreamsPage tenantId={tenantId} />;
}
