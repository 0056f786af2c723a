import { DepositsPage } from '../../features/deposits/DepositsPage';
import { useFlag } from '../flags/flags';
import { useActor } from '../session/viewer';

/** Another company is another employment: the key drops the order and the draft of the one before. */
export default function DisbursementsPage() {
  const actor = useActor();
  const options = {
    showsInactive: useFlag('show-inactive-accounts'),
    hidesInactivate: useFlag('hide-inactivate-link'),
    showsOffer: useFlag('show-payment-card-and-tax-product-marketing'),
  };
  return <DepositsPage key={actor.companyId} actor={actor} options={options} />;
}
