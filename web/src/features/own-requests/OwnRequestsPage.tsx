/** /requests: everything the viewer has asked for, of every kind, newest first. Changing one is the business of its own page. */
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  oneOf,
  PageHeader,
  phone,
  SegmentedChoice,
  SelectField,
  useKeptFilter,
  useMedia,
} from '../../ui';
import { loadOwnRequests } from './load';
import { type Filter, filters, passing } from './ownRequest';
import { type Places, RequestsTable } from './RequestsTable';

/** So many rows more at each press. */
const rowsAtOnce = 25;
const isFilter = oneOf(filters);

type OwnRequestsPageProps = {
  actor: Actor;
  employeeId: string;
  places: Places;
};

export function OwnRequestsPage({ actor, employeeId, places }: OwnRequestsPageProps) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, timeZone } = actor;
  const [kept, keep] = useKeptFilter('own requests', isFilter);
  const filter = kept ?? 'all';
  const [most, setMost] = useState(rowsAtOnce);
  const list = useQuery({
    queryKey: ['own requests', tenantId, companyId, employeeId],
    queryFn: ({ signal }) => loadOwnRequests(api, { tenantId, companyId, employeeId }, timeZone, signal),
    // What was withdrawn on another page a moment ago is to be seen here at once.
    staleTime: 0,
  });
  const all = list.data ?? null;
  const found = all && passing(all, filter);
  const choose = (next: Filter) => {
    keep(next === 'all' ? null : next);
    setMost(rowsAtOnce);
  };

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.requests')} description={t('ownRequests.lead', { company: actor.companyName })} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <StatusFilter value={filter} onChange={choose} />
        <p role="status" className="text-sm text-sub tabular-nums">
          {found && all.length > 0 && t('ownRequests.count', { count: found.length })}
        </p>
      </div>
      <Card flush className="overflow-hidden">
        {list.isError && !all ? (
          <ErrorState
            title={t('ownRequests.loadFailed')}
            body={errorText(t, list.error)}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <RequestsTable
            requests={found?.slice(0, most) ?? null}
            places={places}
            timeZone={actor.timeZone}
            empty={
              all?.length ? (
                <EmptyState
                  icon={<Inbox />}
                  title={t(`ownRequests.none.${filter}`)}
                  body={t('ownRequests.none.body')}
                  action={
                    <Button variant="secondary" onPress={() => choose('all')}>
                      {t('ownRequests.showAll')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  icon={<Inbox />}
                  title={t('ownRequests.empty.title')}
                  body={t('ownRequests.empty.body')}
                  action={<LinkButton href={places.timeOff}>{t('ownRequests.empty.timeOff')}</LinkButton>}
                />
              )
            }
          />
        )}
      </Card>
      {found && found.length > most && (
        <Button variant="secondary" className="self-center" onPress={() => setMost(most + rowsAtOnce)}>
          {t('ownRequests.more')}
        </Button>
      )}
    </div>
  );
}

/** Side by side where there is room. */
function StatusFilter({ value, onChange }: { value: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useText();
  const isPhone = useMedia(phone);
  const options = filters.map((filter) => ({ value: filter, label: t(`ownRequests.filter.${filter}`) }));
  if (!isPhone)
    return (
      <SegmentedChoice label={t('ownRequests.filter')} hideLabel options={options} value={value} onChange={onChange} />
    );
  return (
    <div className="w-full">
      <SelectField
        label={t('ownRequests.filter')}
        options={options}
        value={value}
        onChange={(next) => onChange(isFilter(next) ? next : 'all')}
      />
    </div>
  );
}
