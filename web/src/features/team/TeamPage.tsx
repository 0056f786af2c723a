/** /manager/employees: the manager's direct and indirect reports, where they work, and whom to congratulate. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { oneOf, PageHeader, Tabs, useKeptFilter } from '../../ui';
import { Celebrations } from './Celebrations';
import { OrganizationChart } from './OrganizationChart';
import { ReportList } from './ReportList';

const isTab = oneOf(['primary', 'secondary', 'chart', 'celebrations']);

export function TeamPage({ actor }: { actor: Actor }) {
  const { t } = useText();
  const [tab, setTab] = useKeptFilter('employees', isTab);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.employees')} description={t('team.lead', { company: actor.companyName })} />
      <Tabs
        label={t('team.views')}
        selected={tab ?? 'primary'}
        onSelect={(id) => setTab(isTab(id) ? id : null)}
        items={[
          { id: 'primary', label: t('team.primary'), content: <ReportList actor={actor} report="primary" /> },
          { id: 'secondary', label: t('team.secondary'), content: <ReportList actor={actor} report="secondary" /> },
          { id: 'chart', label: t('team.chart'), content: <OrganizationChart actor={actor} /> },
          { id: 'celebrations', label: t('team.celebrations'), content: <Celebrations actor={actor} /> },
        ]}
      />
    </div>
  );
}
