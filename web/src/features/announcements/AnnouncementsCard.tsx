/**
 * The newest announcements on a home page: for an employee those meant for them today, for a manager
 * the company's, with their state. Pressing one opens the whole text.
 */
import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Card, EmptyState, ErrorState, Link, SkeletonList } from '../../ui';
import { AllAnnouncements } from './AllAnnouncements';
import { Excerpt } from './Excerpt';
import { MessageDialog } from './MessageDialog';
import { announcementsKey, type Message, MessageFields } from './message';
import { StateBadge } from './StateBadge';

const TopMessages = graphql(
  `
    query TopMessages($tenantId: ID!, $companyId: ID!, $employeeId: ID, $managerId: ID) {
      listCompanyMessages(
        tenantId: $tenantId
        companyId: $companyId
        employeeId: $employeeId
        managerId: $managerId
        limit: 5
      ) {
        results { ...MessageFields }
        links { next }
      }
    }
  `,
  [MessageFields],
);

type AnnouncementsCardProps = {
  actor: Actor;
  audience: 'employee' | 'company';
  /** Where all of them are listed, for those who have a page for it; the others get them in a dialog. */
  allHref?: string;
};

export function AnnouncementsCard({ actor, audience, allHref }: AnnouncementsCardProps) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, personId, employeeId } = actor;
  const reader = audience === 'employee' ? { employeeId } : { managerId: personId };
  const top = useQuery({
    queryKey: [announcementsKey, 'top', tenantId, companyId, reader],
    queryFn: async ({ signal }) => {
      const { listCompanyMessages } = await api.query(TopMessages, { tenantId, companyId, ...reader }, signal);
      return listCompanyMessages;
    },
  });

  const messages = top.data?.results;
  return (
    <Card
      title={t('page.announcements')}
      action={
        allHref ? (
          <Link href={allHref} variant="quiet">
            {t('announcements.viewAll')}
          </Link>
        ) : (
          top.data?.links.next && <AllAnnouncements actor={actor} reader={reader} />
        )
      }
    >
      {top.isPending && <SkeletonList rows={3} />}
      {top.isError && (
        <ErrorState
          title={t('announcements.loadFailed')}
          body={errorText(t, top.error)}
          onRetry={() => void top.refetch()}
          retrying={top.isFetching}
        />
      )}
      {messages?.length === 0 && (
        <EmptyState
          icon={<Megaphone />}
          title={audience === 'employee' ? t('announcements.card.empty.title') : t('announcements.empty.title')}
          body={audience === 'employee' ? t('announcements.card.empty.body') : t('announcements.empty.body')}
        />
      )}
      {messages && messages.length > 0 && <TopList messages={messages} showsState={audience === 'company'} />}
    </Card>
  );
}

function TopList({ messages, showsState }: { messages: readonly Message[]; showsState: boolean }) {
  const { t } = useText();
  const format = useFormat();
  const [shown, setShown] = useState(messages[0]);
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <ul className="-mx-3 -my-2 divide-y divide-line">
        {messages.map((message) => (
          <li key={message.id} className="py-1">
            <Button
              variant="ghost"
              wide
              onPress={() => {
                setShown(message);
                setOpen(true);
              }}
              className="h-auto! items-start! justify-between! gap-4! px-3! py-3! text-left text-base! font-normal! whitespace-normal!"
            >
              <span className="min-w-0 flex-1">
                <Excerpt message={message.message} />
                <span className="mt-1 block text-sm text-sub tabular-nums">{format.day(message.startDate)}</span>
              </span>
              {showsState && <StateBadge state={message.state} />}
            </Button>
          </li>
        ))}
      </ul>
      {shown && (
        <MessageDialog
          open={isOpen}
          onClose={() => setOpen(false)}
          message={shown.message}
          about={t('announcements.dialog.until', { day: format.day(shown.endDate) })}
        />
      )}
    </>
  );
}
