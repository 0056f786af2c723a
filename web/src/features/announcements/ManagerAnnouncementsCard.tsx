/** The company's newest announcements with their state, for a manager. */
import { Megaphone } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState, Link } from '../../ui';
import type { ManagedAnnouncements } from './home';
import { TopAnnouncements } from './TopAnnouncements';

export default function ManagerAnnouncementsCard({ data, href }: HomeCardProps<ManagedAnnouncements>) {
  const { t } = useText();
  const { results } = data.announcements;
  return (
    <Card
      title={t('page.announcements')}
      action={
        href && (
          <Link href={href} variant="quiet">
            {t('announcements.viewAll')}
          </Link>
        )
      }
    >
      {results.length > 0 ? (
        <TopAnnouncements messages={results} showsState />
      ) : (
        <EmptyState icon={<Megaphone />} title={t('announcements.empty.title')} body={t('announcements.empty.body')} />
      )}
    </Card>
  );
}
