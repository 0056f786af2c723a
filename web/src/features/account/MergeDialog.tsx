/**
 * Proving the other account: its password, then its own second factor if it has one. That the person may change the
 * account they are signed in to is asked by the server on its own (step-up), like for every protected change.
 */
import { useId, useState } from 'react';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { asFactor, type Factor } from '../../api/step-up';
import { useText } from '../../i18n';
import { Button, CodeField, Dialog, Form, Notice, RadioGroup, TextField } from '../../ui';
import { AccountFields, useAccountChange, useOutcome } from './account';
import { useRefusal } from './refusal';

const BeginMerge = graphql(`
  mutation BeginMerge($username: String!, $password: String!) {
    beginMerge(username: $username, password: $password) { merge factors { kind hint } }
  }
`);

const SendMergeCode = graphql(`mutation SendMergeCode($merge: ID!) { sendMergeCode(merge: $merge) }`);

const ConfirmMerge = graphql(
  `
    mutation ConfirmMerge($merge: ID!, $kind: String!, $code: String!) {
      confirmMerge(merge: $merge, kind: $kind, code: $code) { ...AccountFields }
    }
  `,
  [AccountFields],
);

/** What can be given for somebody who is not signed in here. */
const usable = ['totp', 'sms', 'recovery'] as const;
type UsableKind = (typeof usable)[number];
type Begun = { merge: string; factors: (Factor & { kind: UsableKind })[] };

const isUsable = (factor: Factor): factor is Begun['factors'][number] => usable.some((kind) => kind === factor.kind);

export function MergeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useText();
  const outcome = useOutcome();
  const { change, isPending } = useAccountChange(ConfirmMerge);
  const [begun, setBegun] = useState<Begun | null>(null);

  async function merge(proof: Proof): Promise<void> {
    await change(proof);
    outcome.done('account.merge.done');
    onClose();
  }

  const step = { open, onClose, merge, isMerging: isPending };
  if (begun === null) return <OtherAccount {...step} onBegun={setBegun} />;
  const [first] = begun.factors;
  if (first) return <OtherFactor {...step} begun={begun} first={first.kind} />;
  return (
    <Step open={open} onClose={onClose} lead={t('account.merge.dialogLead')}>
      <Notice tone="warn">{t('account.merge.noFactor')}</Notice>
    </Step>
  );
}

type Proof = { merge: string; kind: UsableKind; code: string };
type StepProps = { open: boolean; onClose: () => void };
type MergingProps = StepProps & { merge: (proof: Proof) => Promise<void>; isMerging: boolean };

function OtherAccount({
  open,
  onClose,
  merge,
  isMerging,
  onBegun,
}: MergingProps & { onBegun: (begun: Begun) => void }) {
  const { t } = useText();
  const formId = useId();
  const begin = useSubmit(BeginMerge);
  const [typed, setTyped] = useState({ username: '', password: '' });
  const refusal = useRefusal('username', 'password');

  async function submit(): Promise<void> {
    refusal.forget();
    if (typed.username.trim() === '' || typed.password === '') return refusal.tell(t('error.REQUIRED'));
    try {
      const { beginMerge } = await begin.mutateAsync({ ...typed, username: typed.username.trim() });
      const other = { merge: beginMerge.merge, factors: beginMerge.factors.flatMap(asFactor).filter(isUsable) };
      if (other.factors.length > 0 || !(await mergeByPassword(other.merge))) onBegun(other);
    } catch (error) {
      refusal.explain(error);
    }
  }

  /** An account without a second factor is proved by its password already; false when it has one, but none for here. */
  async function mergeByPassword(id: string): Promise<boolean> {
    try {
      await merge({ merge: id, kind: 'totp', code: '' });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INCORRECT_CODE') return false;
      throw error;
    }
  }

  const field = (name: keyof typeof typed) => ({
    label: t(`account.merge.${name}`),
    // A password manager would fill in the account one is signed in to.
    autoComplete: 'off',
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    error: refusal.errorOf(name),
  });
  return (
    <Step
      open={open}
      onClose={onClose}
      formId={formId}
      lead={t('account.merge.dialogLead')}
      action={t('account.merge.continue')}
      isPending={begin.isPending || isMerging}
    >
      <Form id={formId} onSubmit={() => void submit()} error={refusal.failure}>
        <TextField {...field('username')} autoFocus />
        <TextField {...field('password')} type="password" />
      </Form>
    </Step>
  );
}

function OtherFactor({
  open,
  onClose,
  merge,
  isMerging,
  begun,
  first,
}: MergingProps & { begun: Begun; first: UsableKind }) {
  const { t } = useText();
  const formId = useId();
  const sendCode = useSubmit(SendMergeCode);
  const [kind, setKind] = useState(first);
  const [code, setCode] = useState('');
  const refusal = useRefusal('code');

  async function submit(): Promise<void> {
    refusal.forget();
    if (code.trim() === '') return refusal.tell(t('stepUp.missing.code'), 'code');
    await merge({ merge: begun.merge, kind, code: code.trim() }).catch(refusal.explain);
  }

  const field = {
    label: t(`stepUp.label.${kind}`),
    value: code,
    onChange: setCode,
    error: refusal.errorOf('code'),
  };
  return (
    <Step
      open={open}
      onClose={onClose}
      formId={formId}
      lead={t('account.merge.factorLead')}
      action={t('account.merge.confirm')}
      isPending={isMerging}
    >
      <Form id={formId} onSubmit={() => void submit()} error={refusal.failure}>
        {begun.factors.length > 1 && (
          <RadioGroup
            label={t('account.merge.how')}
            options={begun.factors.map((factor) => ({ value: factor.kind, label: t(`factor.${factor.kind}`) }))}
            value={kind}
            onChange={(chosen) => {
              setKind(usable.find((candidate) => candidate === chosen) ?? kind);
              setCode('');
              refusal.forget();
            }}
          />
        )}
        {kind === 'sms' && (
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            pending={sendCode.isPending}
            onPress={() => sendCode.mutate({ merge: begun.merge }, { onError: refusal.explain })}
          >
            {sendCode.isSuccess ? t('stepUp.sms.resend') : t('stepUp.sms.send')}
          </Button>
        )}
        {kind === 'recovery' ? <TextField {...field} autoComplete="off" tabular /> : <CodeField {...field} />}
      </Form>
    </Step>
  );
}

type FrameProps = StepProps & {
  lead: string;
  formId?: string;
  action?: string;
  isPending?: boolean;
  children: React.ReactNode;
};

function Step({ open, onClose, lead, formId, action, isPending = false, children }: FrameProps) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('account.merge.begin')}
      description={lead}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('app.cancel')}
          </Button>
          {action && (
            <Button type="submit" form={formId} pending={isPending} aria-label={action}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
