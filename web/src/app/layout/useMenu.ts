/** The signed-in person's menus, in the view they chose. */
import { useCatalogue } from '../catalogue/useCatalogue';
import { rolesIn } from '../session/roles';
import { useSession } from '../session/store';
import { administersTenant, doesPayroll, isAdmin, isIdentityOnly, useCompany, useViewer } from '../session/viewer';
import { consolePages, type MenuPlace, menuPages, tabPages, viewPages } from './menu';
import { useCurrentPath } from './useCurrentPath';

function useMenuPlace(): MenuPlace {
  const viewer = useViewer();
  const company = useCompany();
  const viewMode = useSession((session) => session.viewMode);
  const isInConsole = useCurrentPath().startsWith('/admin/');
  return {
    viewMode,
    hasCompany: company !== null && rolesIn(company).length > 0,
    isIdentityOnly: isIdentityOnly(viewer),
    isAdmin: isAdmin(viewer),
    administersTenant: administersTenant(viewer),
    doesPayroll: doesPayroll(viewer),
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
  return consolePages(useMenuPlace());
}

export function useViewPages() {
  return viewPages(useMenuPlace());
}
