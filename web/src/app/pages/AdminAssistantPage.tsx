import { AssistantConsolePage } from '../../features/assistant-console/AssistantConsolePage';
import { useViewer } from '../session/viewer';

export default function AdminAssistantPage() {
  return <AssistantConsolePage tenantId={useViewer().tenantId} />;
}
