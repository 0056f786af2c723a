/** /admin/companies/:id: one company, with everything it is made of. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { ErrorState, oneOf, PageHeader, SkeletonList, Tabs } from '../../ui';
import { BlackoutsTab } from './BlackoutsTab';
import { CompanySetup, companiesKey } from './companies';
import { EntriesTab } from './EntriesTab';
import { entryKinds } from './entries';
import { HolidaysTab } from './HolidaysTab';
import { OrganizationTab } from './OrganizationTab';
import { PayCalendarTab } from './PayCalendarTab';
import { PoliciesTab } from './PoliciesTab';
import { SettingsTab } from './SettingsTab';

type CompanyPageProps = {
  tenantId: string;
  companyId: string;
  listHref: string;
  tab: string | null;
  onTab: (tab: string) => void;
};

const isTab = oneOf(['settings', 'runs', 'holidays', 'blackouts', 'policies', ...entryKinds]);

export function CompanyPage({ tenantId, companyId, listHref, tab, onTab }: CompanyPageProps) {
  const { t } = useText();
  const api = useApi();
  const place = { tenantId, companyId };
  const setup = useQuery({
    queryKey: [companiesKey, 'setup', place],
    queryFn: async ({ signal }) => (await api.query(CompanySetup, place, signal)).companySetup,
  });
  const company = setup.data;
  const back = { href: listHref, label: t('page.adminCompanies') };
  if (!company) {
    return (
      <div className="flex flex-col gap-6">
        <PageHeader title={t('page.adminCompany')} back={back} />
        {setup.error ? (
          <ErrorState
            title={t('companies.company.loadFailed')}
            body={errorText(t, setup.error)}
            onRetry={() => void setup.refetch()}
            retrying={setup.isFetching}
          />
        ) : (
          <SkeletonList rows={6} />
        )}
      </div>
    );
  }
  const today = company.today;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={company.name} back={back} />
      <Tabs
        label={t('companies.parts')}
        selected={tab !== null && isTab(tab) ? tab : 'settings'}
        onSelect={onTab}
        items={[
          {
            id: 'settings',
            label: t('companies.settings'),
            content: <SettingsTab place={place} company={company} />,
          },
          { id: 'runs', label: t('companies.runs'), content: <PayCalendarTab place={place} /> },
          { id: 'holidays', label: t('companies.holidays'), content: <HolidaysTab place={place} today={today} /> },
          { id: 'blackouts', label: t('companies.blackouts'), content: <BlackoutsTab place={place} today={today} /> },
          { id: 'policies', label: t('companies.policies'), content: <PoliciesTab place={place} today={today} /> },
          ...entryKinds.map((kind) => ({
            id: kind,
            label: t(`companies.${kind}`),
            content:
              kind === 'organization' ? (
                <OrganizationTab place={place} />
              ) : (
                <EntriesTab key={kind} place={place} kind={kind} />
              ),
          })),
        ]}
      />
    </div>
  );
}
