/** What the company points its people to: resources, dashboard documents and its own links. */
import { ExternalLink, FileText, Link as LinkIcon } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState, Link } from '../../ui';
import type { ResourceData } from './home';

type Entry = { id: string; name: string; description: string; href: string | null; isDocument: boolean };

/** Dashboards show at most five of them. */
const most = 5;

export default function ResourcesCard({ data, href }: HomeCardProps<ResourceData>) {
  const { t } = useText();
  const offered: Entry[] = data.offeredResources.employeeResources.map(
    ({ id, name, description, link, documentId }) => ({
      id,
      name,
      description,
      href: documentId === null ? link : href,
      isDocument: documentId !== null,
    }),
  );
  const links: Entry[] = data.companyLinks.customLinks.map(({ name, url }) => ({
    id: `link ${name}`,
    name,
    description: '',
    href: url,
    isDocument: false,
  }));
  const entries = [...offered, ...links].slice(0, most);
  return (
    <Card
      title={t('page.resources')}
      action={
        href && (
          <Link href={href} variant="quiet">
            {t('resources.viewAll')}
          </Link>
        )
      }
    >
      {entries.length > 0 ? (
        <ul className="-my-2.5 divide-y divide-line">
          {entries.map((entry) => (
            <li key={entry.id} className="flex items-start gap-3 py-2.5">
              <EntryIcon entry={entry} />
              <span className="min-w-0">
                <EntryName entry={entry} />
                {entry.description && (
                  <span className="block text-sm text-sub [overflow-wrap:anywhere]">{entry.description}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={<LinkIcon />} title={t('resources.card.empty.title')} body={t('resources.card.empty.body')} />
      )}
    </Card>
  );
}

function EntryIcon({ entry }: { entry: Entry }) {
  const isOutside = entry.href !== null && !entry.href.startsWith('/');
  const Icon = entry.isDocument ? FileText : isOutside ? ExternalLink : LinkIcon;
  return <Icon aria-hidden className="mt-1 size-4 flex-none text-sub" />;
}

function EntryName({ entry: { name, href } }: { entry: Entry }) {
  if (href === null) return <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>;
  return (
    <Link href={href} external={!href.startsWith('/')}>
      {name}
    </Link>
  );
}
