/** What the left menu and the phone's tab bar list, by view. Only pages that exist. */
import { House, type LucideIcon, Megaphone, UserRoundCog } from 'lucide-react';
import type { TextKey } from '../../i18n';
import { paths } from '../paths';
import type { ViewMode } from '../session/store';

export type MenuPage = { href: string; label: TextKey; icon: LucideIcon };

const pages: Record<ViewMode, readonly MenuPage[]> = {
  employee: [{ href: paths.employeeHome(), label: 'nav.home', icon: House }],
  manager: [
    { href: paths.managerHome(), label: 'nav.home', icon: House },
    { href: paths.managerAnnouncements(), label: 'page.announcements', icon: Megaphone },
  ],
};

const homeOnly: readonly MenuPage[] = [{ href: paths.home(), label: 'nav.home', icon: House }];

const accountOnly: readonly MenuPage[] = [{ href: paths.accountSettings(), label: 'page.account', icon: UserRoundCog }];

type Place = { viewMode: ViewMode; hasCompany: boolean; isIdentityOnly: boolean };

/** Someone without a company has only Home, and someone with only an account not even that. */
export function menuPages({ viewMode, hasCompany, isIdentityOnly }: Place): readonly MenuPage[] {
  if (isIdentityOnly) return accountOnly;
  return hasCompany ? pages[viewMode] : homeOnly;
}
