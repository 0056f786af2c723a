/** What a company's active vendors switch on. */
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { graphql } from '../../api/graphql';

const CompanySwitches = graphql(`
  query CompanySwitches($tenantId: ID!, $companyId: ID!) {
    companySwitches(tenantId: $tenantId, companyId: $companyId) {
      timeAndAttendance { id name }
      marketplace { integrationId vendor area }
    }
  }
`);

export const switchesOptions = (api: Api, tenantId: string, companyId: string) =>
  queryOptions({
    queryKey: ['companySwitches', tenantId, companyId],
    queryFn: async ({ signal }) => (await api.query(CompanySwitches, { tenantId, companyId }, signal)).companySwitches,
    staleTime: 60_000,
  });
