/** Where the reports work: the organisation tree as far as it holds them; a place lists its people. */
import { useQuery } from '@tanstack/react-query';
import { Network } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, cx, EmptyState, ErrorState, SkeletonList } from '../../ui';
import { ReportList } from './ReportList';
import { type Branch, teamKey, treeOf } from './team';

const TeamPlaces = graphql(`
  query TeamPlaces($tenantId: ID!, $companyId: ID!, $managerId: ID!) {
    teamOrganizations(tenantId: $tenantId, companyId: $companyId, managerId: $managerId) {
      id organizationCode organizationName organizationType parentOrganizationCode reports
    }
  }
`);

/** Tailwind's `lg`: from here on the people stand beside the tree, and not below it. */
const sideBySide = '(width >= 64rem)';

export function OrganizationChart({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, personId } = actor;
  const [choice, setChoice] = useState<{ branch: Branch } | null>(null);
  const chosen = choice?.branch ?? null;
  const heading = useRef<HTMLHeadingElement>(null);
  // Below the tree they would come up out of sight. A place that is chosen once more brings them back.
  useEffect(() => {
    if (!choice || window.matchMedia(sideBySide).matches) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [choice]);
  const places = useQuery({
    queryKey: [teamKey, 'places', tenantId, companyId],
    queryFn: async ({ signal }) =>
      (await api.query(TeamPlaces, { tenantId, companyId, managerId: personId }, signal)).teamOrganizations,
  });
  if (places.isError) {
    return (
      <Card>
        <ErrorState
          title={t('team.loadFailed')}
          body={errorText(t, places.error)}
          onRetry={() => void places.refetch()}
          retrying={places.isFetching}
        />
      </Card>
    );
  }
  if (places.data?.length === 0) {
    return (
      <Card>
        <EmptyState icon={<Network />} title={t('team.empty.title')} body={t('team.empty.body')} />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(18rem,24rem)_1fr]">
      <Card title={t('team.chart')}>
        {places.data ? (
          <Places branches={treeOf(places.data)} chosen={chosen} onChoose={(branch) => setChoice({ branch })} />
        ) : (
          <SkeletonList rows={6} />
        )}
      </Card>
      {chosen ? (
        <section aria-label={chosen.organizationName} className="flex min-w-0 flex-col gap-4">
          <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold tracking-tight outline-none">
            {chosen.organizationName}
          </h2>
          <ReportList key={chosen.id} actor={actor} organizationId={chosen.id} />
        </section>
      ) : (
        <Card>
          <EmptyState icon={<Network />} title={t('team.chart.choose.title')} body={t('team.chart.choose.body')} />
        </Card>
      )}
    </div>
  );
}

type PlacesProps = { branches: readonly Branch[]; chosen: Branch | null; onChoose: (branch: Branch) => void };

function Places({ branches, chosen, onChoose }: PlacesProps) {
  const { t } = useText();
  return (
    <ul className="flex flex-col gap-0.5">
      {branches.map((branch) => (
        <li key={branch.id}>
          <Button
            variant="ghost"
            wide
            aria-pressed={chosen?.id === branch.id}
            onPress={() => onChoose(branch)}
            className={cx(
              'justify-between! px-3! font-normal!',
              chosen?.id === branch.id && 'bg-brand-soft! font-semibold!',
            )}
          >
            <span className="min-w-0 truncate">{branch.organizationName}</span>
            <span className="text-sm text-sub tabular-nums">
              <span aria-hidden>{branch.reports}</span>
              <span className="sr-only">{t('team.chart.reports', { count: branch.reports })}</span>
            </span>
          </Button>
          {branch.children.length > 0 && (
            <div className="ml-4 border-l border-line pl-2">
              <Places branches={branch.children} chosen={chosen} onChoose={onChoose} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
