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

/** What can be entered for someone who isn't signed in here. */
const usable = ['totp', 'sms', 'recovery'] as const;
type UsableKind = (typeof usable)[number];
type Begun = { merge: string; factors: (Factor & { kind: UsableKind })[] };

const isUsable = (factor: Factor): factor is Begun['factors'][number] => usable.some((kind) => kind === factor.kind);

type MergeDialogProps = { open: boolean; onClose: () => void; onMerged: () => void };

/** One dialog for all steps: a field of the next step takes the focus, which a dialog opened anew would take for itself. */
export function MergeDialog({ open, onClose, onMerged }: MergeDialogProps) {
  const { t } = useText();
  const formId = useId();
  const outcome = useOutcome();
  const begin = useSubmit(BeginMerge);
  const { change, isPending } = useAccountChange(ConfirmMerge);
  const [begun, setBegun] = useState<Begun | null>(null);
  const first = begun?.factors[0];

  async function merge(proof: Proof): Promise<void> {
    await change(proof);
    outcome.done('account.merge.done');
    onMerged();
    onClose();
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

  async function signIn(username: string, password: string): Promise<void> {
    const { beginMerge } = await begin.mutateAsync({ username, password });
    const other = { merge: beginMerge.merge, factors: beginMerge.factors.flatMap(asFactor).filter(isUsable) };
    if (other.factors.length > 0 || !(await mergeByPassword(other.merge))) setBegun(other);
  }

  const action = begun === null ? t('account.merge.continue') : first && t('account.merge.confirm');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('account.merge.begin')}
      description={first ? t('account.merge.factorLead') : t('account.merge.dialogLead')}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('app.cancel')}
          </Button>
          {action && (
            <Button type="submit" form={formId} pending={begin.isPending || isPending} aria-label={action}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {begun === null && <OtherAccount formId={formId} onSignIn={signIn} />}
      {begun && first && <OtherFactor formId={formId} begun={begun} first={first.kind} onMerge={merge} />}
      {begun && !first && <Notice tone="warn">{t('account.merge.noFactor')}</Notice>}
    </Dialog>
  );
}

type Proof = { merge: string; kind: UsableKind; code: string };
type OtherAccountProps = { formId: string; onSignIn: (username: string, password: string) => Promise<void> };

function OtherAccount({ formId, onSignIn }: OtherAccountProps) {
  const { t } = useText();
  const [typed, setTyped] = useState({ username: '', password: '' });
  const refusal = useRefusal('username', 'password');

  async function submit(): Promise<void> {
    refusal.forget();
    const username = typed.username.trim();
    if (username === '' || typed.password === '') return refusal.tell(t('account.incomplete'));
    await onSignIn(username, typed.password).catch(refusal.explain);
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
    <Form id={formId} onSubmit={() => void submit()} error={refusal.failure}>
      <TextField {...field('username')} autoFocus />
      <TextField {...field('password')} type="password" />
    </Form>
  );
}

type OtherFactorProps = {
  formId: string;
  begun: Begun;
  first: UsableKind;
  onMerge: (proof: Proof) => Promise<void>;
};

function OtherFactor({ formId, begun, first, onMerge }: OtherFactorProps) {
  const { t } = useText();
  const sendCode = useSubmit(SendMergeCode);
  const [chosen, setChosen] = useState<UsableKind | null>(null);
  const [code, setCode] = useState('');
  const refusal = useRefusal('code');
  const kind = chosen ?? first;

  async function submit(): Promise<void> {
    refusal.forget();
    if (code.trim() === '') return refusal.tell(t('stepUp.missing.code'), 'code');
    await onMerge({ merge: begun.merge, kind, code: code.trim() }).catch(refusal.explain);
  }

  // Someone trying out the ways stays there; a text message has to be requested first.
  const isFresh = chosen === null;
  const field = {
    label: t(`stepUp.label.${kind}`),
    value: code,
    onChange: setCode,
    error: refusal.errorOf('code'),
    autoFocus: isFresh && kind !== 'sms',
  };
  return (
    <Form id={formId} onSubmit={() => void submit()} error={refusal.failure}>
      {begun.factors.length > 1 && (
        <RadioGroup
          label={t('account.merge.how')}
          options={begun.factors.map((factor) => ({ value: factor.kind, label: t(`factor.${factor.kind}`) }))}
          value={kind}
          onChange={(value) => {
            setChosen(usable.find((candidate) => candidate === value) ?? kind);
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
          autoFocus={isFresh}
          pending={sendCode.isPending}
          onPress={() => sendCode.mutate({ merge: begun.merge }, { onError: refusal.explain })}
        >
          {sendCode.isSuccess ? t('stepUp.sms.resend') : t('stepUp.sms.send')}
        </Button>
      )}
      {kind === 'recovery' ? <TextField {...field} autoComplete="off" tabular /> : <CodeField {...field} />}
    </Form>
  );
}
