/** The catalogue as the server sends it, kept for a minute: the guard reads it before a page, the menus and homes while they stand. */
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { graphql } from '../../api/graphql';
import { useApi, whileOnline } from '../../api/hooks';
import { useSession } from '../session/store';
import { useViewer } from '../session/viewer';
import type { Catalogue } from './catalogue';

const Features = graphql(`
  query Features($tenantId: ID!, $companyId: ID) {
    features(tenantId: $tenantId, companyId: $companyId) { featureId featureType enabled pageIcon size position }
  }
`);

const catalogueOptions = (api: Api, tenantId: string, companyId: string | null) =>
  queryOptions({
    queryKey: ['features', tenantId, companyId],
    queryFn: async ({ signal }): Promise<Catalogue> =>
      (await api.query(Features, { tenantId, companyId }, signal)).features,
    staleTime: whileOnline(60_000),
  });

export function loadCatalogue(
  api: Api,
  queryClient: QueryClient,
  tenantId: string,
  companyId: string | null,
): Promise<Catalogue> {
  return queryClient.fetchQuery(catalogueOptions(api, tenantId, companyId));
}

export function useCatalogue(): Catalogue {
  const { tenantId } = useViewer();
  const companyId = useSession((session) => session.companyId);
  return useSuspenseQuery(catalogueOptions(useApi(), tenantId, companyId)).data;
}
