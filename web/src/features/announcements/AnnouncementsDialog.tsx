/** Every announcement meant for an employee today, in full, a page at a time. The home page shows only the newest. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Dialog, ErrorState, SkeletonList } from '../../ui';
import { announcementsKey, headline, type Message, MessageFields, textFor } from './message';
import { useMarkRead } from './useMarkRead';

const ReadMessages = graphql(
  `
    query ReadMessages($tenantId: ID!, $companyId: ID!, $employeeId: ID, $cursor: String) {
      listCompanyMessages(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, cursor: $cursor) {
        results { ...MessageFields }
        links { next }
      }
    }
  `,
  [MessageFields],
);

type AnnouncementsDialogProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  onRead: () => Promise<void>;
};

export default function AnnouncementsDialog({ open, onClose, actor, onRead }: AnnouncementsDialogProps) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const all = useInfiniteQuery({
    queryKey: [announcementsKey, 'all', tenantId, companyId, employeeId],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await api.query(ReadMessages, { tenantId, companyId, employeeId, cursor }, signal)).listCompanyMessages,
    initialPageParam: null as string | null,
    getNextPageParam: ({ links }) => links.next,
    enabled: open,
  });
  const markRead = useMarkRead(actor, onRead);

  function close(): void {
    onClose();
    // Every text was shown whole.
    markRead(all.data?.pages.flatMap(({ results }) => results) ?? []);
  }

  return (
    <Dialog open={open} onClose={close} title={t('page.announcements')}>
      {all.isPending && <SkeletonList rows={5} />}
      {all.isError && !all.data && (
        <ErrorState
          title={t('announcements.loadFailed')}
          body={errorText(t, all.error)}
          onRetry={() => void all.refetch()}
          retrying={all.isFetching}
        />
      )}
      {all.data && (
        <ul aria-label={t('page.announcements')} className="flex flex-col divide-y divide-line">
          {all.data.pages.flatMap(({ results }) =>
            results.map((message) => <Whole key={message.id} message={message} />),
          )}
        </ul>
      )}
      {all.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button variant="secondary" pending={all.isFetchingNextPage} onPress={() => void all.fetchNextPage()}>
            {t('announcements.more')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Whole({ message }: { message: Message }) {
  const format = useFormat();
  const { language } = useText();
  const { startDate } = message;
  const { head, rest } = headline(textFor(message, language));
  return (
    <li className="py-4 first:pt-0 last:pb-0 [overflow-wrap:anywhere]">
      {head && <h3 className="font-semibold">{head}</h3>}
      {rest && <p className="whitespace-pre-line text-[.875rem]">{rest}</p>}
      <p className="mt-1 text-sm text-sub tabular-nums">{format.day(startDate)}</p>
    </li>
  );
}
