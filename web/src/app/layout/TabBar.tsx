/** The phone's menu. It stands still; the page ends with as much room as it takes, so that it never lies over the last line. */
import { useText } from '../../i18n';
import { Link } from '../../ui';
import { entryAt, type MenuPage } from './menu';
import { useCurrentPath } from './useCurrentPath';

const tab =
  'flex h-14 w-full min-w-0 flex-col items-center justify-center gap-0.5 rounded-sm px-0.5 text-xs font-medium max-[22.5rem]:text-[0.6875rem] max-[22.5rem]:tracking-tight text-sub aria-[current]:font-semibold aria-[current]:text-brand-ink';

export function TabBar({ pages }: { pages: readonly MenuPage[] }) {
  const { t } = useText();
  const currentPath = useCurrentPath();
  const current = entryAt(pages, currentPath)?.href;
  return (
    <>
      <div aria-hidden className="h-[calc(3.5rem+1px+env(safe-area-inset-bottom))] flex-none md:hidden" />
      <nav
        aria-label={t('nav.tabs')}
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        <ul className="mx-auto flex max-w-md">
          {pages.map(({ href, shortLabel, icon: Icon }) => (
            <li key={href} className="min-w-0 flex-1">
              <Link
                href={href}
                variant="plain"
                className={tab}
                aria-current={current !== href ? undefined : currentPath === href ? 'page' : 'true'}
              >
                <Icon aria-hidden strokeWidth={1.75} className="size-5.5 flex-none" />
                <span className="max-w-full truncate">{t(shortLabel)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
