/** /pay/disbursements: the accounts someone's pay goes to, in which order, and what each would get. */
import { useQuery } from '@tanstack/react-query';
import { Landmark, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import {
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Notice,
  PageHeader,
  ReorderList,
  SkeletonList,
  toast,
} from '../../ui';
import { DepositEditor } from './DepositEditor';
import { DepositRow } from './DepositRow';
import { type Deposit, DepositFields, depositsKey, isLive } from './deposit';
import { type DepositOptions, offersToEnd, othersOf } from './options';
import { inOrder, moved, prioritiesOf } from './order';
import { periodOf } from './payday';
import { RequestsCard } from './RequestsCard';
import { Simulator } from './Simulator';
import { useDepositText } from './useDepositText';
import { useLastNetPay } from './useLastNetPay';
import { useSaveDeposits } from './useSaveDeposits';

const ListDeposits = graphql(
  `
    query ListDeposits($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
      directDeposits(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
        results { ...DepositFields }
        maximum
        processing
        frozen
        newAccountPayableFrom
        newAccountHeldUntil
      }
    }
  `,
  [DepositFields],
);

/** What lies over the list; `serial` gives each opening a fresh form. */
type Opened = { kind: 'edit' | 'end'; deposit: Deposit | null; isOpen: boolean; serial: number };

export function DepositsPage({ actor, options }: { actor: Actor; options: DepositOptions }) {
  const { t } = useText();
  const text = useDepositText();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const employeeId = actor.employeeId ?? '';
  const [opened, setOpened] = useState<Opened>({ kind: 'edit', deposit: null, isOpen: false, serial: 0 });
  const [order, setOrder] = useState<string[] | null>(null);
  const { save, remove, isSaving } = useSaveDeposits(actor);
  const lastNetPay = useLastNetPay(actor);
  const list = useQuery({
    queryKey: [depositsKey, tenantId, companyId, employeeId],
    queryFn: async ({ signal }) =>
      (await api.query(ListDeposits, { tenantId, companyId, employeeId }, signal)).directDeposits,
  });

  const deposits = list.data?.results ?? [];
  const live = inOrder(deposits.filter(isLive), order);
  const others = othersOf(deposits, options);
  const changed = order === null ? [] : prioritiesOf(live);
  const mayWrite = may(actor, 'employee:pay:direct-deposits.write');
  const stopped = list.data?.processing
    ? t('error.PAYROLL_PROCESSING')
    : list.data?.frozen
      ? t('error.DEPOSITS_FROZEN')
      : undefined;
  const isFull = live.length >= (list.data?.maximum ?? Number.POSITIVE_INFINITY);
  const mayChange = mayWrite && stopped === undefined;

  const open = (kind: Opened['kind'], deposit: Deposit | null) =>
    setOpened(({ serial }) => ({ kind, deposit, isOpen: true, serial: serial + 1 }));
  const close = () => setOpened((before) => ({ ...before, isOpen: false }));

  async function saveOrder() {
    try {
      await save(changed);
      setOrder(null);
    } catch (error) {
      if (error instanceof ApiError && error.isTold) return;
      if (error instanceof ApiError && error.code === 'CONFLICT') setOrder(null);
      toast(errorText(t, error, 'deposits.saveFailed'), { tone: 'error' });
      void list.refetch();
    }
  }

  async function end(deposit: Deposit) {
    try {
      await remove(deposit.id);
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold))
        toast(errorText(t, error, 'deposits.deleteFailed'), { tone: 'error' });
      throw error;
    }
  }

  const addButton = mayWrite && (
    <Button
      onPress={() => open('edit', null)}
      icon={<Plus aria-hidden className="size-4.5" />}
      disabledReason={stopped ?? (isFull ? t('error.TOO_MANY_ACCOUNTS') : undefined)}
    >
      {t('deposits.add')}
    </Button>
  );
  const ids = live.map(({ id }) => id);

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.disbursements')}
        description={t('deposits.lead')}
        actions={list.data && deposits.length > 0 && addButton}
      />
      {stopped && <Notice tone="warn">{stopped}</Notice>}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Card
            flush={!!list.data && live.length > 0}
            title={t('deposits.accounts')}
            description={t('deposits.accountsHint')}
            className="overflow-hidden"
          >
            {list.isPending && <SkeletonList rows={2} />}
            {list.isError && (
              <ErrorState
                title={t('deposits.loadFailed')}
                body={errorText(t, list.error)}
                onRetry={() => void list.refetch()}
                retrying={list.isFetching}
              />
            )}
            {list.data && live.length === 0 && (
              <EmptyState
                icon={<Landmark />}
                title={t('deposits.empty.title')}
                body={t('deposits.empty.body')}
                action={addButton}
              />
            )}
            {list.data && live.length > 0 && (
              <ReorderList
                label={t('deposits.accounts')}
                items={live}
                idOf={({ id }) => id}
                nameOf={text.name}
                handleLabel={(name) => t('deposits.moveNamed', { account: name })}
                onReorder={mayChange && live.length > 1 ? setOrder : undefined}
              >
                {(deposit) => (
                  <DepositRow
                    deposit={deposit}
                    timeZone={actor.timeZone}
                    actions={
                      mayChange
                        ? {
                            onEdit: () => open('edit', deposit),
                            onEnd: offersToEnd(deposit, options) ? () => open('end', deposit) : null,
                            onUp: ids[0] === deposit.id ? null : () => setOrder(moved(ids, deposit.id, -1)),
                            onDown: ids.at(-1) === deposit.id ? null : () => setOrder(moved(ids, deposit.id, 1)),
                          }
                        : undefined
                    }
                  />
                )}
              </ReorderList>
            )}
          </Card>
          {changed.length > 0 && (
            <Notice
              tone="info"
              title={t('deposits.order.title')}
              action={
                <span className="flex flex-wrap justify-end gap-2">
                  <Button size="sm" variant="secondary" onPress={() => setOrder(null)} disabled={isSaving}>
                    {t('deposits.order.undo')}
                  </Button>
                  <Button size="sm" onPress={() => void saveOrder()} pending={isSaving}>
                    {t('deposits.order.save')}
                  </Button>
                </span>
              }
            >
              {t('deposits.order.body')}
            </Notice>
          )}
          {others.length > 0 && (
            <Card title={t('deposits.others')} description={t('deposits.othersHint')}>
              <ul className="divide-y divide-line">
                {others.map((deposit) => (
                  <li key={deposit.id} className="py-3.5 first:pt-0 last:pb-0">
                    <DepositRow deposit={deposit} timeZone={actor.timeZone} />
                  </li>
                ))}
              </ul>
            </Card>
          )}
          <RequestsCard actor={actor} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {live.length > 0 && (
            <Card title={t('deposits.simulator.title')} description={t('deposits.simulator.lead')}>
              <Simulator
                key={lastNetPay}
                lastNetPay={lastNetPay}
                today={actor.today}
                suggestedPayday={actor.today}
                paydayHint={t('deposits.simulator.paydayHint')}
                accounts={live.map((each) => ({
                  id: each.id,
                  name: text.name(each),
                  amountType: each.amountType,
                  amount: each.amount,
                  ...periodOf(each),
                }))}
              />
            </Card>
          )}
          {options.showsOffer && (
            <Card title={t('deposits.offer.title')}>
              <p className="text-pretty">
                <strong className="tabular-nums">{t('deposits.offer.rate')}</strong> {t('deposits.offer.body')}
              </p>
              <p className="mt-2 text-sm text-sub text-pretty">{t('deposits.offer.how')}</p>
            </Card>
          )}
        </div>
      </div>

      {opened.kind === 'edit' && (
        <DepositEditor
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          actor={actor}
          deposit={opened.deposit}
          deposits={live}
          lastNetPay={lastNetPay}
          newAccountPayableFrom={list.data?.newAccountPayableFrom ?? actor.today}
          newAccountHeldUntil={list.data?.newAccountHeldUntil ?? ''}
        />
      )}
      {opened.kind === 'end' && opened.deposit && (
        <ConfirmDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t(opened.deposit.bankStatus === 'Active' ? 'deposits.endNamed' : 'deposits.withdrawNamed', {
            account: text.name(opened.deposit),
          })}
          body={t(opened.deposit.bankStatus === 'Active' ? 'deposits.endBody' : 'deposits.withdrawBody')}
          confirmLabel={t(opened.deposit.bankStatus === 'Active' ? 'deposits.end' : 'deposits.withdraw')}
          onConfirm={() => opened.deposit && end(opened.deposit)}
        />
      )}
    </div>
  );
}
