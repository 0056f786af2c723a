import { PayHistoryPage as PayHistory } from '../../features/pay-stubs/PayHistoryPage';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

export default function PayHistoryPage() {
  const actor = useActor();
  return <PayHistory key={actor.companyId} actor={actor} stubHref={paths.paystub} />;
}
