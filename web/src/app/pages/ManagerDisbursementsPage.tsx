import { DepositRequestsPage } from '../../features/change-requests/DepositRequestsPage';
import { useActor } from '../session/viewer';

/** Another company is another queue: the key drops what was open of the one before. */
export default function ManagerDisbursementsPage() {
  const actor = useActor();
  return <DepositRequestsPage key={actor.companyId} actor={actor} />;
}
