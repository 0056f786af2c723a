import { PageTitles } from '../../features/roles/RolePreview';
import { RolesPage } from '../../features/roles/RolesPage';
import { type TextKey, useText } from '../../i18n';
import { routeTable } from '../routes';
import { useViewer } from '../session/viewer';
import { ConsolePage } from './ConsolePage';

const titles = new Map<string, TextKey>(
  routeTable.flatMap(({ meta, title }) => (meta.featurePage ? [[meta.featurePage, title] as const] : [])),
);

export default function AdminRolesPage() {
  const { t } = useText();
  const { tenantId } = useViewer();
  const titleOf = (page: { id: string; title: string }) => {
    const title = page.id === 'Admin' ? 'page.adminHome' : titles.get(page.id);
    return title ? t(title) : page.title;
  };
  return (
    <ConsolePage>
      <PageTitles value={titleOf}>
        <RolesPage tenantId={tenantId} />
      </PageTitles>
    </ConsolePage>
  );
}
