/** The pictures a page may have, by the names the catalogue uses (`pageIcon`). */
import {
  Activity,
  BadgeCheck,
  Banknote,
  BriefcaseBusiness,
  Building2,
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  Clock,
  File,
  Folder,
  HeartPulse,
  KeyRound,
  Landmark,
  LayoutGrid,
  Link,
  type LucideIcon,
  Megaphone,
  Plug,
  Radio,
  ScrollText,
  ShieldCheck,
  Sparkles,
  Store,
  Timer,
  Upload,
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
  grid: LayoutGrid,
  timer: Timer,
  shield: ShieldCheck,
  badge: BadgeCheck,
  key: KeyRound,
  scroll: ScrollText,
  activity: Activity,
  sparkles: Sparkles,
  upload: Upload,
  radio: Radio,
  plug: Plug,
  chart: ChartColumn,
} satisfies Record<string, LucideIcon>;

export type PageIcon = keyof typeof pageIcons;

/** A name no one has heard of is still a page. */
export function iconOf(name: string): LucideIcon {
  return Object.hasOwn(pageIcons, name) ? pageIcons[name as PageIcon] : File;
}
