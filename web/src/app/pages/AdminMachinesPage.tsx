import { MachinesPage } from '../../features/machines/MachinesPage';
import { useViewer } from '../session/viewer';

export default function AdminMachinesPage() {
  const { tenantId } = useViewer();
  return <MachinesPage tenantId={tenantId} />;
}
