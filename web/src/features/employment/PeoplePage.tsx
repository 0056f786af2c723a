/** /admin/people: everyone an administrator looks after, and who has no manager. */
import { useState } from 'react';
import { useText } from '../../i18n';
import { oneOf, PageHeader, Tabs, useKeptFilter } from '../../ui';
import { PeopleList } from './PeopleList';
import { UnmanagedList } from './UnmanagedList';

const isTab = oneOf(['people', 'unmanaged']);

export function PeoplePage({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const [tab, setTab] = useKeptFilter('admin people', isTab);
  // The console's home leads to one of them.
  const [asked, setAsked] = useState(window.location.hash.slice(1));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminPeople')} description={t('employment.lead')} />
      <Tabs
        label={t('employment.views')}
        selected={isTab(asked) ? asked : (tab ?? 'people')}
        onSelect={(id) => {
          setAsked('');
          setTab(isTab(id) ? id : null);
        }}
        items={[
          { id: 'people', label: t('employment.people'), content: <PeopleList tenantId={tenantId} /> },
          { id: 'unmanaged', label: t('employment.unmanaged'), content: <UnmanagedList /> },
        ]}
      />
    </div>
  );
}
