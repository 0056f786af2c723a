/** What became of one's latest requests about accounts, up to payroll. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { textOr } from '../../i18n/known';
import { payrollWords } from '../../i18n/payroll-words';
import { Card, ErrorState, SkeletonList, StatusBadge } from '../../ui';
import { depositsKey } from './deposit';
import { useDepositText } from './useDepositText';

const shown = 3;

const LatestDepositRequests = graphql(`
  query LatestDepositRequests($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    getEmployeeChangeRequests(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      id status changeType lastUpdated
      directDeposit { bankDesignation bankAccountNumber }
      payroll { state handedAt settledAt reason }
    }
  }
`);

export function RequestsCard({ actor }: { actor: Actor }) {
  const { t } = useText();
  const text = useDepositText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, timeZone } = actor;
  const employeeId = actor.employeeId ?? '';
  const list = useQuery({
    queryKey: [depositsKey, 'requests', tenantId, companyId, employeeId],
    queryFn: async ({ signal }) =>
      (await api.query(LatestDepositRequests, { tenantId, companyId, employeeId }, signal)).getEmployeeChangeRequests,
  });
  const requests = (list.data ?? []).filter(({ changeType }) => changeType === 'direct-deposit').slice(0, shown);
  if (list.data && requests.length === 0) return null;
  return (
    <Card title={t('deposits.requests')}>
      {list.isPending && <SkeletonList rows={2} />}
      {list.error && (
        <ErrorState
          title={t('deposits.requests.failed')}
          body={errorText(t, list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      <ul className="divide-y divide-line">
        {requests.map(({ id, status, lastUpdated, directDeposit, payroll }) => (
          <li key={id} className="py-3 first:pt-0 last:pb-0">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 font-semibold break-words">{format.list((directDeposit ?? []).map(text.name))}</p>
              <StatusBadge
                status={status === 'Frozen' || status === 'Withdrawn' ? 'Denied' : status}
                label={textOr(t, `deposits.status.${status}`, status)}
              />
            </div>
            <p className="text-sm text-sub tabular-nums">{format.instant(lastUpdated, timeZone)}</p>
            {payroll && (
              <p className="mt-1 text-sm text-pretty">{payrollWords(t, (at) => format.dayOf(at, timeZone), payroll)}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
