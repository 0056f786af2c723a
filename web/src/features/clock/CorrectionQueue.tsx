/** Corrections that wait for a manager. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarCheck2 } from 'lucide-react';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Avatar,
  Button,
  Card,
  EmptyState,
  ErrorState,
  Pager,
  Table,
  type TableColumn,
  toast,
  useOpened,
} from '../../ui';
import { CorrectionDecision } from './CorrectionDecision';
import { type Correction, CorrectionFields, clockKey, managerIds } from './clock';
import { useCorrectionText } from './useCorrectionText';

const Queue = graphql(
  `
    query PunchCorrections($tenantId: ID!, $companyId: ID!, $managerId: ID!, $cursor: String) {
      listPunchCorrections(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, cursor: $cursor) {
        results { ...PunchCorrectionFields }
        links { next previous }
      }
    }
  `,
  [CorrectionFields],
);

const Decide = graphql(`
  mutation DecidePunchCorrection($tenantId: ID!, $companyId: ID!, $managerId: ID!, $input: PunchCorrectionDecisionInput!) {
    decidePunchCorrection(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, input: $input) { id }
  }
`);

const nameOf = ({ firstName, lastName }: Correction) => `${firstName} ${lastName}`;

export function CorrectionQueue({ actor }: { actor: Actor }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const text = useCorrectionText(actor);
  const queryClient = useQueryClient();
  const decide = useSubmit(Decide);
  const [cursor, setCursor] = useState<string | null>(null);
  const ids = managerIds(actor);
  const mayWrite = may(actor, 'manager.write');
  const queue = useQuery({
    queryKey: [clockKey, 'queue', ids, cursor],
    queryFn: async ({ signal }) => (await api.query(Queue, { ...ids, cursor }, signal)).listPunchCorrections,
    placeholderData: keepPreviousData,
  });

  const { opened, open, close } = useOpened<'read', Correction>('read');

  async function take({ id, version }: Correction, action: 'approve' | 'deny', managerNotes = ''): Promise<void> {
    try {
      await decide.mutateAsync({ ...ids, input: { id, version, action, managerNotes } });
      close();
      toast(t(`clock.team.done.${action}`), { tone: 'ok' });
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold))
        toast(errorText(t, error, 'clock.team.failed'), { tone: 'error' });
    }
    void queryClient.invalidateQueries({ queryKey: [clockKey] });
  }

  const columns: TableColumn<Correction>[] = [
    {
      id: 'employee',
      header: t('clock.team.employee'),
      primary: true,
      cell: (row) => (
        <span className="flex items-center gap-3">
          <Avatar firstName={row.firstName} lastName={row.lastName} size="sm" />
          <span className="min-w-0">
            <span className="block font-medium">{nameOf(row)}</span>
            <span className="block text-sm text-sub tabular-nums">#{row.employeeCode}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'what',
      header: t('clock.team.correction'),
      cell: (row) => (
        <span>
          <span className="block tabular-nums">{text(row)}</span>
          <span className="block text-sm text-sub [overflow-wrap:anywhere]">{row.reason}</span>
        </span>
      ),
    },
    {
      id: 'day',
      header: t('clock.correction.date'),
      cell: ({ date }) => <span className="whitespace-nowrap tabular-nums">{format.day(date)}</span>,
    },
  ];

  return (
    <section aria-label={t('clock.team.waiting')} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t('clock.team.waiting')}</h2>
      <Card flush className="overflow-hidden">
        {queue.isError ? (
          <ErrorState
            title={t('clock.team.loadFailed')}
            body={errorText(t, queue.error)}
            onRetry={() => void queue.refetch()}
            retrying={queue.isFetching}
          />
        ) : (
          <Table
            label={t('clock.team.waiting')}
            columns={columns}
            rows={[...(queue.data?.results ?? [])]}
            rowKey={({ id }) => id}
            loadingRows={queue.data ? undefined : 3}
            empty={
              <EmptyState
                icon={<CalendarCheck2 />}
                title={t('clock.team.empty.title')}
                body={t('clock.team.empty.body')}
              />
            }
            onRowPress={(row) => open('read', row)}
            rowActions={
              mayWrite
                ? (row) => (
                    <>
                      <Button
                        size="sm"
                        pending={decide.isPending}
                        aria-label={t('clock.team.approveNamed', { name: nameOf(row), what: text(row) })}
                        onPress={() => void take(row, 'approve')}
                      >
                        {t('clock.team.approve')}
                      </Button>
                      <Button
                        size="sm"
                        variant="secondary"
                        pending={decide.isPending}
                        aria-label={t('clock.team.denyNamed', { name: nameOf(row), what: text(row) })}
                        onPress={() => void take(row, 'deny')}
                      >
                        {t('clock.team.deny')}
                      </Button>
                    </>
                  )
                : undefined
            }
          />
        )}
      </Card>
      <Pager links={queue.data?.links} onTurn={setCursor} pending={queue.isPlaceholderData} />
      {opened.row && (
        <CorrectionDecision
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          correction={opened.row}
          what={text(opened.row)}
          mayWrite={mayWrite}
          isDeciding={decide.isPending}
          onDecide={(row, action, notes) => void take(row, action, notes)}
        />
      )}
    </section>
  );
}
