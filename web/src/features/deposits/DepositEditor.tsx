/** A new account, or what one gets from now on: the form on the left, what it would mean for a pay on the right. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useId, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { usePayTimingText } from '../../i18n/pay-timing';
import { Button, ConfirmDialog, Dialog, Notice, toast, useUnsaved } from '../../ui';
import { DepositForm } from './DepositForm';
import { type Deposit, isLive } from './deposit';
import { firstPayday, periodOf, periodOfDraft } from './payday';
import { asRefusal, type Draft, draftOf, draftSchema, inputOf, isDraftField, newDraft } from './rules';
import { type SimulatedAccount, Simulator } from './Simulator';
import { useDepositText } from './useDepositText';
import { useSaveDeposits } from './useSaveDeposits';

type DepositEditorProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  /** Null for a new account. */
  deposit: Deposit | null;
  deposits: readonly Deposit[];
  lastNetPay: string | null;
  /** When pay may go to an account that is added now. */
  newAccountPayableFrom: string;
  /** Until when payroll isn't told of it. */
  newAccountHeldUntil: string;
};

export function DepositEditor(props: DepositEditorProps) {
  const { open, onClose, actor, deposit, deposits, lastNetPay, newAccountPayableFrom, newAccountHeldUntil } = props;
  const { t } = useText();
  const text = useDepositText();
  const formId = useId();
  const { save, isSaving } = useSaveDeposits(actor);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const live = useMemo(() => deposits.filter(isLive), [deposits]);
  const form = useForm<Draft>({
    resolver: valibotResolver(draftSchema(actor.today)),
    defaultValues: deposit
      ? draftOf(deposit)
      : newDraft(
          actor.today,
          live.some(({ amountType }) => amountType === 'balance'),
        ),
  });
  const { isDirty } = form.formState;
  useUnsaved(open && isDirty);
  const [amountType, amount, startDate, endDate] = useWatch({
    control: form.control,
    name: ['amountType', 'amount', 'startDate', 'endDate'],
  });

  const period = periodOfDraft({ startDate, endDate }, deposit, actor.today, newAccountPayableFrom);
  const drafted = { amountType, amount, isNew: true, ...period };
  const accounts: SimulatedAccount[] = live.map((each) => ({
    id: each.id,
    name: text.name(each),
    ...(each.id === deposit?.id ? drafted : { amountType: each.amountType, amount: each.amount, ...periodOf(each) }),
  }));
  if (!deposit) accounts.push({ id: 'new', name: t('deposits.simulator.new'), ...drafted });

  const paidFrom = firstPayday(drafted, actor.today);
  const { tenantId, companyId, employeeId } = actor;
  const heldUntil = deposit ? null : newAccountHeldUntil || null;
  const timing = usePayTimingText({ tenantId, companyId, employeeId, from: paidFrom, heldUntil });

  async function submit(draft: Draft): Promise<void> {
    setFailure(null);
    try {
      await save([inputOf(draft, deposit)]);
    } catch (error) {
      if (error instanceof ApiError) {
        if (isDraftField(error.field) && asRefusal(error.code)) {
          form.setError(error.field, { type: 'server', message: error.code }, { shouldFocus: true });
          return;
        }
        if (error.isTold) return;
      }
      toast(t('deposits.saveFailed'), { tone: 'error' });
      setFailure(errorText(t, error, 'deposits.saveFailed'));
      return;
    }
    onClose();
  }

  const leave = () => (isDirty && !isSaving ? setLeaving(true) : onClose());

  return (
    <>
      <Dialog
        open={open}
        onClose={leave}
        size="lg"
        title={deposit ? t('deposits.form.editTitle', { account: text.name(deposit) }) : t('deposits.form.newTitle')}
        footer={
          <>
            <Button variant="secondary" onPress={leave}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" form={formId} pending={isSaving}>
              {deposit ? t('deposits.form.save') : t('deposits.form.add')}
            </Button>
          </>
        }
      >
        {timing && <Notice className="mb-6">{timing}</Notice>}
        <div className="grid items-start gap-x-8 gap-y-7 sm:grid-cols-[minmax(0,1fr)_minmax(0,19rem)]">
          <DepositForm
            id={formId}
            actor={actor}
            form={form}
            deposit={deposit}
            failure={failure}
            onSubmit={form.handleSubmit(submit)}
          />
          <aside aria-label={t('deposits.simulator.title')} className="rounded-lg bg-sunken p-4 sm:sticky sm:top-0">
            <h3 className="mb-3 text-sm font-semibold">{t('deposits.simulator.title')}</h3>
            <Simulator
              accounts={accounts}
              lastNetPay={lastNetPay}
              today={actor.today}
              suggestedPayday={paidFrom}
              paydayHint={t('deposits.simulator.ifApproved')}
            />
          </aside>
        </div>
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('deposits.form.discard.title')}
        body={t('deposits.form.discard.body')}
        confirmLabel={t('deposits.form.discard.action')}
        cancelLabel={t('deposits.form.discard.stay')}
        onConfirm={onClose}
      />
    </>
  );
}
