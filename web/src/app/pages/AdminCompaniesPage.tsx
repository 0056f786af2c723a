import { CompaniesPage } from '../../features/companies/CompaniesPage';
import { paths } from '../paths';
import { useViewer } from '../session/viewer';

export default function AdminCompaniesPage() {
  const { tenantId } = useViewer();
  return <CompaniesPage tenantId={tenantId} companyHref={paths.adminCompany} />;
}
