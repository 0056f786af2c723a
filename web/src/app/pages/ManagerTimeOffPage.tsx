import { QueuePage } from '../../features/time-off/QueuePage';
import { useActor } from '../session/viewer';

/** Another company is another queue: the key drops what was chosen in the one before. */
export default function ManagerTimeOffPage() {
  const actor = useActor();
  return <QueuePage key={actor.companyId} actor={actor} />;
}
