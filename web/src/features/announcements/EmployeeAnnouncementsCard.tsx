/** The newest announcements meant for an employee today, the rest of them in a dialog; and what always holds. */
import { Megaphone } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState } from '../../ui';
import { AllAnnouncements } from './AllAnnouncements';
import type { Announcements } from './home';
import { StandingMessages } from './StandingMessages';
import { TopAnnouncements } from './TopAnnouncements';
import { useMarkRead } from './useMarkRead';

/** Dashboards show at most five of them. */
const mostStanding = 5;

export default function EmployeeAnnouncementsCard({ data, actor, refresh }: HomeCardProps<Announcements>) {
  const { t } = useText();
  const markRead = useMarkRead(actor, refresh);
  const { results, links } = data.announcements;
  const standing = data.companyLinks.dashboardMessages.slice(0, mostStanding).map(({ message }) => message);
  return (
    <Card title={t('page.announcements')} action={links.next && <AllAnnouncements actor={actor} onRead={refresh} />}>
      {standing.length > 0 && <StandingMessages messages={standing} />}
      {standing.length > 0 && results.length > 0 && <hr className="-mx-3 my-4 border-line" />}
      {results.length > 0 && <TopAnnouncements messages={results} onRead={(message) => markRead([message])} />}
      {results.length === 0 && standing.length === 0 && (
        <EmptyState
          icon={<Megaphone />}
          title={t('announcements.card.empty.title')}
          body={t('announcements.card.empty.body')}
        />
      )}
    </Card>
  );
}
