/** Reading balances and requests, one's own or a report's. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { BalanceFields, inLanguage, RequestFields, timeOffKey, type Whose } from './timeOff';

const Balances = graphql(
  `
    query TimeOffBalances($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $managerId: ID) {
      timeOffBalances(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, managerId: $managerId) {
        ...TimeOffBalanceFields
      }
    }
  `,
  [BalanceFields],
);

const Requests = graphql(
  `
    query TimeOffRequests($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $managerId: ID, $cursor: String) {
      listEmployeeTimeOffRequests(
        tenantId: $tenantId
        companyId: $companyId
        employeeId: $employeeId
        managerId: $managerId
        cursor: $cursor
      ) {
        results { ...TimeOffRequestFields }
        links { next previous }
      }
    }
  `,
  [RequestFields],
);

export function useBalances({ tenantId, companyId }: Actor, whose: Whose) {
  const api = useApi();
  const { language } = useText();
  return useQuery({
    queryKey: [timeOffKey, 'balances', tenantId, companyId, whose],
    queryFn: async ({ signal }) =>
      (await api.query(Balances, { tenantId, companyId, ...whose }, signal)).timeOffBalances,
    select: (balances) => balances.map((balance) => inLanguage(language, balance)),
  });
}

export function useRequests({ tenantId, companyId }: Actor, whose: Whose, cursor: string | null) {
  const api = useApi();
  const { language } = useText();
  return useQuery({
    queryKey: [timeOffKey, 'requests', tenantId, companyId, whose, cursor],
    queryFn: async ({ signal }) =>
      (await api.query(Requests, { tenantId, companyId, ...whose, cursor }, signal)).listEmployeeTimeOffRequests,
    select: (page) => ({ ...page, results: page.results.map((request) => inLanguage(language, request)) }),
    placeholderData: keepPreviousData,
  });
}
