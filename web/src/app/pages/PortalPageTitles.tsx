/** Names the portal's pages in the reader's language where a change of roles tells what it opens and closes. */
import type { ReactNode } from 'react';
import { PageTitles } from '../../features/roles/RolePreview';
import { type TextKey, useText } from '../../i18n';
import { routeTable } from '../routes';

const titles = new Map<string, TextKey>(
  routeTable.flatMap(({ meta, title }) => (meta.featurePage ? [[meta.featurePage, title] as const] : [])),
);

export function PortalPageTitles({ children }: { children: ReactNode }) {
  const { t } = useText();
  const titleOf = (page: { id: string; title: string }) => {
    const title = page.id === 'Admin' ? 'page.adminHome' : titles.get(page.id);
    return title ? t(title) : page.title;
  };
  return <PageTitles value={titleOf}>{children}</PageTitles>;
}
