/** What happened since one last looked: the latest first, each leading to where it belongs. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { graphql } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, cx, Drawer, EmptyState, ErrorState, SkeletonList, toast } from '../../ui';
import { factsOf, inboxKey, type Notice, NoticeFields, titleKey } from './notice';

const Notices = graphql(
  `
    query Notices($cursor: String) {
      listNotices(limit: 20, cursor: $cursor) {
        results { ...NoticeFields }
        links { next }
      }
    }
  `,
  [NoticeFields],
);

const ReadNotice = graphql(`
  mutation ReadNotice($id: ID!) {
    readNotice(id: $id) { unread }
  }
`);

const ReadNoticesUntil = graphql(`
  mutation ReadNoticesUntil($id: ID!) {
    readNoticesUntil(id: $id) { unread }
  }
`);

type NoticesDrawerProps = {
  open: boolean;
  onClose: () => void;
  timeZone: string;
  /** Of which company something is, for people of several. */
  companyName: (companyId: string) => string | null;
  /** Goes to where a notice belongs. */
  onFollow: (notice: Notice) => void;
  /** The server's new count. */
  onUnread: (unread: number) => void;
};

export default function NoticesDrawer(props: NoticesDrawerProps) {
  const { open, onClose, onFollow, onUnread } = props;
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const readOne = useSubmit(ReadNotice);
  const readAll = useSubmit(ReadNoticesUntil);
  const list = useInfiniteQuery({
    queryKey: [inboxKey],
    queryFn: async ({ pageParam, signal }) => (await api.query(Notices, { cursor: pageParam }, signal)).listNotices,
    initialPageParam: null as string | null,
    getNextPageParam: ({ links }) => links.next,
    // Opening it is asking what is new.
    staleTime: 0,
  });
  const notices = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const newest = notices[0];
  const hasUnread = notices.some(({ isRead }) => !isRead);

  const settle = (unread: number) => {
    onUnread(unread);
    void queryClient.invalidateQueries({ queryKey: [inboxKey] });
  };
  const fail = (error: unknown) => toast(errorText(t, error, 'inbox.readFailed'), { tone: 'error' });
  const follow = (notice: Notice) => {
    // Following it closes this drawer, and what it counts is still to be told.
    if (!notice.isRead)
      readOne.mutateAsync({ id: notice.id }).then(({ readNotice }) => settle(readNotice.unread), fail);
    onFollow(notice);
  };
  const markAll = (id: string) =>
    readAll.mutate({ id }, { onSuccess: (data) => settle(data.readNoticesUntil.unread), onError: fail });

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('nav.notices')}
      footer={
        newest &&
        hasUnread && (
          <Button variant="secondary" pending={readAll.isPending} onPress={() => markAll(newest.id)}>
            {t('inbox.readAll')}
          </Button>
        )
      }
    >
      {list.isPending && <SkeletonList rows={5} />}
      {list.isError && (
        <ErrorState
          title={t('inbox.loadFailed')}
          body={errorText(t, list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isSuccess && notices.length === 0 && (
        <EmptyState icon={<BellOff />} title={t('inbox.empty.title')} body={t('inbox.empty.body')} />
      )}
      {!list.isError && notices.length > 0 && (
        <ul aria-label={t('nav.notices')} className="-mx-2 flex flex-col gap-1">
          {notices.map((notice) => (
            <li key={notice.id}>
              <NoticeRow
                notice={notice}
                timeZone={props.timeZone}
                company={props.companyName(notice.companyId)}
                onPress={() => follow(notice)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button variant="ghost" pending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('inbox.more')}
          </Button>
        </div>
      )}
    </Drawer>
  );
}

type NoticeRowProps = {
  notice: Notice;
  timeZone: string;
  company: string | null;
  onPress: () => void;
};

function NoticeRow({ notice, timeZone, company, onPress }: NoticeRowProps) {
  const { t, language } = useText();
  const format = useFormat();
  const { employeeName, decidedByName, createdAt, isRead } = notice;
  const facts = factsOf(notice, format, language);
  const by = decidedByName ? t('inbox.by', { name: decidedByName }) : null;
  const when = format.instant(createdAt, timeZone);
  return (
    <Button
      variant="ghost"
      wide
      onPress={onPress}
      className="h-auto! justify-start! gap-3! px-2! py-2.5! text-left! font-normal! whitespace-normal!"
    >
      <span
        aria-hidden
        className={cx('mt-1.5 size-2 flex-none self-start rounded-full', isRead ? 'bg-transparent' : 'bg-brand')}
      />
      <span className="min-w-0 flex-1">
        <span className={cx('block', !isRead && 'font-semibold')}>
          {!isRead && <span className="sr-only">{t('inbox.unread')} </span>}
          {t(titleKey(notice), { name: employeeName ?? '' })}
        </span>
        {facts && <span className="block text-sm tabular-nums">{facts}</span>}
        <span className="block text-sm text-sub tabular-nums">
          {[by, company, when].filter((part) => part !== null).join(' · ')}
        </span>
      </span>
    </Button>
  );
}
