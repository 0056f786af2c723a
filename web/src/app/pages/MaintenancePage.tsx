/** While a tenant's maintenance flag is on. Refresh asks again, and leads Home once it is off. */
import { useRouter } from '@tanstack/react-router';
import { RotateCw, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n';
import { Button } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { paths } from '../paths';
import { maintenanceIsOver } from '../session/maintenance';
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
      <Message icon={Wrench} title={t('maintenance.title')} body={t('maintenance.message')}>
        <p className="w-full text-sub">{t('maintenance.checkBack')}</p>
        <Button
          pending={isRefreshing}
          onPress={() => void refresh()}
          icon={<RotateCw aria-hidden className="size-4" />}
        >
          {isRefreshing ? t('maintenance.refreshing') : t('maintenance.refresh')}
        </Button>
      </Message>
    </PublicPage>
  );
}
