/** /admin/people: everyone an administrator looks after, and who has no manager. */
import { useText } from '../../i18n';
import { oneOf, PageHeader, Tabs } from '../../ui';
import { PeopleList } from './PeopleList';
import { UnmanagedList } from './UnmanagedList';

type PeoplePageProps = { tenantId: string; tab: string | null; onTab: (tab: string) => void };

const isTab = oneOf(['people', 'unmanaged']);

export function PeoplePage({ tenantId, tab, onTab }: PeoplePageProps) {
  const { t } = useText();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminPeople')} description={t('employment.lead')} />
      <Tabs
        label={t('employment.views')}
        selected={tab !== null && isTab(tab) ? tab : 'people'}
        onSelect={onTab}
        items={[
          { id: 'people', label: t('employment.people'), content: <PeopleList tenantId={tenantId} /> },
          { id: 'unmanaged', label: t('employment.unmanaged'), content: <UnmanagedList tenantId={tenantId} /> },
        ]}
      />
    </div>
  );
}
