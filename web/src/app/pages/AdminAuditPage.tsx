import { AuditPage } from '../../features/audit/AuditPage';
import { isId } from '../../ui';
import { useViewer } from '../session/viewer';
import { useInAddress } from './useInAddress';

export default function AdminAuditPage() {
  const { value, onChange } = useInAddress('object');
  return (
    <AuditPage
      tenantId={useViewer().tenantId}
      objectId={value !== null && isId(value) ? value : null}
      onObject={onChange}
    />
  );
}
