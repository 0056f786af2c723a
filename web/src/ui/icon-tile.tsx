// The picture at the head of a tile, list row or message, in the soft accent.
import type { LucideIcon } from 'lucide-react';
import { cx } from './style';

export interface IconTileProps {
  icon: LucideIcon;
  size?: 'sm' | 'md' | 'lg' | undefined;
  tone?: 'brand' | 'bad' | undefined;
  className?: string | undefined;
}

const boxes = { sm: 'size-10', md: 'size-11', lg: 'size-16' };
const pictures = { sm: 'size-5', md: 'size-5', lg: 'size-7' };
const tones = { brand: 'bg-brand-soft text-brand-soft-ink', bad: 'bg-bad-soft text-bad-ink' };

export function IconTile({ icon: Icon, size = 'md', tone = 'brand', className }: IconTileProps) {
  return (
    <span
      aria-hidden
      className={cx('grid flex-none place-items-center rounded-full', boxes[size], tones[tone], className)}
    >
      <Icon className={pictures[size]} strokeWidth={1.75} />
    </span>
  );
}
