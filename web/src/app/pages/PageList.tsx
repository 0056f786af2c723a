/** Every page of a view as a list to press: what a phone's tab bar has no room for. */
import { ChevronRight } from 'lucide-react';
import { useText } from '../../i18n';
import { Card, IconTile, Link, PageHeader } from '../../ui';
import { accountPage, type MenuPage } from '../layout/menu';

type PageListProps = { title: string; lead: string; pages: readonly MenuPage[] };

export function PageList({ title, lead, pages }: PageListProps) {
  const { t } = useText();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={title} description={lead} />
      <Card flush className="max-w-2xl">
        <ul className="divide-y divide-line px-2">
          {[...pages, accountPage].map(({ href, label, icon }) => (
            <li key={href} className="py-1">
              <Link
                href={href}
                variant="plain"
                className="group flex min-h-14 items-center gap-4 rounded-lg px-3 py-2 transition-colors hover:bg-hover"
              >
                <IconTile icon={icon} size="sm" />
                <span className="min-w-0 flex-1 font-medium">{t(label)}</span>
                <ChevronRight aria-hidden className="size-4.5 flex-none text-sub" />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
