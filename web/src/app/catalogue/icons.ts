/** The pictures a page may have, by the names the catalogue uses (`pageIcon`). */
import {
  Banknote,
  BriefcaseBusiness,
  Building2,
  CalendarDays,
  ClipboardCheck,
  Clock,
  File,
  Folder,
  HeartPulse,
  Landmark,
  Link,
  type LucideIcon,
  Megaphone,
  ShieldCheck,
  Sparkles,
  Store,
  Timer,
  UserRound,
  UsersRound,
} from 'lucide-react';

const pageIcons = {
  wallet: Banknote,
  clock: Clock,
  heart: HeartPulse,
  user: UserRound,
  briefcase: BriefcaseBusiness,
  folder: Folder,
  building: Building2,
  store: Store,
  users: UsersRound,
  clipboard: ClipboardCheck,
  bank: Landmark,
  calendar: CalendarDays,
  megaphone: Megaphone,
  link: Link,
  timer: Timer,
  shield: ShieldCheck,
  sparkles: Sparkles,
} satisfies Record<string, LucideIcon>;

export type PageIcon = keyof typeof pageIcons;

/** A name no one has heard of is still a page. */
export function iconOf(name: string): LucideIcon {
  return Object.hasOwn(pageIcons, name) ? pageIcons[name as PageIcon] : File;
}
