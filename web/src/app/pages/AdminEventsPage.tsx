import { EventsPage } from '../../features/events/EventsPage';
import { useViewer } from '../session/viewer';

export default function AdminEventsPage() {
  const { tenantId } = useViewer();
  return <EventsPage tenantId={tenantId} />;
}
