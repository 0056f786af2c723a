/** /admin/portal: pages and cards, what is on, when a second factor is asked for, what mails add, and each company's links. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { oneOf, PageHeader, Tabs, useKeptFilter } from '../../ui';
import { CatalogTab } from './CatalogTab';
import { LinksTab } from './LinksTab';
import { SettingsTab } from './SettingsTab';
import { TextsTab } from './TextsTab';

type PortalPageProps = {
  tenantId: string;
  /** The form with a company's links; the app makes it, another feature owns it. */
  links: (companyId: string) => ReactNode;
  /** Something was typed there that would be lost. */
  isTyped: boolean;
};

const isTab = oneOf(['catalog', 'settings', 'texts', 'links']);

export function PortalPage({ tenantId, links, isTyped }: PortalPageProps) {
  const { t } = useText();
  const [tab, setTab] = useKeptFilter('admin portal', isTab);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminPortal')} description={t('portal.lead')} />
      <Tabs
        label={t('page.adminPortal')}
        selected={tab ?? 'catalog'}
        onSelect={(id) => setTab(isTab(id) ? id : null)}
        items={[
          { id: 'catalog', label: t('portal.catalog'), content: <CatalogTab tenantId={tenantId} /> },
          { id: 'settings', label: t('portal.settings'), content: <SettingsTab tenantId={tenantId} /> },
          { id: 'texts', label: t('portal.texts'), content: <TextsTab tenantId={tenantId} /> },
          {
            id: 'links',
            label: t('portal.links'),
            content: <LinksTab tenantId={tenantId} links={links} isTyped={isTyped} />,
            keeps: isTyped,
          },
        ]}
      />
    </div>
  );
}
