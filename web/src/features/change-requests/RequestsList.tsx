/** Requests of one kind that are waiting for their decider, oldest first. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronRight, ClipboardCheck, Landmark, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button as PressableRow } from 'react-aria-components';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Avatar, Badge, Card, EmptyState, ErrorState, Pager, SkeletonList, StatusBadge } from '../../ui';
import { DecideRequest } from './DecideRequest';
import { cautionsOf, isGrave, type Request, RequestFields, requestsKey } from './request';
import { useSummary } from './useSummary';

const ListRequests = graphql(
  `
    query ListRequests($tenantId: ID!, $companyId: ID!, $managerId: ID!, $requestType: String!, $cursor: String) {
      listManagerEEChangeRequest(
        tenantId: $tenantId
        companyId: $companyId
        managerId: $managerId
        requestType: $requestType
        cursor: $cursor
      ) {
        results { ...RequestFields }
        links { next previous }
      }
    }
  `,
  [RequestFields],
);

type Opened = { request: Request | null; isOpen: boolean; serial: number };

/** About accounts, or about the profile. */
export type RequestKind = 'direct_deposit' | 'ee_info';

type RequestsListProps = { actor: Actor; kind: RequestKind; label: string };

export function RequestsList({ actor, kind, label }: RequestsListProps) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, personId: managerId } = actor;
  const [cursor, setCursor] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened>({ request: null, isOpen: false, serial: 0 });
  const list = useQuery({
    queryKey: [requestsKey, kind, tenantId, companyId, cursor],
    queryFn: async ({ signal }) =>
      (await api.query(ListRequests, { tenantId, companyId, managerId, requestType: kind, cursor }, signal))
        .listManagerEEChangeRequest,
    placeholderData: keepPreviousData,
  });
  const retry = () => {
    if (list.error instanceof ApiError && list.error.code === 'INVALID_CURSOR') setCursor(null);
    else void list.refetch();
  };
  const rows = list.data?.results ?? [];
  const isAboutAccounts = kind === 'direct_deposit';
  return (
    <>
      <Card flush={rows.length > 0} className="overflow-hidden">
        {list.isPending && <SkeletonList rows={3} avatars />}
        {list.isError && !list.data && (
          <ErrorState
            title={t('requests.loadFailed')}
            body={errorText(t, list.error)}
            onRetry={retry}
            retrying={list.isFetching}
          />
        )}
        {list.data && rows.length === 0 && (
          <EmptyState
            icon={isAboutAccounts ? <Landmark /> : <ClipboardCheck />}
            title={t('requests.empty.title')}
            body={t(isAboutAccounts ? 'requests.empty.body' : 'changes.empty.body')}
          />
        )}
        {rows.length > 0 && (
          <ul className="divide-y divide-line" aria-label={label}>
            {rows.map((request) => (
              <li key={request.id}>
                <RequestRow
                  request={request}
                  timeZone={actor.timeZone}
                  onOpen={() => setOpened(({ serial }) => ({ request, isOpen: true, serial: serial + 1 }))}
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Pager links={list.data?.links} onTurn={setCursor} pending={list.isPlaceholderData} />
      {opened.request && (
        <DecideRequest
          key={opened.serial}
          open={opened.isOpen}
          onClose={() => setOpened((before) => ({ ...before, isOpen: false }))}
          actor={actor}
          request={opened.request}
        />
      )}
    </>
  );
}

function RequestRow({ request, timeZone, onOpen }: { request: Request; timeZone: string; onOpen: () => void }) {
  const { t } = useText();
  const format = useFormat();
  const { firstName, lastName } = request;
  const name = t('requests.personNamed', { first: firstName, last: lastName });
  const grave = cautionsOf(request).filter(({ code }) => isGrave(code));
  const about = useSummary()(request);
  const since = format.instant(request.requestedAt, timeZone);
  return (
    <PressableRow
      onPress={onOpen}
      aria-label={t('requests.openNamed', { name, about, since })}
      className="focus-ring flex w-full items-center gap-4 px-5 py-4 text-left hover:bg-hover focus-visible:outline-offset-[-2px] sm:px-6"
    >
      <Avatar firstName={firstName} lastName={lastName} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{name}</span>
        <span className="mt-0.5 block text-[.875rem] text-sub first-letter:uppercase">{about}</span>
        <span className="mt-2 flex flex-wrap items-center gap-2">
          {request.status === 'Frozen' ? (
            <Badge tone="bad" dot>
              {t('deposits.status.Frozen')}
            </Badge>
          ) : (
            <StatusBadge status="Pending" label={t('deposits.status.Pending')} />
          )}
          {grave.length > 0 && request.status !== 'Frozen' && (
            <span className="inline-flex items-center gap-1.5 text-sm font-medium text-bad-ink">
              <TriangleAlert aria-hidden className="size-4" />
              {t('requests.lookTwice')}
            </span>
          )}
          <span className="text-sm text-sub tabular-nums">{since}</span>
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 flex-none text-sub" />
    </PressableRow>
  );
}
