/** The organizations and pay groups of a company: small lists, read whole and kept for a while. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import type { Organization, PayGroup, Places } from './targets';

const Organizations = graphql(`
  query Organizations($tenantId: ID!, $companyId: ID!, $managerId: ID!, $limit: Int!, $cursor: String) {
    listOrganizations(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, limit: $limit, cursor: $cursor) {
      results { id organizationCode organizationName organizationType parentOrganizationCode }
      links { next }
    }
  }
`);

const PayGroups = graphql(`
  query PayGroups($tenantId: ID!, $companyId: ID!, $managerId: ID!, $limit: Int!, $cursor: String) {
    listCompanyPaygroups(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, limit: $limit, cursor: $cursor) {
      results { id payGroupName }
      links { next }
    }
  }
`);

const keptMs = 5 * 60_000;

export function usePlaces({ tenantId, companyId, personId }: Actor) {
  const api = useApi();
  return useQuery({
    queryKey: ['announcement places', tenantId, companyId],
    staleTime: keptMs,
    queryFn: async ({ signal }): Promise<Places> => {
      const ids = { tenantId, companyId, managerId: personId, limit: maximumPageLimit };
      const [organizations, payGroups] = await Promise.all([
        everyRow<Organization>(
          async (cursor) => (await api.query(Organizations, { ...ids, cursor }, signal)).listOrganizations,
        ),
        everyRow<PayGroup>(
          async (cursor) => (await api.query(PayGroups, { ...ids, cursor }, signal)).listCompanyPaygroups,
        ),
      ]);
      return { organizations, payGroups };
    },
  });
}
