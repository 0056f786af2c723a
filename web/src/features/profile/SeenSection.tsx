/** Who looked at one's data. */
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { textOr } from '../../i18n/known';
import { Card, ErrorState, SkeletonList } from '../../ui';
import { profileKey } from './profile';

const WhoSaw = graphql(`
  query WhoSaw($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    employeeDataViews(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      viewerName what firstSeenAt
    }
  }
`);

const shown = 8;

export function SeenSection({ actor }: { actor: Actor }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const seen = useQuery({
    queryKey: [profileKey, 'seen', tenantId, companyId, employeeId],
    queryFn: async ({ signal }) =>
      (await api.query(WhoSaw, { tenantId, companyId, employeeId: employeeId ?? '' }, signal)).employeeDataViews,
  });
  return (
    <Card title={t('profile.seen')} description={t('profile.seen.lead')}>
      {seen.isPending && <SkeletonList rows={2} />}
      {seen.isError && !seen.data && (
        <ErrorState
          title={t('profile.seen.failed')}
          body={errorText(t, seen.error)}
          onRetry={() => void seen.refetch()}
          retrying={seen.isFetching}
        />
      )}
      {seen.data?.length === 0 && <p className="text-sub">{t('profile.seen.empty')}</p>}
      <ul className="divide-y divide-line">
        {seen.data?.slice(0, shown).map(({ viewerName, what, firstSeenAt }) => (
          <li key={`${viewerName}${what}${firstSeenAt}`} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <Eye aria-hidden className="mt-0.5 size-4.5 flex-none text-sub" />
            <div className="min-w-0">
              <p className="break-words">
                <span className="font-semibold">{viewerName}</span> {textOr(t, `profile.saw.${what}`, what)}
              </p>
              <p className="text-sm text-sub tabular-nums">{format.instant(firstSeenAt, actor.timeZone)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
