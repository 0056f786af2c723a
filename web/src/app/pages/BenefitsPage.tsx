import { BenefitsPage as Benefits } from '../../features/benefits/BenefitsPage';
import { useActor } from '../session/viewer';

export default function BenefitsPage() {
  return <Benefits actor={useActor()} />;
}
