import { AuditPage } from '../../features/audit/AuditPage';
import { useViewer } from '../session/viewer';

export default function AdminAuditPage() {
  return <AuditPage tenantId={useViewer().tenantId} />;
}
