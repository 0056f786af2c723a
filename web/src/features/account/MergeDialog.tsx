/**
 * Proving the other account: its password, then its own second factor. That the person may change the account they are
 * signed in to is asked by the server on its own (step-up), like for every protected change.
 */
import { useId, useState } from 'react';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { asFactor, type Factor } from '../../api/step-up';
import { useText } from '../../i18n';
import { Button, CodeField, Dialog, Form, Notice, RadioGroup, TextField } from '../../ui';
import { AccountFields, useAccountChange, useFailureText, useOutcome } from './account';

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
  const [begun, setBegun] = useState<Begun | null>(null);
  return begun === null ? (
    <OtherAccount open={open} onClose={onClose} onBegun={setBegun} />
  ) : (
    <OtherFactor open={open} onClose={onClose} begun={begun} />
  );
}

type StepProps = { open: boolean; onClose: () => void };

function OtherAccount({ open, onClose, onBegun }: StepProps & { onBegun: (begun: Begun) => void }) {
  const { t } = useText();
  const formId = useId();
  const failureText = useFailureText();
  const begin = useSubmit(BeginMerge);
  const [typed, setTyped] = useState({ username: '', password: '' });
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const isWhole = typed.username.trim() !== '' && typed.password !== '';
    setFailure(isWhole ? null : t('error.REQUIRED'));
    if (!isWhole) return;
    try {
      const { beginMerge } = await begin.mutateAsync({ ...typed, username: typed.username.trim() });
      onBegun({ merge: beginMerge.merge, factors: beginMerge.factors.flatMap(asFactor).filter(isUsable) });
    } catch (error) {
      setFailure(failureText(error));
    }
  }

  return (
    <Step
      open={open}
      onClose={onClose}
      formId={formId}
      lead={t('account.merge.dialogLead')}
      action={t('account.merge.continue')}
      isPending={begin.isPending}
    >
      {/* A password manager would fill in the account one is signed in to. */}
      <Form id={formId} onSubmit={() => void submit()} error={failure}>
        <TextField
          label={t('account.merge.username')}
          autoComplete="off"
          autoFocus
          value={typed.username}
          onChange={(username) => setTyped((before) => ({ ...before, username }))}
        />
        <TextField
          label={t('account.merge.password')}
          type="password"
          autoComplete="off"
          value={typed.password}
          onChange={(password) => setTyped((before) => ({ ...before, password }))}
        />
      </Form>
    </Step>
  );
}

function OtherFactor({ open, onClose, begun: { merge, factors } }: StepProps & { begun: Begun }) {
  const { t } = useText();
  const formId = useId();
  const outcome = useOutcome();
  const failureText = useFailureText();
  const { change, isPending } = useAccountChange(ConfirmMerge);
  const sendCode = useSubmit(SendMergeCode);
  const [kind, setKind] = useState<UsableKind | null>(factors[0]?.kind ?? null);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(): Promise<void> {
    setFailure(code === '' ? t('stepUp.missing.code') : null);
    if (code === '' || kind === null) return;
    try {
      await change({ merge, kind, code: code.trim() });
    } catch (error) {
      return setFailure(failureText(error));
    }
    outcome.done('account.merge.done');
    onClose();
  }

  if (kind === null)
    return (
      <Step open={open} onClose={onClose} lead={t('account.merge.dialogLead')}>
        <Notice tone="warn">{t('account.merge.noFactor')}</Notice>
      </Step>
    );
  const field = { label: t(`stepUp.label.${kind}`), value: code, onChange: setCode };
  return (
    <Step
      open={open}
      onClose={onClose}
      formId={formId}
      lead={t('account.merge.factorLead')}
      action={t('account.merge.confirm')}
      isPending={isPending}
    >
      <Form id={formId} onSubmit={() => void submit()} error={failure}>
        {factors.length > 1 && (
          <RadioGroup
            label={t('account.merge.how')}
            options={factors.map((factor) => ({ value: factor.kind, label: t(`factor.${factor.kind}`) }))}
            value={kind}
            onChange={(chosen) => {
              setKind(usable.find((candidate) => candidate === chosen) ?? kind);
              setCode('');
            }}
          />
        )}
        {kind === 'sms' && (
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            pending={sendCode.isPending}
            onPress={() => sendCode.mutate({ merge }, { onError: (error) => setFailure(failureText(error)) })}
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
