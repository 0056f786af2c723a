/** A manager's home. Cards come from the features (app/home/manager-cards.ts). */
import { useText } from '../../i18n';
import { PageHeader } from '../../ui';
import { EvolutionNotice } from '../home/EvolutionNotice';
import { HomeGrid } from '../home/HomeGrid';
import { managerHome } from '../home/manager-cards';
import { askHome } from '../home/useHome';
import { useActor } from '../session/viewer';
import type { Visit } from '../visit';
import { useGreeting } from './greeting';

export default function ManagerHomePage() {
  const { t } = useText();
  const { companyId, companyName } = useActor();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={useGreeting()} description={t('home.manager.lead', { company: companyName })} />
      <EvolutionNotice />
      <HomeGrid key={companyId} home={managerHome} />
    </div>
  );
}

ManagerHomePage.askAhead = (visit: Visit) => askHome(managerHome, visit);
