/** Birthdays and anniversaries of the coming month. */
import { useQuery } from '@tanstack/react-query';
import { Cake } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, EmptyState, ErrorState, SkeletonList } from '../../ui';
import { CelebrationList } from './CelebrationList';
import { CelebrationFields } from './celebration';
import { teamKey } from './team';

const ComingCelebrations = graphql(
  `
    query ComingCelebrations($tenantId: ID!, $companyId: ID!, $managerId: ID!, $days: Int!) {
      teamCelebrations(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, days: $days) {
        ...CelebrationFields
      }
    }
  `,
  [CelebrationFields],
);

const days = 31;

export function Celebrations({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, personId } = actor;
  const coming = useQuery({
    queryKey: [teamKey, 'celebrations', tenantId, companyId, actor.today],
    queryFn: async ({ signal }) =>
      (await api.query(ComingCelebrations, { tenantId, companyId, managerId: personId, days }, signal))
        .teamCelebrations,
  });
  return (
    <Card title={t('team.celebrations')} description={t('team.celebrations.lead')}>
      {coming.isPending && <SkeletonList rows={5} avatars />}
      {coming.isError && (
        <ErrorState
          title={t('team.loadFailed')}
          body={errorText(t, coming.error)}
          onRetry={() => void coming.refetch()}
          retrying={coming.isFetching}
        />
      )}
      {coming.data?.length === 0 && (
        <EmptyState
          icon={<Cake />}
          title={t('team.celebrations.empty.title')}
          body={t('team.celebrations.empty.body')}
        />
      )}
      {coming.data && coming.data.length > 0 && <CelebrationList celebrations={coming.data} today={actor.today} />}
    </Card>
  );
}
