/** One factor to give. Each kind has its own words, and its own first move: a press, a message sent, or typing at once. */
import { ExternalLink, Fingerprint, MessageSquareText } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Factor } from '../../api/step-up';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, CodeField, Form, TextField, useSecondsLeft } from '../../ui';
import type { useProof } from './useProof';

type FactorFormProps = { id: string; factor: Factor; proof: ReturnType<typeof useProof> };

export function FactorForm({ id, factor, proof }: FactorFormProps) {
  const { t } = useText();
  const { kind, hint = '' } = factor;
  if (kind === 'passkey') {
    return (
      <FirstMove
        text={t('stepUp.passkey.body')}
        action={t('stepUp.passkey.action')}
        icon={<Fingerprint aria-hidden className="size-5" />}
        isBusy={proof.isBusy}
        onPress={proof.givePasskey}
      />
    );
  }
  if (kind === 'upstream') {
    return (
      <FirstMove
        text={t('stepUp.upstream.body', { name: hint })}
        action={t('stepUp.upstream.action', { name: hint })}
        icon={<ExternalLink aria-hidden className="size-5" />}
        isBusy={proof.isBusy}
        onPress={() => proof.openUpstream(factor.id ?? '')}
      />
    );
  }
  if (kind === 'sms' && proof.resendAtMs === null) {
    return (
      <FirstMove
        text={t('stepUp.sms.body', { phone: hint })}
        action={t('stepUp.sms.send')}
        icon={<MessageSquareText aria-hidden className="size-5" />}
        isBusy={proof.isBusy}
        onPress={proof.sendCode}
      />
    );
  }
  return <TypedFactor id={id} kind={kind} hint={hint} proof={proof} />;
}

type FirstMoveProps = { text: string; action: string; icon: React.ReactNode; isBusy: boolean; onPress: () => void };

function FirstMove({ text, action, icon, isBusy, onPress }: FirstMoveProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty">{text}</p>
      <Button size="lg" wide autoFocus icon={icon} pending={isBusy} aria-label={action} onPress={onPress}>
        {action}
      </Button>
    </div>
  );
}

type TypedKind = Exclude<Factor['kind'], 'passkey' | 'upstream'>;

function TypedFactor({
  id,
  kind,
  hint,
  proof,
}: {
  id: string;
  kind: TypedKind;
  hint: string;
  proof: FactorFormProps['proof'];
}) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { trouble } = proof;

  useEffect(() => field.current?.focus(), []);
  // What was wrong is typed anew; a phone's keyboard should not have to delete it first.
  useEffect(() => {
    if (trouble === null) return;
    setTyped('');
    field.current?.focus();
  }, [trouble]);

  function submit(_: FormEvent) {
    setMissing(typed.trim() === '');
    if (typed.trim() === '') return field.current?.focus();
    proof.give(kind === 'password' ? { kind, password: typed } : { kind, code: typed.trim() });
  }

  const common = {
    ref: field,
    label: t(`stepUp.label.${kind}`),
    value: typed,
    onChange: (value: string) => {
      setTyped(value);
      setMissing(false);
    },
    error: isMissing ? t(kind === 'password' ? 'stepUp.missing.password' : 'stepUp.missing.code') : undefined,
  };
  return (
    <Form id={id} onSubmit={submit}>
      {kind === 'password' && <TextField {...common} type="password" autoComplete="current-password" />}
      {kind === 'recovery' && (
        <TextField {...common} autoComplete="off" tabular description={t('stepUp.recovery.hint')} />
      )}
      {kind === 'totp' && <CodeField {...common} />}
      {kind === 'sms' && (
        <div className="flex flex-col gap-2">
          <CodeField {...common} description={t('stepUp.sms.sent', { phone: hint })} />
          <Resend atMs={proof.resendAtMs ?? 0} isBusy={proof.isBusy} onPress={proof.sendCode} />
        </div>
      )}
    </Form>
  );
}

function Resend({ atMs, isBusy, onPress }: { atMs: number; isBusy: boolean; onPress: () => void }) {
  const { t } = useText();
  const format = useFormat();
  const secondsLeft = useSecondsLeft(atMs);
  return (
    <Button
      variant="ghost"
      size="sm"
      onPress={onPress}
      disabled={isBusy}
      disabledReason={secondsLeft > 0 ? t('stepUp.sms.resendIn', { time: format.duration(secondsLeft) }) : undefined}
      className="-ml-3 self-start"
    >
      {t('stepUp.sms.resend')}
    </Button>
  );
}
