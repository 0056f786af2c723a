import { TaxSetupPage as TaxSetup } from '../../features/tax-setup/TaxSetupPage';
import { useActor } from '../session/viewer';

/** Another company is another employment: the key drops the form that was open. */
export default function TaxSetupPage() {
  const actor = useActor();
  return <TaxSetup key={actor.companyId} actor={actor} />;
}
