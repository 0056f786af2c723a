/** For an administrator: requests of people for whom no manager is left, company by company. Without any it is not there. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, ErrorState } from '../../ui';
import { type RequestKind, RequestsList } from './RequestsList';
import { requestsKey } from './request';

const ListUnmanaged = graphql(`
  query ListUnmanaged($tenantId: ID!) {
    listUnmanagedRequests(tenantId: $tenantId) { companyId companyName timeZone today eeInfo directDeposit }
  }
`);

export function UnmanagedRequests({ tenantId, personId }: { tenantId: string; personId: string }) {
  const { t } = useText();
  const api = useApi();
  const list = useQuery({
    queryKey: [requestsKey, 'unmanaged', tenantId],
    queryFn: async ({ signal }) => (await api.query(ListUnmanaged, { tenantId }, signal)).listUnmanagedRequests,
  });
  if (list.isError && !list.data)
    return (
      <Card>
        <ErrorState
          title={t('requests.loadFailed')}
          body={errorText(t, list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </Card>
    );
  if (!list.data?.length) return null;
  return (
    <section aria-labelledby="unmanaged" className="flex flex-col gap-4">
      <div>
        <h2 id="unmanaged" className="text-lg font-semibold tracking-tight">
          {t('requests.unmanaged')}
        </h2>
        <p className="mt-1 text-sub text-pretty">{t('requests.unmanaged.lead')}</p>
      </div>
      {list.data.map(({ companyId, companyName, timeZone, today, eeInfo, directDeposit }) => {
        // The server decides who may: an administrator has no role in the company itself.
        const permissions = ['manager:profile.write'];
        const actor = { tenantId, personId, companyId, companyName, employeeId: null, permissions, today, timeZone };
        const kinds: RequestKind[] = [
          ...(eeInfo ? (['ee_info'] as const) : []),
          ...(directDeposit ? (['direct_deposit'] as const) : []),
        ];
        return kinds.map((kind) => {
          const title = t(kind === 'ee_info' ? 'page.changeRequests' : 'page.managerDisbursements');
          return (
            <div key={companyId + kind} className="flex flex-col gap-2">
              <h3 className="text-sm font-semibold">
                {companyName} · {title}
              </h3>
              <RequestsList actor={actor} kind={kind} label={`${companyName} · ${title}`} />
            </div>
          );
        });
      })}
    </section>
  );
}
