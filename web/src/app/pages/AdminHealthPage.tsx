import { HealthPage } from '../../features/health/HealthPage';
import { useViewer } from '../session/viewer';

export default function AdminHealthPage() {
  return <HealthPage tenantId={useViewer().tenantId} />;
}
