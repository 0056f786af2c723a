/** The newest announcements meant for an employee today; the rest of them in a dialog. */
import { Megaphone } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState } from '../../ui';
import { AllAnnouncements } from './AllAnnouncements';
import type { Announcements } from './home';
import { TopAnnouncements } from './TopAnnouncements';

export default function EmployeeAnnouncementsCard({ data, actor }: HomeCardProps<Announcements>) {
  const { t } = useText();
  const { results, links } = data.announcements;
  return (
    <Card title={t('page.announcements')} action={links.next && <AllAnnouncements actor={actor} />}>
      {results.length > 0 ? (
        <TopAnnouncements messages={results} />
      ) : (
        <EmptyState
          icon={<Megaphone />}
          title={t('announcements.card.empty.title')}
          body={t('announcements.card.empty.body')}
        />
      )}
    </Card>
  );
}
