/** The signed-in person's menus, in the view they chose. */
import { useCatalogue } from '../catalogue/useCatalogue';
import { useSession } from '../session/store';
import { isAdmin, isIdentityOnly, useCompany, useViewer } from '../session/viewer';
import { consolePages, type MenuPlace, menuPages, tabPages, viewPages } from './menu';
import { useCurrentPath } from './useCurrentPath';

function useMenuPlace(): MenuPlace {
  const viewer = useViewer();
  const hasCompany = useCompany() !== null;
  const viewMode = useSession((session) => session.viewMode);
  const isInConsole = useCurrentPath().startsWith('/admin/');
  return {
    viewMode,
    hasCompany,
    isIdentityOnly: isIdentityOnly(viewer),
    isAdmin: isAdmin(viewer),
    isInConsole,
    isV2: viewer.version === 'v2',
    catalogue: useCatalogue(),
  };
}

export function useMenuPages() {
  return menuPages(useMenuPlace());
}

export function useTabPages() {
  return tabPages(useMenuPlace());
}

export function useConsolePages() {
  return consolePages();
}

export function useViewPages() {
  return viewPages(useMenuPlace());
}
