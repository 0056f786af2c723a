/** Changes and how far they've come, those payroll hasn't taken over first; one in full, with what can be done. */
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  ConsoleList,
  csvText,
  DetailsDrawer,
  Notice,
  oneOf,
  ReasonDialog,
  SelectField,
  useKeptFilter,
  useOpened,
} from '../../ui';
import {
  Acknowledge,
  type Change,
  handoverKey,
  kinds,
  ListChanges,
  narrowing,
  type PayrollCompany,
  Reject,
  Resolve,
  type State,
  shownStates,
} from './handover';
import { useDone } from './useDone';

const maximumReasonCharacters = 500;
const isShown = oneOf([...shownStates, 'all']);
const isKind = oneOf([...kinds, 'all']);
const tones = {
  waiting: 'neutral',
  handed: 'warn',
  taken: 'ok',
  rejected: 'bad',
  conflict: 'bad',
  corrected: 'neutral',
  dropped: 'neutral',
} as const satisfies Record<State, string>;

type ChangesListProps = { tenantId: string; company: PayrollCompany };

export function ChangesList({ tenantId, company }: ChangesListProps) {
  const { t } = useText();
  const api = useApi();
  const [kept, keep] = useKeptFilter('payroll changes', isShown);
  const shown = kept ?? 'notTaken';
  const [keptKind, keepKind] = useKeptFilter('payroll kind', isKind);
  const kind = keptKind && keptKind !== 'all' ? keptKind : null;
  const { opened, open, close } = useOpened<'details' | 'reject', Change>('details');
  const narrowed = { tenantId, companyId: company.id, kind, ...narrowing(shown === 'all' ? null : shown) };
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(ListChanges, { ...narrowed, cursor, limit: limit ?? null }, signal)).listPayrollChanges;
  const list = usePages([handoverKey, 'changes', narrowed], load);
  const change = list.rows?.find(({ id }) => id === opened.row?.id) ?? opened.row;
  const what = (row: Change) => row.account ?? t(`handover.kind.${row.kind}`);
  const who = (row: Change) => `${row.firstName} ${row.lastName}`;
  const stateOf = (row: Change) =>
    row.state === 'handed' && row.seenAt ? t('handover.notTakenYet') : t(`handover.state.${row.state}`);
  return (
    <section aria-label={t('handover.allChanges')} className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold tracking-tight">{t('handover.allChanges')}</h2>
      <ConsoleList
        label={t('handover.allChanges')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'who',
            header: t('handover.employee'),
            cell: (row) => (
              <span className="block min-w-0">
                <span className="block font-medium">{who(row)}</span>
                <span className="block text-sm text-sub">{row.employeeCode}</span>
              </span>
            ),
          },
          { id: 'what', header: t('handover.what'), cell: what },
          { id: 'action', header: t('handover.action'), cell: ({ action }) => t(`handover.action.${action}`) },
          {
            id: 'batch',
            header: t('handover.batch'),
            cell: ({ batchNumber }) => (batchNumber === null ? '–' : String(batchNumber)),
            numeric: true,
          },
          {
            id: 'state',
            header: t('handover.state'),
            cell: (row) => <Badge tone={tones[row.state]}>{stateOf(row)}</Badge>,
          },
        ]}
        onRowPress={(row) => open('details', row)}
        filters={
          <>
            <SelectField
              label={t('handover.show')}
              options={[...shownStates, 'all' as const].map((value) => ({ value, label: t(`handover.show.${value}`) }))}
              value={shown}
              onChange={(value) => keep(isShown(value) ? value : null)}
              className="sm:w-60"
            />
            <SelectField
              label={t('handover.about')}
              options={[
                { value: 'all', label: t('handover.about.all') },
                ...kinds.map((value) => ({ value, label: t(`handover.kind.${value}`) })),
              ]}
              value={kind ?? 'all'}
              onChange={(value) => keepKind(isKind(value) ? value : null)}
              className="sm:w-52"
            />
          </>
        }
        filterCount={(shown === 'notTaken' ? 0 : 1) + (kind ? 1 : 0)}
        onClear={() => {
          keep('notTaken');
          keepKind('all');
        }}
        empty={{ title: t('handover.changes.none'), body: t('handover.changes.none.body') }}
        exporting={{
          fileName: 'payroll-changes.csv',
          load: async () =>
            csvText(
              [
                { header: t('handover.employee'), text: who },
                { header: t('handover.code'), text: (row: Change) => row.employeeCode },
                { header: t('handover.what'), text: what },
                { header: t('handover.action'), text: (row: Change) => t(`handover.action.${row.action}`) },
                { header: t('handover.batch'), text: (row: Change) => String(row.batchNumber ?? '') },
                { header: t('handover.state'), text: stateOf },
                { header: t('handover.approvedBy'), text: (row: Change) => row.approverName },
                { header: t('handover.reason'), text: (row: Change) => row.reason },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          list.error && {
            title: t('handover.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {change && opened.kind === 'details' && (
        <ChangeDrawer
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          company={company}
          change={change}
          onReject={() => open('reject', change)}
        />
      )}
      {change && opened.kind === 'reject' && (
        <RejectDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          company={company}
          change={change}
        />
      )}
    </section>
  );
}

type OneChangeProps = ChangesListProps & { open: boolean; onClose: () => void; change: Change };

function RejectDialog({ open, onClose, tenantId, company, change }: OneChangeProps) {
  const { t } = useText();
  const reject = useSubmit(Reject);
  const { run, failure } = useDone();
  const [isEmpty, setEmpty] = useState(false);
  const submit = async (reason: string) => {
    setEmpty(reason === '');
    if (reason === '') return;
    const sent = { tenantId, companyId: company.id, changeId: change.id, reason };
    if (await run(() => reject.mutateAsync(sent), t('handover.reject.done'))) onClose();
  };
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('handover.reject.title', { name: `${change.firstName} ${change.lastName}` })}
      label={t('handover.reason')}
      hint={t('handover.reason.hint')}
      submitLabel={t('handover.reject')}
      pending={reject.isPending}
      failure={isEmpty ? t('kit.required') : failure}
      maxLength={maximumReasonCharacters}
      onSubmit={(reason) => void submit(reason)}
    />
  );
}

