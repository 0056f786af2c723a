/** The last net pay, for the simulator; null while no one knows it, or for someone without a stub. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { depositsKey } from './deposit';

const LastNetPay = graphql(`
  query LastNetPay($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    listEmployeePayStubs(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      withoutVoided: true
      limit: 1
    ) {
      results { totals { netPay } }
    }
  }
`);

export function useLastNetPay({ tenantId, companyId, employeeId }: Actor): string | null {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [depositsKey, 'last-net-pay', tenantId, companyId, employeeId],
    queryFn: async ({ signal }) => {
      const answer = await api.query(LastNetPay, { tenantId, companyId, employeeId: employeeId ?? '' }, signal);
      return answer.listEmployeePayStubs.results[0]?.totals.netPay ?? null;
    },
    // Not everyone who has deposits can see stubs: the simulator then starts with an example.
    retry: false,
    staleTime: 300_000,
  });
  return data ?? null;
}
