import { PeoplePage } from '../../features/employment/PeoplePage';
import { useViewer } from '../session/viewer';

export default function AdminPeoplePage() {
  return <PeoplePage tenantId={useViewer().tenantId} />;
}
