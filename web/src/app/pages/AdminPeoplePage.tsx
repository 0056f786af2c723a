import { PeoplePage } from '../../features/employment/PeoplePage';
import { useViewer } from '../session/viewer';
import { ConsolePage } from './ConsolePage';
import { useTab } from './useTab';

export default function AdminPeoplePage() {
  return (
    <ConsolePage>
      <PeoplePage tenantId={useViewer().tenantId} {...useTab()} />
    </ConsolePage>
  );
}
