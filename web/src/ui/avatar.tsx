// Initials on a colour. The colour follows the first letter of the first name (spec: bands a-e, f-j, k-o, p-t, u-z).
import { cx } from './style';

export interface AvatarProps {
  firstName: string;
  lastName?: string | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Announced; leave out where the name is beside the picture. */
  label?: string | undefined;
}

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-[.875rem]', lg: 'size-16 text-xl' };

const grounds = ['bg-avatar-0', 'bg-avatar-1', 'bg-avatar-2', 'bg-avatar-3', 'bg-avatar-4', 'bg-avatar-5'] as const;

/** 1 to 5 for the spec's bands; 0 for a name that begins with none of a to z. Accents do not count: Émile is an e. */
export function avatarBand(firstName: string): 0 | 1 | 2 | 3 | 4 | 5 {
  const letter = firstName.trim().normalize('NFD').charAt(0).toLowerCase();
  if (letter < 'a' || letter > 'z') return 0;
  if (letter <= 'e') return 1;
  if (letter <= 'j') return 2;
  if (letter <= 'o') return 3;
  return letter <= 't' ? 4 : 5;
}

function firstCharacter(name: string): string {
  return (Array.from(name.trim())[0] ?? '').toUpperCase();
}

export function Avatar({ firstName, lastName = '', size = 'md', label }: AvatarProps) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={cx(
        'grid flex-none place-items-center rounded-full font-semibold text-on-avatar select-none',
        sizes[size],
        grounds[avatarBand(firstName)],
      )}
    >
      {firstCharacter(firstName)}
      {firstCharacter(lastName)}
    </span>
  );
}
