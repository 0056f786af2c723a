/** Who decides in whose place, giving approvals away for some days, and taking them back. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Button,
  DateRangeField,
  type DayRange,
  Dialog,
  ErrorState,
  Form,
  SelectField,
  SkeletonList,
  toast,
} from '../../ui';
import { timeOffKey } from './timeOff';
import { managerIds } from './useQueue';

const Delegations = graphql(`
  query TimeOffDelegations($tenantId: ID!, $companyId: ID!, $managerId: ID!) {
    timeOffDelegations(tenantId: $tenantId, companyId: $companyId, managerId: $managerId) {
      results { id managerId managerName delegateId delegateName startDate endDate }
      delegates { personId firstName lastName }
    }
  }
`);

const Delegate = graphql(`
  mutation DelegateTimeOff($tenantId: ID!, $companyId: ID!, $managerId: ID!, $input: TimeOffDelegationInput!) {
    delegateTimeOffApprovals(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, input: $input) { id }
  }
`);

const EndDelegation = graphql(`
  mutation EndTimeOffDelegation($tenantId: ID!, $companyId: ID!, $managerId: ID!, $id: ID!) {
    endTimeOffDelegation(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, id: $id) { id }
  }
`);

export function DelegationDialog({ open, onClose, actor }: { open: boolean; onClose: () => void; actor: Actor }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const formId = useId();
  const queryClient = useQueryClient();
  const ids = managerIds(actor);
  const delegate = useSubmit(Delegate);
  const end = useSubmit(EndDelegation);
  const [who, setWho] = useState('');
  const [days, setDays] = useState<DayRange | null>({ start: actor.today, end: actor.today });
  const [failure, setFailure] = useState<string | null>(null);
  const all = useQuery({
    queryKey: [timeOffKey, 'delegations', ids],
    queryFn: async ({ signal }) => (await api.query(Delegations, ids, signal)).timeOffDelegations,
  });

  async function run(change: () => Promise<unknown>, done: string): Promise<void> {
    setFailure(null);
    try {
      await change();
      toast(done, { tone: 'ok' });
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold)) setFailure(errorText(t, error));
    }
    void queryClient.invalidateQueries({ queryKey: [timeOffKey] });
  }

  function give(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (who === '' || !days) {
      setFailure(t('timeOff.delegate.incomplete'));
      return;
    }
    const input = { delegateId: who, startDate: days.start, endDate: days.end };
    void run(() => delegate.mutateAsync({ ...ids, input }), t('timeOff.delegate.done'));
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('timeOff.delegate.title')}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('timeOff.delegate.close')}
          </Button>
          <Button type="submit" form={formId} pending={delegate.isPending}>
            {t('timeOff.delegate.give')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <p className="text-sub text-pretty">{t('timeOff.delegate.lead')}</p>
        {all.isPending && <SkeletonList rows={2} />}
        {all.isError && (
          <ErrorState
            title={t('timeOff.delegate.loadFailed')}
            body={errorText(t, all.error)}
            onRetry={() => void all.refetch()}
            retrying={all.isFetching}
          />
        )}
        {all.data && (
          <>
            <Form id={formId} onSubmit={give} error={failure}>
              <SelectField
                label={t('timeOff.delegate.who')}
                required
                value={who}
                onChange={setWho}
                options={all.data.delegates.map(({ personId, firstName, lastName }) => ({
                  value: personId,
                  label: `${firstName} ${lastName}`,
                }))}
              />
              <DateRangeField label={t('timeOff.delegate.days')} required value={days} onChange={setDays} />
            </Form>
            {all.data.results.length > 0 && (
              <ul
                aria-label={t('timeOff.delegate.current')}
                className="divide-y divide-line rounded-lg border border-line"
              >
                {all.data.results.map((row) => (
                  <li key={row.id} className="flex items-center justify-between gap-4 px-4 py-3 text-sm">
                    <span>
                      {row.managerId === actor.personId
                        ? t('timeOff.delegate.given', { name: row.delegateName })
                        : t('timeOff.delegate.received', { name: row.managerName })}
                      <span className="block text-sub tabular-nums">{format.dayRange(row.startDate, row.endDate)}</span>
                    </span>
                    {row.managerId === actor.personId && (
                      <Button
                        size="sm"
                        variant="secondary"
                        aria-label={t('timeOff.delegate.endNamed', { name: row.delegateName })}
                        pending={end.isPending}
                        onPress={() =>
                          void run(() => end.mutateAsync({ ...ids, id: row.id }), t('timeOff.delegate.ended'))
                        }
                      >
                        {t('timeOff.delegate.end')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
