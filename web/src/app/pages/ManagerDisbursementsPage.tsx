import { RequestsPage } from '../../features/change-requests/RequestsPage';
import { useActor } from '../session/viewer';

/** Another company is another queue: the key drops what was open of the one before. */
export default function ManagerDisbursementsPage() {
  const actor = useActor();
  return <RequestsPage key={actor.companyId} actor={actor} kind="direct_deposit" />;
}
