/** What the left menu and the phone's tab bar list, by view. Only pages that exist. */
import { House, type LucideIcon, Megaphone } from 'lucide-react';
import type { TextKey } from '../../i18n';
import { paths } from '../paths';
import type { ViewMode } from '../session/store';

export type MenuPage = { href: string; label: TextKey; icon: LucideIcon };

const pages: Record<ViewMode, readonly MenuPage[]> = {
  employee: [{ href: paths.employeeHome(), label: 'nav.home', icon: House }],
  manager: [
    { href: paths.managerHome(), label: 'nav.home', icon: House },
    { href: paths.managerAnnouncements(), label: 'nav.announcements', icon: Megaphone },
  ],
};

const homeOnly: readonly MenuPage[] = [{ href: paths.home(), label: 'nav.home', icon: House }];

/** Someone without a company has only Home. */
export function menuPages(viewMode: ViewMode, hasCompany: boolean): readonly MenuPage[] {
  return hasCompany ? pages[viewMode] : homeOnly;
}
