/** The pages of the current view, as the left menu and the phone's menu show them. */
import { useText } from '../../i18n';
import { Link } from '../../ui';
import { entryAt, type MenuPage } from './menu';
import { useCurrentPath } from './useCurrentPath';

export function MenuList({ pages, onFollow }: { pages: readonly MenuPage[]; onFollow?: () => void }) {
  const { t } = useText();
  const currentPath = useCurrentPath();
  const current = entryAt(pages, currentPath)?.href;
  return (
    <ul className="flex flex-col gap-1">
      {pages.map(({ href, label, icon: Icon }) => (
        <li key={href}>
          <Link
            href={href}
            variant="plain"
            onPress={onFollow}
            aria-current={current !== href ? undefined : currentPath === href ? 'page' : 'true'}
            className="flex min-h-11 items-center gap-3 rounded-md px-3 py-1.5 text-[.9375rem] leading-5 font-medium text-ink transition-colors hover:bg-hover aria-[current]:bg-brand-soft aria-[current]:font-semibold aria-[current]:text-brand-soft-ink"
          >
            <Icon aria-hidden strokeWidth={1.75} className="size-5 flex-none" />
            {t(label)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
