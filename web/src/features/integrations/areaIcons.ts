import { BadgeCheck, HandCoins, type LucideIcon, Store } from 'lucide-react';

export const areaIcons: Record<'pay' | 'verification' | 'other', LucideIcon> = {
  pay: HandCoins,
  verification: BadgeCheck,
  other: Store,
};
