import { TaxReturnsPage as TaxReturns } from '../../features/tax-returns/TaxReturnsPage';
import { useActor } from '../session/viewer';

export default function TaxReturnsPage() {
  const actor = useActor();
  return <TaxReturns key={actor.companyId} actor={actor} />;
}
