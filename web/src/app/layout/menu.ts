/** What the left menu, the phone's tab bar, /more and /manager/menu list: pages that are built, enabled, and have an icon. */
import { Banknote, Ellipsis, House, type LucideIcon, Menu, ShieldCheck, UserRoundCog } from 'lucide-react';
import type { TextKey } from '../../i18n';
import { type Catalogue, menuPlace } from '../catalogue/catalogue';
import { iconOf } from '../catalogue/icons';
import { paths } from '../paths';
import { type PageRow, routeTable } from '../routes';
import type { ViewMode } from '../session/store';

export type MenuPage = { href: string; label: TextKey; shortLabel: TextKey; icon: LucideIcon };

const entry = (href: string, label: TextKey, icon: LucideIcon, shortLabel = label): MenuPage => ({
  href,
  label,
  shortLabel,
  icon,
});

const homes: Record<ViewMode, MenuPage> = {
  employee: entry(paths.employeeHome(), 'nav.home', House),
  manager: entry(paths.managerHome(), 'nav.home', House),
};
const rest: Record<ViewMode, MenuPage> = {
  employee: entry(paths.more(), 'page.more', Ellipsis),
  manager: entry(paths.managerMenu(), 'page.menu', Menu),
};
const plainHome = entry(paths.home(), 'nav.home', House);
export const accountPage = entry(paths.accountSettings(), 'page.account', UserRoundCog);
export const adminHome = entry(paths.adminHome(), 'page.adminHome', ShieldCheck);
export const handoverPage = entry(paths.adminHandover(), 'page.adminHandover', Banknote);
const adminMenu = entry(paths.adminMenu(), 'page.menu', Menu);

export type MenuPlace = {
  viewMode: ViewMode;
  /** Works or manages somewhere: administering a company, or its payroll, opens none of its pages. */
  hasCompany: boolean;
  isIdentityOnly: boolean;
  isAdmin: boolean;
  administersTenant: boolean;
  /** For companies, without administering anything, or besides. */
  doesPayroll: boolean;
  /** Looks at a page of the console. */
  isInConsole: boolean;
  /** Sees the pages of the second version. */
  isV2: boolean;
  catalogue: Catalogue;
};

/** The pages of a view besides its home, in the order of the catalogue. */
export function viewPages(
  { viewMode, isV2, catalogue }: Pick<MenuPlace, 'viewMode' | 'isV2' | 'catalogue'>,
  table: readonly PageRow[] = routeTable,
): MenuPage[] {
  return table
    .flatMap(({ path, title, shortTitle, icon, page, meta }, index) => {
      const { featurePage } = meta;
      const isOfView = (viewMode === 'manager' ? meta.isManagerPage : meta.isEmployeePage) && (isV2 || !meta.isV2Page);
      // Further pages of a feature (a single pay stub) are reached from its first.
      const isFirst = table.findIndex((other) => other.meta.featurePage === featurePage) === index;
      const place = isOfView && isFirst && page && featurePage ? menuPlace(catalogue, featurePage, icon) : null;
      return place ? [{ place, page: entry(path, title, iconOf(place.icon), shortTitle) }] : [];
    })
    .sort((one, other) => one.place.position - other.place.position || 0)
    .map(({ page }) => page);
}

/** The console's pages that are built and within reach, its home first. */
export function consolePages(
  { isAdmin, administersTenant, doesPayroll }: Pick<MenuPlace, 'isAdmin' | 'administersTenant' | 'doesPayroll'>,
  table: readonly PageRow[] = routeTable,
): MenuPage[] {
  return table.flatMap(({ path, title, shortTitle, icon, page, meta }) =>
    page &&
    icon &&
    (meta.isPayrollPage
      ? doesPayroll
      : meta.isFiguresPage
        ? isAdmin || doesPayroll
        : isAdmin && meta.isAdminPage && (administersTenant || !meta.isTenantPage))
      ? [entry(path, title, iconOf(icon), shortTitle)]
      : [],
  );
}

/** Administrators and payroll see the console's menu on its pages, and on every page when they have no company. */
const seesConsole = ({ isAdmin, doesPayroll, isInConsole, hasCompany }: MenuPlace) =>
  (isAdmin || doesPayroll) && (isInConsole || !hasCompany);

/** Home and the pages. Someone without a company has only their home, and someone with only an account not even that. */
export function menuPages(place: MenuPlace, table: readonly PageRow[] = routeTable): MenuPage[] {
  if (place.isIdentityOnly) return [accountPage];
  if (seesConsole(place)) return [...consolePages(place, table), ...(place.hasCompany ? [homes[place.viewMode]] : [])];
  if (place.hasCompany) return [homes[place.viewMode], ...viewPages(place, table)];
  return [plainHome];
}

/** The current entry: someone is on its page or one below it; the nearest of several. */
export function entryAt(pages: readonly MenuPage[], path: string): MenuPage | undefined {
  return pages
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((one, other) => other.href.length - one.href.length)[0];
}

const tabsMaximum = 5;

/** A phone has room for five: home, the first three pages, and the page that lists them all. */
export function tabPages(place: MenuPlace, table: readonly PageRow[] = routeTable): MenuPage[] {
  const pages = menuPages(place, table);
  if (seesConsole(place)) return pages.length > tabsMaximum ? [...pages.slice(0, tabsMaximum - 1), adminMenu] : pages;
  if (place.isIdentityOnly || !place.hasCompany) return pages;
  return [...pages.slice(0, tabsMaximum - 1), rest[place.viewMode]];
}
