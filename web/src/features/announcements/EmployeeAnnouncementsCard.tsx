/** The newest announcements meant for an employee today; the rest of them in a dialog. */
import { Megaphone } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState } from '../../ui';
import { AllAnnouncements } from './AllAnnouncements';
import type { Announcements } from './home';
import { TopAnnouncements } from './TopAnnouncements';
import { useMarkRead } from './useMarkRead';

export default function EmployeeAnnouncementsCard({ data, actor, refresh }: HomeCardProps<Announcements>) {
  const { t } = useText();
  const markRead = useMarkRead(actor, refresh);
  const { results, links } = data.announcements;
  return (
    <Card title={t('page.announcements')} action={links.next && <AllAnnouncements actor={actor} onRead={refresh} />}>
      {results.length > 0 ? (
        <TopAnnouncements messages={results} onRead={(message) => markRead([message])} />
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
