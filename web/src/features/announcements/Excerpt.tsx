/** The beginning of an announcement as lists show it. Plain text always: what looks like markup is read as written. */
import { cx } from '../../ui';
import { headline } from './message';

export function Excerpt({ message, className }: { message: string; className?: string }) {
  const { head, rest } = headline(message);
  return (
    <span className={cx('block min-w-0 [overflow-wrap:anywhere]', className)}>
      {head && <span className="block font-semibold">{head}</span>}
      {rest && <span className={cx('line-clamp-2', head ? 'text-[.875rem] text-sub' : 'font-semibold')}>{rest}</span>}
    </span>
  );
}
