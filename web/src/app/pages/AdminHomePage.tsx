/** An administrator's home: whom they look after, and what they can change today. */
import { ShieldCheck } from 'lucide-react';
import { ApplicationsAdmin } from '../../features/applications/ApplicationsAdmin';
import { Attention } from '../../features/attention/Attention';
import { UnmanagedRequests } from '../../features/change-requests/UnmanagedRequests';
import { useText } from '../../i18n';
import { Card, IconTile, PageHeader } from '../../ui';
import { useFlag } from '../flags/flags';
import { paths } from '../paths';
import { useViewer } from '../session/viewer';

const links = {
  people: paths.adminPeople(),
  unmanaged: `${paths.adminPeople()}#unmanaged`,
  roles: paths.adminRoles(),
  companies: paths.adminCompanies(),
  health: paths.adminHealth(),
};

export default function AdminHomePage() {
  const { t } = useText();
  const { firstName, email, personId, tenantId, tenantName } = useViewer();
  const shows = { plan: useFlag('application-plan'), pricing: useFlag('application-pricing') };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('home.hello', { name: firstName })} description={t('home.signedInAs', { email })} />
      <Attention links={links} />
      <UnmanagedRequests tenantId={tenantId} personId={personId} />
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
    </div>
  );
}