function ChangeDrawer({
  open,
  onClose,
  tenantId,
  company,
  change,
  onReject,
}: OneChangeProps & { onReject: () => void }) {
  const { t } = useText();
  const format = useFormat();
  const mayChange = useMayChange();
  const acknowledge = useSubmit(Acknowledge);
  const resolve = useSubmit(Resolve);
  const { run, failure } = useDone();
  const at = { tenantId, companyId: company.id, changeId: change.id };
  const when = (instant: string | null) => (instant ? format.instant(instant, company.timeZone) : '');
  const fact = (label: string, value: string) => (value === '' ? [] : [{ label, value }]);
  const settle = (winner: 'approved' | 'payroll') =>
    void run(() => resolve.mutateAsync({ ...at, winner }), t('handover.resolved'));
  const nothing = t('handover.nothing');
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={`${change.firstName} ${change.lastName}`}
      groups={[
        {
          facts: [
            { label: t('handover.what'), value: change.account ?? t(`handover.kind.${change.kind}`) },
            { label: t('handover.action'), value: t(`handover.action.${change.action}`) },
            { label: t('handover.state'), value: t(`handover.state.${change.state}`) },
            { label: t('handover.approved'), value: when(change.approvedAt) },
            ...fact(t('handover.approvedBy'), change.approverName),
            ...fact(t('handover.sent'), when(change.handedAt)),
            ...fact(t('handover.seen'), when(change.seenAt)),
            ...fact(t('handover.settled'), when(change.settledAt)),
            ...fact(t('handover.reason'), change.reason),
          ],
        },
        {
          title: t('handover.values'),
          facts: change.values.map(({ field, before, after, payroll }) => ({
            label: field,
            value: (
              <span className="[overflow-wrap:anywhere]">
                {t('handover.value', { before: before || nothing, after: after || nothing })}
                {payroll !== null && (
                  <span className="block">{t('handover.value.payroll', { payroll: payroll || nothing })}</span>
                )}
              </span>
            ),
          })),
        },
      ]}
      footer={
        mayChange && (
          <div className="flex flex-wrap justify-end gap-2.5">
            {(change.state === 'handed' || change.state === 'conflict') && (
              <Button variant="secondary" onPress={onReject}>
                {t('handover.reject')}
              </Button>
            )}
            {change.state === 'handed' && (
              <Button
                pending={acknowledge.isPending}
                onPress={() => void run(() => acknowledge.mutateAsync(at), t('handover.acknowledged', { count: 1 }))}
              >
                {t('handover.acknowledge')}
              </Button>
            )}
            {change.state === 'conflict' && (
              <>
                <Button variant="secondary" pending={resolve.isPending} onPress={() => settle('payroll')}>
                  {t('handover.resolve.payroll')}
                </Button>
                <Button pending={resolve.isPending} onPress={() => settle('approved')}>
                  {t('handover.resolve.approved')}
                </Button>
              </>
            )}
          </div>
        )
      }
    >
      {change.state === 'conflict' && <Notice tone="warn">{t('handover.conflict.hint')}</Notice>}
      {failure && <p role="alert">{failure}</p>}
    </DetailsDrawer>
  );
}
