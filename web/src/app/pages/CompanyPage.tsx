import { CompanyPage as Company } from '../../features/company/CompanyPage';
import { useActor } from '../session/viewer';

export default function CompanyPage() {
  const actor = useActor();
  return <Company key={actor.companyId} actor={actor} />;
}
