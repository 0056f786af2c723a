/** Who of the manager's own reports has acknowledged an action item. */
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Avatar, Badge, Drawer, EmptyState, ErrorState, SkeletonList } from '../../ui';
import { type Resource, resourcesKey } from './resource';

const WhoAcknowledged = graphql(`
  query WhoAcknowledged(
    $tenantId: ID!, $companyId: ID!, $managerId: ID!, $resourceId: ID!, $limit: Int!, $cursor: String
  ) {
    resourceAcknowledgements(
      tenantId: $tenantId, companyId: $companyId, managerId: $managerId, resourceId: $resourceId, limit: $limit
      cursor: $cursor
    ) {
      results { employeeId firstName lastName acknowledgedDate }
      links { next }
    }
  }
`);

type AcknowledgementsProps = { open: boolean; onClose: () => void; actor: Actor; resource: Resource };

export function Acknowledgements({ open, onClose, actor, resource }: AcknowledgementsProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, personId } = actor;
  const who = useQuery({
    queryKey: [resourcesKey, 'who', tenantId, companyId, resource.id],
    queryFn: ({ signal }) =>
      everyRow(async (cursor) => {
        const ids = { tenantId, companyId, managerId: personId, resourceId: resource.id };
        const answer = await api.query(WhoAcknowledged, { ...ids, limit: maximumPageLimit, cursor }, signal);
        return answer.resourceAcknowledgements;
      }),
  });
  return (
    <Drawer open={open} onClose={onClose} title={resource.name} description={t('resources.who.lead')}>
      {who.isPending && <SkeletonList rows={6} avatars />}
      {who.isError && (
        <ErrorState
          title={t('resources.loadFailed')}
          body={errorText(t, who.error)}
          onRetry={() => void who.refetch()}
          retrying={who.isFetching}
        />
      )}
      {who.data?.length === 0 && (
        <EmptyState icon={<UsersRound />} title={t('resources.who.empty.title')} body={t('resources.who.empty.body')} />
      )}
      <ul className="divide-y divide-line">
        {who.data?.map(({ employeeId, firstName, lastName, acknowledgedDate }) => (
          <li key={employeeId} className="flex items-center gap-3 py-3">
            <Avatar size="sm" firstName={firstName} lastName={lastName} />
            <span className="min-w-0 flex-1">
              {lastName}, {firstName}
            </span>
            {acknowledgedDate ? (
              <Badge tone="ok" dot>
                {format.dayOf(acknowledgedDate, actor.timeZone)}
              </Badge>
            ) : (
              <Badge tone="warn" dot>
                {t('resources.waiting')}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
