import { useParams } from '@tanstack/react-router';
import { CompanyPage } from '../../features/companies/CompanyPage';
import { paths } from '../paths';
import { useViewer } from '../session/viewer';
import { ConsolePage } from './ConsolePage';
import { useTab } from './useTab';

export default function AdminCompanyPage() {
  const { tenantId } = useViewer();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const tab = useTab();
  return (
    <ConsolePage>
      <CompanyPage key={id} tenantId={tenantId} companyId={id} listHref={paths.adminCompanies()} {...tab} />
    </ConsolePage>
  );
}
