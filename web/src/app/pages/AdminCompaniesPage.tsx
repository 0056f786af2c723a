import { CompaniesPage } from '../../features/companies/CompaniesPage';
import { paths } from '../paths';
import { useViewer } from '../session/viewer';
import { ConsolePage } from './ConsolePage';

export default function AdminCompaniesPage() {
  const { tenantId } = useViewer();
  return (
    <ConsolePage>
      <CompaniesPage tenantId={tenantId} companyHref={paths.adminCompany} />
    </ConsolePage>
  );
}
