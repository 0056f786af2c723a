/** /admin/people: everyone an administrator looks after, and who has no manager. */
import { useText } from '../../i18n';
import { oneOf, PageHeader, Tabs, useKeptFilter } from '../../ui';
import { PeopleList } from './PeopleList';
import { UnmanagedList } from './UnmanagedList';

const isTab = oneOf(['people', 'unmanaged']);

export function PeoplePage() {
  const { t } = useText();
  const [tab, setTab] = useKeptFilter('admin people', isTab);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminPeople')} description={t('employment.lead')} />
      <Tabs
        label={t('employment.views')}
        selected={tab ?? 'people'}
        onSelect={(id) => setTab(isTab(id) ? id : null)}
        items={[
          { id: 'people', label: t('employment.people'), content: <PeopleList /> },
          { id: 'unmanaged', label: t('employment.unmanaged'), content: <UnmanagedList /> },
        ]}
      />
    </div>
  );
}
