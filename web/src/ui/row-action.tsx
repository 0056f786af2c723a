// What can be done with a row of a table: a table has room for the picture, a phone's card has room for the word.
import type { LucideIcon } from 'lucide-react';
import { Button, IconButton } from './button';
import { phone, useMedia } from './media';

export interface RowActionProps {
  /** The word on a phone: Edit. */
  label: string;
  /** The whole name of the act, with the row's own: Edit: Employee handbook. */
  name: string;
  icon: LucideIcon;
  onPress: () => void;
}

export function RowAction({ label, name, icon: Icon, onPress }: RowActionProps) {
  const isPhone = useMedia(phone);
  const icon = <Icon aria-hidden className="size-4.5 flex-none" />;
  if (!isPhone) return <IconButton size="sm" label={name} icon={icon} onPress={onPress} />;
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={name}
      icon={icon}
      onPress={onPress}
      className="min-w-0 max-sm:px-2"
    >
      {label}
    </Button>
  );
}
