/** An employee's home. Cards come from the features (app/home/employee-cards.ts). */
import { lazy } from 'react';
import { loadTexts, useText } from '../../i18n';
import { PageHeader } from '../../ui';
import { EvolutionNotice } from '../home/EvolutionNotice';
import { employeeHome } from '../home/employee-cards';
import { HomeGrid } from '../home/HomeGrid';
import { askHome } from '../home/useHome';
import { useActor, useCompany } from '../session/viewer';
import type { Visit } from '../visit';
import { useGreeting } from './greeting';

/** Only those who left load it. */
const FormerHome = lazy(async () => (await Promise.all([import('../home/FormerHome'), loadTexts(['former-home'])]))[0]);

export default function EmployeeHomePage() {
  const { t } = useText();
  const { companyId, companyName } = useActor();
  const company = useCompany();
  const greeting = useGreeting();
  if (company?.employmentEndedOn) return <FormerHome company={company} greeting={greeting} />;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={greeting} description={t('home.employee.lead', { company: companyName })} />
      <EvolutionNotice />
      <HomeGrid key={companyId} home={employeeHome} />
    </div>
  );
}

EmployeeHomePage.askAhead = (visit: Visit) => askHome(employeeHome, visit);
