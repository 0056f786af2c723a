/** What the company points its people to, on a manager's home: what they look after, in sight. */
import { Link as LinkIcon } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState, Link } from '../../ui';
import type { ManagerResourceData } from './manager-home';
import { type Entry, ResourceEntries } from './ResourceEntries';

export default function ManagerResourcesCard({ data, href }: HomeCardProps<ManagerResourceData>) {
  const { t } = useText();
  const entries: Entry[] = data.companyResources.results.map(({ id, name, description, link }) => ({
    id,
    name,
    description,
    href: link,
    isDocument: false,
  }));
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
        <EmptyState icon={<LinkIcon />} title={t('resources.empty.title')} body={t('resources.empty.body')} />
      )}
    </Card>
  );
}
