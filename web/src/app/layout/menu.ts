/** What the left menu, the phone's tab bar, /more and /manager/menu list: pages that are built, enabled, and have an icon. */
import { Ellipsis, House, type LucideIcon, Menu, ShieldCheck, UserRoundCog } from 'lucide-react';
import type { TextKey } from '../../i18n';
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
const adminHome = entry(paths.adminHome(), 'page.adminHome', ShieldCheck);

export type MenuPlace = {
  viewMode: ViewMode;
  hasCompany: boolean;
  isIdentityOnly: boolean;
  isAdmin: boolean;
  isEnabled: (featurePage: string) => boolean;
};

/** The pages of a view besides its home. */
export function viewPages(
  { viewMode, isEnabled }: Pick<MenuPlace, 'viewMode' | 'isEnabled'>,
  table: readonly PageRow[] = routeTable,
): MenuPage[] {
  return table.flatMap(({ path, title, shortTitle, icon, page, meta }) => {
    const isOfView = viewMode === 'manager' ? meta.isManagerPage : meta.isEmployeePage;
    if (!isOfView || !icon || !page || !meta.featurePage || !isEnabled(meta.featurePage)) return [];
    return [entry(path, title, icon, shortTitle)];
  });
}

/** Home and the pages. Someone without a company has only their home, and someone with only an account not even that. */
export function menuPages(place: MenuPlace, table: readonly PageRow[] = routeTable): MenuPage[] {
  if (place.isIdentityOnly) return [accountPage];
  if (place.hasCompany) return [homes[place.viewMode], ...viewPages(place, table)];
  return [place.isAdmin ? adminHome : plainHome];
}

const tabsMaximum = 5;

/** A phone has room for five: home, the first three pages, and the page that lists them all. */
export function tabPages(place: MenuPlace, table: readonly PageRow[] = routeTable): MenuPage[] {
  const pages = menuPages(place, table);
  if (place.isIdentityOnly || !place.hasCompany) return pages;
  return [...pages.slice(0, tabsMaximum - 1), rest[place.viewMode]];
}
