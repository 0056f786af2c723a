/** What this manager decided, newest first, and how far it has come on its way to payroll. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { textOr } from '../../i18n/known';
import { payrollWords } from '../../i18n/payroll-words';
import { Card, ErrorState, Pager, SkeletonList, StatusBadge } from '../../ui';
import type { RequestKind } from './RequestsList';
import { RequestFields, requestsKey } from './request';
import { useSummary } from './useSummary';

const ListDecided = graphql(
  `
    query ListDecidedRequests(
      $tenantId: ID!
      $companyId: ID!
      $managerId: ID!
      $requestType: String!
      $cursor: String
    ) {
      listManagerEEChangeRequest(
        tenantId: $tenantId
        companyId: $companyId
        managerId: $managerId
        requestType: $requestType
        decided: true
        limit: 10
        cursor: $cursor
      ) {
        results { ...RequestFields }
        links { next previous }
      }
    }
  `,
  [RequestFields],
);

export function DecidedRequests({ actor, kind }: { actor: Actor; kind: RequestKind }) {
  const { t } = useText();
  const format = useFormat();
  const summary = useSummary();
  const api = useApi();
  const { tenantId, companyId, personId: managerId, timeZone } = actor;
  const [cursor, setCursor] = useState<string | null>(null);
  const list = useQuery({
    queryKey: [requestsKey, 'decided', kind, tenantId, companyId, cursor],
    queryFn: async ({ signal }) =>
      (await api.query(ListDecided, { tenantId, companyId, managerId, requestType: kind, cursor }, signal))
        .listManagerEEChangeRequest,
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.results ?? [];
  return (
    <>
      <Card title={t('requests.decided')}>
        {list.isPending && <SkeletonList rows={2} />}
        {list.isError && !list.data && (
          <ErrorState
            title={t('requests.decided.failed')}
            body={errorText(t, list.error)}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        )}
        {list.data && rows.length === 0 && <p className="text-sub">{t('requests.decided.empty')}</p>}
        <ul className="divide-y divide-line">
          {rows.map((request) => (
            <li key={request.id} className="py-3 first:pt-0 last:pb-0">
              <div className="flex items-start justify-between gap-3">
                <p className="min-w-0 font-semibold break-words">
                  {t('requests.personNamed', { first: request.firstName, last: request.lastName })}
                </p>
                <StatusBadge
                  status={request.status}
                  label={textOr(t, `deposits.status.${request.status}`, request.status)}
                />
              </div>
              <p className="text-[.875rem] text-sub first-letter:uppercase">{summary(request)}</p>
              <p className="text-sm text-sub tabular-nums">{format.instant(request.lastUpdated, timeZone)}</p>
              {request.payroll && (
                <p className="mt-1 text-sm text-pretty">
                  {payrollWords(t, (at) => format.dayOf(at, timeZone), request.payroll)}
                </p>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Pager links={list.data?.links} onTurn={setCursor} pending={list.isPlaceholderData} />
    </>
  );
}
