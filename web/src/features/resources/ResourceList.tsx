/** Everything the company points its people to, beside its documents; a card of the home has room for five. */
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Link as LinkIcon } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { maximumPageLimit, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, ErrorState, Link, SkeletonList } from '../../ui';
import { resourcesKey } from './resource';

const OfferedResources = graphql(`
  query OfferedResources($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $limit: Int!) {
    resources(companyId: $companyId, employeeId: $employeeId, limit: $limit, isActionItem: false) {
      employeeResources { id name description link documentId }
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
    select: ({ resources, getCompanyLinks }) => [
      ...resources.employeeResources.filter(({ documentId }) => documentId === null),
      ...getCompanyLinks.customLinks.map(({ name, url }) => ({ id: `link ${name}`, name, description: '', link: url })),
    ],
  });
  // A company that offers nothing of the kind has no use for an empty card.
  if (offered.data?.length === 0) return null;
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
      {offered.data && (
        <ul className="-my-2.5 divide-y divide-line">
          {offered.data.map(({ id, name, description, link }) => {
            const isOutside = link !== null && !link.startsWith('/');
            const Icon = isOutside ? ExternalLink : LinkIcon;
            return (
              <li key={id} className="flex items-start gap-3 py-2.5">
                <Icon aria-hidden className="mt-1 size-4 flex-none text-sub" />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {link === null ? (
                    <span className="block font-medium">{name}</span>
                  ) : (
                    <Link href={link} external={isOutside}>
                      {name}
                    </Link>
                  )}
                  {description && <span className="block text-sm text-sub">{description}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
