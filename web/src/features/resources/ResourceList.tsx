/** Everything the company points its people to, beside its documents; a card of the home has room for five. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { maximumPageLimit, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, ErrorState, SkeletonList } from '../../ui';
import { linkEntry, ResourceEntries } from './ResourceEntries';
import { resourcesKey } from './resource';

const OfferedResources = graphql(`
  query OfferedResources($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $limit: Int!) {
    resources(companyId: $companyId, employeeId: $employeeId, limit: $limit, isActionItem: false) {
      employeeResources { id name description link documentId }
      totalCount
    }
    getCompanyLinks(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) { customLinks { name url } }
  }
`);

export function ResourceList({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const employeeId = actor.employeeId ?? '';
  const offered = useQuery({
    queryKey: [resourcesKey, 'offered', tenantId, companyId, employeeId],
    queryFn: ({ signal }) =>
      api.query(OfferedResources, { tenantId, companyId, employeeId, limit: maximumPageLimit }, signal),
    select: ({ resources: { employeeResources, totalCount }, getCompanyLinks }) => ({
      entries: [
        // A document is among the documents, on the same page.
        ...employeeResources
          .filter(({ documentId }) => documentId === null)
          .map(({ link, ...resource }) => ({ ...resource, href: link, isDocument: false })),
        ...getCompanyLinks.customLinks.map(linkEntry),
      ],
      left: totalCount - employeeResources.length,
    }),
  });
  // A company that offers nothing of the kind has no use for an empty card.
  if (offered.data?.entries.length === 0 && offered.data.left === 0) return null;
  return (
    <Card title={t('page.resources')}>
      {offered.isPending && <SkeletonList rows={3} />}
      {offered.isError && (
        <ErrorState
          title={t('resources.loadFailed')}
          body={errorText(t, offered.error)}
          onRetry={() => void offered.refetch()}
          retrying={offered.isFetching}
        />
      )}
      {offered.data && <ResourceEntries entries={offered.data.entries} />}
      {offered.data && offered.data.left > 0 && (
        <p className="mt-4 text-sm text-sub">{t('resources.left', { count: offered.data.left })}</p>
      )}
    </Card>
  );
}
