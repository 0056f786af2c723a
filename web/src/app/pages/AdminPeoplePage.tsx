import { PeoplePage } from '../../features/employment/PeoplePage';
import { useViewer } from '../session/viewer';
import { useTab } from './useTab';

export default function AdminPeoplePage() {
  return <PeoplePage tenantId={useViewer().tenantId} {...useTab()} />;
}
