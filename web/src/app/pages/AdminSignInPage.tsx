import { UpstreamsPage } from '../../features/upstreams/UpstreamsPage';
import { useViewer } from '../session/viewer';
import { ConsolePage } from './ConsolePage';

export default function AdminSignInPage() {
  const { tenantId } = useViewer();
  return (
    <ConsolePage>
      <UpstreamsPage tenantId={tenantId} />
    </ConsolePage>
  );
}
