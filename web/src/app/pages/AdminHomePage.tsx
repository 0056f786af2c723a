/** An administrator's home: what needs attention, and what they look after: the tenant, or some of its companies. */
import { Building2, ShieldCheck } from 'lucide-react';
import { ApplicationsAdmin } from '../../features/applications/ApplicationsAdmin';
import { Attention } from '../../features/attention/Attention';
import { UnmanagedRequests } from '../../features/change-requests/UnmanagedRequests';
import { useText } from '../../i18n';
import { Card, IconTile, Link, PageHeader } from '../../ui';
import { useFlag } from '../flags/flags';
import { paths } from '../paths';
import { administeredCompanies, administersTenant, doesPayroll, useViewer } from '../session/viewer';

const links = {
  people: paths.adminPeople(),
  unmanaged: `${paths.adminPeople()}?tab=unmanaged`,
  roles: paths.adminRoles(),
  companies: paths.adminCompanies(),
  imports: paths.adminImports(),
  health: paths.adminHealth(),
};

export default function AdminHomePage() {
  const { t } = useText();
  const viewer = useViewer();
  const { firstName, email, personId, tenantId } = viewer;
  const isWhole = administersTenant(viewer);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('home.hello', { name: firstName })} description={t('home.signedInAs', { email })} />
      <Attention links={{ ...links, handover: doesPayroll(viewer) ? paths.adminHandover() : paths.adminCompanies() }} />
      {/* Requests no manager can decide are for administrators of the whole tenant, and so are applications. */}
      {isWhole && <UnmanagedRequests tenantId={tenantId} personId={personId} />}
      {isWhole ? <OfTenant /> : <OfCompanies />}
    </div>
  );
}

function OfTenant() {
  const { t } = useText();
  const { tenantId, tenantName } = useViewer();
  const shows = { plan: useFlag('application-plan'), pricing: useFlag('application-pricing') };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <ApplicationsAdmin tenantId={tenantId} shows={shows} />
      <Card>
        <div className="flex flex-col gap-4">
          <IconTile icon={ShieldCheck} />
          <div>
            <h2 className="text-lg font-semibold tracking-tight">{t('home.admin.title', { tenant: tenantName })}</h2>
            <p className="mt-1 text-sub text-pretty">{t('home.admin.body')}</p>
          </div>
        </div>
      </Card>
    </div>
  );
}

function OfCompanies() {
  const { t } = useText();
  const companies = administeredCompanies(useViewer());
  return (
    <Card title={t('home.admin.companies.title')} description={t('home.admin.companies.body')} flush>
      <ul className="divide-y divide-line border-t border-line">
        {companies.map(({ companyId, companyName }) => (
          <li key={companyId} className="flex items-center gap-4 px-5 py-4 sm:px-6">
            <IconTile icon={Building2} size="sm" />
            <Link href={paths.adminCompany(companyId)} className="font-medium">
              {companyName}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
