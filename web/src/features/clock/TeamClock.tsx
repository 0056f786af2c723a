/** Everyone a manager looks after: who is at work and who is on a break. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Card, EmptyState, ErrorState, Pager, Table, type TableColumn } from '../../ui';
import { clockKey, managerIds } from './clock';

const Team = graphql(`
  query TeamClock($tenantId: ID!, $companyId: ID!, $managerId: ID!, $cursor: String) {
    listTeamClock(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, cursor: $cursor) {
      results { employeeId firstName lastName employeeCode state since reportedAt }
      links { next previous }
    }
  }
`);

type Entry = ResultOf<typeof Team>['listTeamClock']['results'][number];

const tones = { out: 'neutral', working: 'ok', onBreak: 'warn' } as const;

export function TeamClock({ actor }: { actor: Actor }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const [cursor, setCursor] = useState<string | null>(null);
  const ids = managerIds(actor);
  const team = useQuery({
    queryKey: [clockKey, 'team', ids, cursor],
    queryFn: async ({ signal }) => (await api.query(Team, { ...ids, cursor }, signal)).listTeamClock,
    placeholderData: keepPreviousData,
  });
  const columns: TableColumn<Entry>[] = [
    {
      id: 'employee',
      header: t('clock.team.employee'),
      primary: true,
      cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    },
    {
      id: 'state',
      header: t('clock.team.state'),
      cell: ({ state }) => (
        <Badge tone={tones[state]} dot>
          {t(`clock.state.${state}`)}
        </Badge>
      ),
    },
    {
      id: 'since',
      header: t('clock.team.since'),
      cell: ({ since, reportedAt }) => (
        <span className="flex flex-wrap items-center gap-2 tabular-nums">
          {since ? format.time(since, actor.timeZone) : '–'}
          {reportedAt && <Badge tone="warn">{t('clock.team.reportedLate')}</Badge>}
        </span>
      ),
    },
  ];
  return (
    <section aria-label={t('clock.team.now')} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t('clock.team.now')}</h2>
      <Card flush className="overflow-hidden">
        {team.isError ? (
          <ErrorState
            title={t('clock.team.loadFailed')}
            body={errorText(t, team.error)}
            onRetry={() => void team.refetch()}
            retrying={team.isFetching}
          />
        ) : (
          <Table
            label={t('clock.team.now')}
            columns={columns}
            rows={[...(team.data?.results ?? [])]}
            rowKey={({ employeeId }) => employeeId}
            loadingRows={team.data ? undefined : 6}
            empty={
              <EmptyState icon={<Users />} title={t('clock.team.nobody.title')} body={t('clock.team.nobody.body')} />
            }
          />
        )}
      </Card>
      <Pager links={team.data?.links} onTurn={setCursor} pending={team.isPlaceholderData} />
    </section>
  );
}
