import { TaxReturnsPage as TaxReturns } from '../../features/tax-returns/TaxReturnsPage';
import { useFlag } from '../flags/flags';
import { useActor } from '../session/viewer';

export default function TaxReturnsPage() {
  const actor = useActor();
  const showsOffer = useFlag('show-payment-card-and-tax-product-marketing');
  return <TaxReturns key={actor.companyId} actor={actor} showsOffer={showsOffer} />;
}
