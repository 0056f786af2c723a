/** The fields of one request as they are now. The list does not say what has moved since; one request does. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { type FieldChange, type Request, requestsKey } from './request';

const OpenRequest = graphql(`
  query OpenRequest($tenantId: ID!, $companyId: ID!, $managerId: ID!, $changeRequestId: ID!) {
    getChangeRequest(
      tenantId: $tenantId
      companyId: $companyId
      managerId: $managerId
      changeRequestId: $changeRequestId
    ) {
      changedFields { id name field before after hasMoved now }
    }
  }
`);

/** Nothing for a request that is not about fields. */
export function useOpenedFields(actor: Actor, request: Request) {
  const api = useApi();
  const { tenantId, companyId, personId: managerId } = actor;
  return useQuery({
    queryKey: [requestsKey, 'one', request.id],
    queryFn: async ({ signal }) =>
      (await api.query(OpenRequest, { tenantId, companyId, managerId, changeRequestId: request.id }, signal))
        .getChangeRequest.changedFields ?? [],
    enabled: request.changedFields !== null,
    staleTime: 0,
  });
}

/** What was changed in between fits no more: the request can only be denied. */
export function haveMoved(fields: readonly FieldChange[] | undefined): boolean {
  return fields?.some(({ hasMoved }) => hasMoved) ?? false;
}
