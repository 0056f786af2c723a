/** What the company points its people to: resources, dashboard documents and its own links. */
import { Link as LinkIcon } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState, Link } from '../../ui';
import type { ResourceData } from './home';
import { type Entry, linkEntry, ResourceEntries } from './ResourceEntries';

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
  const entries = [...offered, ...data.companyLinks.customLinks.map(linkEntry)].slice(0, most);
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
        <ResourceEntries entries={entries} />
      ) : (
        <EmptyState icon={<LinkIcon />} title={t('resources.card.empty.title')} body={t('resources.card.empty.body')} />
      )}
    </Card>
  );
}
