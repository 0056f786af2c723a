/** What a manager's team punched without a network in the last four weeks: when, and when it arrived. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Card, EmptyState, ErrorState, Pager, Table, type TableColumn } from '../../ui';
import { clockKey, managerIds } from './clock';

const Late = graphql(`
  query LatePunches($tenantId: ID!, $companyId: ID!, $managerId: ID!, $cursor: String) {
    listLatePunches(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, cursor: $cursor) {
      results { id firstName lastName kind at deviceTime reportedAt }
      links { next previous }
    }
  }
`);

type Entry = ResultOf<typeof Late>['listLatePunches']['results'][number];

const minuteMs = 60_000;

export function LatePunches({ actor }: { actor: Actor }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const [cursor, setCursor] = useState<string | null>(null);
  const ids = managerIds(actor);
  const late = useQuery({
    queryKey: [clockKey, 'late', ids, cursor],
    queryFn: async ({ signal }) => (await api.query(Late, { ...ids, cursor }, signal)).listLatePunches,
    placeholderData: keepPreviousData,
  });
  const moment = (at: string) => `${format.dayOf(at, actor.timeZone)}, ${format.time(at, actor.timeZone)}`;
  const isOff = ({ at, deviceTime }: Entry) => Math.abs(Date.parse(at) - Date.parse(deviceTime)) >= minuteMs;
  const columns: TableColumn<Entry>[] = [
    {
      id: 'employee',
      header: t('clock.team.employee'),
      primary: true,
      cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    },
    {
      id: 'punch',
      header: t('clock.correction.kind'),
      cell: ({ kind }) => t(`clock.kind.${kind}`),
    },
    {
      id: 'made',
      header: t('clock.late.made'),
      cell: (row) => (
        <span className="tabular-nums">
          <span className="block">{moment(row.at)}</span>
          {isOff(row) && (
            <span className="block text-sm text-sub">{t('clock.late.device', { time: moment(row.deviceTime) })}</span>
          )}
        </span>
      ),
    },
    {
      id: 'received',
      header: t('clock.late.received'),
      cell: ({ reportedAt }) => <span className="tabular-nums">{moment(reportedAt)}</span>,
    },
  ];
  return (
    <section aria-label={t('clock.late.title')} className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg font-semibold">{t('clock.late.title')}</h2>
        <p className="text-sm text-sub">{t('clock.late.lead')}</p>
      </div>
      <Card flush className="overflow-hidden">
        {late.isError && !late.data ? (
          <ErrorState
            title={t('clock.team.loadFailed')}
            body={errorText(t, late.error)}
            onRetry={() => void late.refetch()}
            retrying={late.isFetching}
          />
        ) : (
          <Table
            label={t('clock.late.title')}
            columns={columns}
            rows={[...(late.data?.results ?? [])]}
            rowKey={({ id }) => id}
            loadingRows={late.data ? undefined : 3}
            empty={
              <EmptyState icon={<WifiOff />} title={t('clock.late.empty.title')} body={t('clock.late.empty.body')} />
            }
          />
        )}
      </Card>
      <Pager links={late.data?.links} onTurn={setCursor} pending={late.isPlaceholderData} />
    </section>
  );
}
