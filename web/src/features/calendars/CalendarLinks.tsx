/** Links that a calendar program reads: one's own time off, the team's, the holidays. A link is shown once and can be revoked. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarSync, Copy } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Dialog, ErrorState, Notice, SkeletonList, toast } from '../../ui';
import { calendarKey } from './calendar';

const Feeds = graphql(`
  query CalendarFeeds($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    calendarFeeds(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) { id kind createdAt }
  }
`);

const OpenFeed = graphql(`
  mutation OpenCalendarFeed($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $kind: CalendarFeedKind!) {
    openCalendarFeed(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, kind: $kind) {
      url
      feed { id }
    }
  }
`);

const RevokeFeed = graphql(`
  mutation RevokeCalendarFeed($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $id: ID!) {
    revokeCalendarFeed(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, id: $id) { id }
  }
`);

const kinds = ['personal', 'team', 'holidays'] as const;

export function CalendarLinks({ actor, employeeId }: { actor: Actor; employeeId: string }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        icon={<CalendarSync aria-hidden className="size-4.5" />}
        onPress={() => setOpen(true)}
      >
        {t('calendar.links.open')}
      </Button>
      {isOpen && <LinksDialog actor={actor} employeeId={employeeId} onClose={() => setOpen(false)} />}
    </>
  );
}

type LinksDialogProps = { actor: Actor; employeeId: string; onClose: () => void };

function LinksDialog({ actor, employeeId, onClose }: LinksDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const queryClient = useQueryClient();
  const ids = { tenantId: actor.tenantId, companyId: actor.companyId, employeeId };
  const openFeed = useSubmit(OpenFeed);
  const revoke = useSubmit(RevokeFeed);
  const [opened, setOpened] = useState<{ id: string; url: string } | null>(null);
  const feeds = useQuery({
    queryKey: [calendarKey, 'feeds', ids],
    queryFn: async ({ signal }) => (await api.query(Feeds, ids, signal)).calendarFeeds,
  });

  async function run(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold)) toast(errorText(t, error), { tone: 'error' });
    }
    void queryClient.invalidateQueries({ queryKey: [calendarKey, 'feeds'] });
  }

  const make = (kind: (typeof kinds)[number]) =>
    run(async () => {
      const { url, feed } = (await openFeed.mutateAsync({ ...ids, kind })).openCalendarFeed;
      setOpened({ id: feed.id, url });
    });
  const end = (id: string) =>
    run(async () => {
      await revoke.mutateAsync({ ...ids, id });
      // Another link that was just made can still be copied.
      setOpened((before) => (before?.id === id ? null : before));
      toast(t('calendar.links.revoked'), { tone: 'ok' });
    });
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast(t('app.copied'), { tone: 'ok' }),
      () => toast(t('app.copyFailed'), { tone: 'error' }),
    );

  return (
    <Dialog open onClose={onClose} title={t('calendar.links.title')}>
      <div className="flex flex-col gap-6">
        <p className="text-sub text-pretty">{t('calendar.links.lead')}</p>
        <div className="flex flex-wrap gap-3">
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="sm"
              variant="secondary"
              pending={openFeed.isPending}
              onPress={() => void make(kind)}
            >
              {t(`calendar.links.make.${kind}`)}
            </Button>
          ))}
        </div>
        {opened && (
          <Notice tone="ok" title={t('calendar.links.once')}>
            <div className="flex flex-col items-start gap-3">
              <code className="text-sm [overflow-wrap:anywhere]">{opened.url}</code>
              <Button
                size="sm"
                variant="secondary"
                icon={<Copy aria-hidden className="size-4" />}
                onPress={() => void copy(opened.url)}
              >
                {t('calendar.links.copy')}
              </Button>
            </div>
          </Notice>
        )}
        {feeds.isPending && <SkeletonList rows={2} />}
        {feeds.isError && (
          <ErrorState
            title={t('calendar.links.loadFailed')}
            body={errorText(t, feeds.error)}
            onRetry={() => void feeds.refetch()}
            retrying={feeds.isFetching}
          />
        )}
        {feeds.data?.length === 0 && <p className="text-sm text-sub">{t('calendar.links.none')}</p>}
        {feeds.data && feeds.data.length > 0 && (
          <ul aria-label={t('calendar.links.current')} className="divide-y divide-line rounded-lg border border-line">
            {feeds.data.map(({ id, kind, createdAt }) => (
              <li key={id} className="flex items-center justify-between gap-4 px-4 py-3 text-sm">
                <span>
                  {t(`calendar.links.kind.${kind}`)}
                  <span className="block text-sub tabular-nums">{format.dayOf(createdAt, actor.timeZone)}</span>
                </span>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={t('calendar.links.revokeNamed', { kind: t(`calendar.links.kind.${kind}`) })}
                  pending={revoke.isPending}
                  onPress={() => void end(id)}
                >
                  {t('calendar.links.revoke')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
