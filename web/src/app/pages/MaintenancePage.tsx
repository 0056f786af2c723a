/** While a tenant's maintenance flag is on. Refresh asks again, and leads Home once it is off; clocking in goes on meanwhile. */
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Clock, RotateCw, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { switchesOptions } from '../../features/integrations/switches';
import { useLaunch } from '../../features/integrations/useLaunch';
import { useText } from '../../i18n';
import { Button } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { paths } from '../paths';
import { maintenanceIsOver } from '../session/maintenance';
import { rolesIn } from '../session/roles';
import { isSignedIn, useSession } from '../session/store';
import { viewerOptions } from '../session/viewer';
import { Message } from './Message';

export default function MaintenancePage() {
  const { t } = useText();
  const router = useRouter();
  const [isRefreshing, setRefreshing] = useState(false);

  const refresh = async () => {
    setRefreshing(true);
    if (await maintenanceIsOver()) await router.navigate({ to: paths.home(), replace: true });
    setRefreshing(false);
  };

  return (
    <PublicPage>
      <Message
        icon={Wrench}
        title={t('maintenance.title')}
        body={t('maintenance.message')}
        note={t('maintenance.checkBack')}
      >
        <Button
          pending={isRefreshing}
          pendingLabel={t('maintenance.refreshing')}
          onPress={() => void refresh()}
          icon={<RotateCw aria-hidden className="size-4" />}
        >
          {t('maintenance.refresh')}
        </Button>
        <TimeAndAttendance />
      </Message>
    </PublicPage>
  );
}

/** For employees of a company that keeps its hours with a vendor. If the question fails, no one is kept from the page. */
function TimeAndAttendance() {
  const api = useApi();
  const companyId = useSession((session) => (isSignedIn(session, Date.now()) ? session.companyId : null));
  const viewer = useQuery({ ...viewerOptions(api), enabled: companyId !== null });
  const tenantId = viewer.data?.tenantId ?? '';
  const company = viewer.data?.companies.find((candidate) => candidate.companyId === companyId);
  const isEmployee = company !== undefined && rolesIn(company).includes('employee');
  const switches = useQuery({
    ...switchesOptions(api, tenantId, companyId ?? ''),
    enabled: isEmployee,
  });
  const vendor = switches.data?.timeAndAttendance;
  return vendor && companyId !== null ? (
    <LaunchButton tenantId={tenantId} companyId={companyId} id={vendor.id} />
  ) : null;
}

function LaunchButton({ tenantId, companyId, id }: { tenantId: string; companyId: string; id: string }) {
  const { t } = useText();
  const { launch, launchingId } = useLaunch({ tenantId, companyId });
  return (
    <>
      <Button
        variant="secondary"
        pending={launchingId !== null}
        onPress={() => void launch(id)}
        icon={<Clock aria-hidden className="size-4" />}
      >
        {t('maintenance.time')}
      </Button>
      <p className="w-full text-sm text-sub">{t('maintenance.timeNote')}</p>
    </>
  );
}
