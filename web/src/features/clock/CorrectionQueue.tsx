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
import { unansweredText } from '../../i18n/unanswered';
import {
  Avatar,
  Button,
  Card,
  EmptyState,
  ErrorState,
  FloatingBar,
  FloatingFoot,
  Pager,
  ReasonDialog,
  Table,
  type TableColumn,
  toast,
  useOpened,
} from '../../ui';
import { CorrectionDecision, notesMaximumCharacters } from './CorrectionDecision';
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
    // Back from a lost network: what counted meanwhile goes.
    refetchOnReconnect: true,
  });

  const { opened, open, close } = useOpened<'read' | 'deny', Correction>('read');
  /** The server gave no answer: the row stays, and the same attempt can be sent again. */
  const [unanswered, setUnanswered] = useState<{ text: string; retry: () => void } | null>(null);

  async function take(row: Correction, action: 'approve' | 'deny', managerNotes = ''): Promise<void> {
    const { id, version } = row;
    setUnanswered(null);
    try {
      await decide.mutateAsync({ ...ids, input: { id, version, action, managerNotes } });
      close();
      toast(t(`clock.team.done.${action}`), { tone: 'ok' });
    } catch (error) {
      const unansweredBy = unansweredText(t, error);
      if (unansweredBy) setUnanswered({ text: unansweredBy, retry: () => void take(row, action, managerNotes) });
      else if (!(error instanceof ApiError && error.isTold))
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
        {/* Rows that are there stay: without a network they cannot be asked for again. */}
        {queue.isError && !queue.data ? (
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
            onRowPress={(row) => {
              setUnanswered(null);
              open('read', row);
            }}
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
                        onPress={() => {
                          setUnanswered(null);
                          open('deny', row);
                        }}
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
      <FloatingFoot>
        <div {...(unanswered && !opened.isOpen ? { 'data-action-bar': '' } : {})}>
          <FloatingBar
            message={!opened.isOpen && unanswered !== null && unanswered.text}
            actions={[{ label: t('clock.team.retry'), pending: decide.isPending, onPress: () => unanswered?.retry() }]}
          />
        </div>
      </FloatingFoot>
      {opened.kind === 'deny' && opened.row && (
        <ReasonDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('clock.team.denyTitle', { name: nameOf(opened.row), what: text(opened.row) })}
          label={t('clock.team.denyReason')}
          hint={t('clock.team.denyHint')}
          submitLabel={t('clock.team.deny')}
          pending={decide.isPending}
          failure={unanswered?.text}
          maxLength={notesMaximumCharacters}
          onSubmit={(reason) => opened.row && void take(opened.row, 'deny', reason)}
        />
      )}
      {opened.kind === 'read' && opened.row && (
        <CorrectionDecision
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          correction={opened.row}
          what={text(opened.row)}
          mayWrite={mayWrite}
          isDeciding={decide.isPending}
          failure={unanswered?.text ?? null}
          onDecide={(row, action, notes) => void take(row, action, notes)}
        />
      )}
    </section>
  );
}
