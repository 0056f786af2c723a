import { DepositsPage } from '../../features/deposits/DepositsPage';
import { useActor } from '../session/viewer';

/** Another company is another employment: the key drops the order and the draft of the one before. */
export default function DisbursementsPage() {
  const actor = useActor();
  return <DepositsPage key={actor.companyId} actor={actor} />;
}
