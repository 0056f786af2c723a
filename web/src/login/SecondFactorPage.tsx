/** After the right password: one more thing that only the person has. */
import { type FormEvent, useRef, useState } from 'react';
import { getPasskey } from '../api/passkey';
import type { Factor, FactorKind } from '../api/step-up';
import { Button, CodeField, LinkButton, OtherWay, TextField, useSecondsLeft } from '../ui';
import { Alert, type Trouble } from './Alert';
import { inWords } from './countdown';
import { FormPage } from './FormPage';
import { signInPath } from './paths';
import { type Ending, type FinalEnding, factorOptions, type Given, giveFactor, sendCode } from './second-factor';
import { type TextKey, useText } from './text';
import { failureText } from './useSignIn';

type SecondFactorPageProps = {
  requestId: string;
  attempt: string;
  factors: readonly Factor[];
  /** What only the page around can deal with. */
  onEnding: (ending: FinalEnding) => void;
};

/** A password proves nothing a second time, and a provider elsewhere is not asked in the middle of a sign-in here. */
type SecondKind = Exclude<FactorKind, 'password' | 'upstream'>;
type SecondFactor = Factor & { kind: SecondKind };

/** The server sends one code a minute to a number. */
const resendAfterMs = 60_000;

export default function SecondFactorPage({ requestId, attempt, factors, onEnding }: SecondFactorPageProps) {
  const { t, locale } = useText();
  const usable = factors.filter(
    (factor): factor is SecondFactor => factor.kind !== 'password' && factor.kind !== 'upstream',
  );
  const [factor, setFactor] = useState(usable[0] ?? null);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [typed, setTyped] = useState('');
  const [isSent, setSent] = useState(false);
  /** When the next message may be sent. */
  const [sendAtMs, setSendAtMs] = useState(0);
  const field = useRef<HTMLInputElement>(null);

  function tell(text: TextKey, values: Record<string, string> = {}) {
    setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text, values }));
    setTyped('');
    field.current?.focus();
  }

  function explain(ending: Ending) {
    switch (ending.outcome) {
      case 'wrong':
        if (ending.triesLeft === null) return tell('error.INCORRECT_CODE');
        return tell('login.factor.wrong', { count: String(ending.triesLeft) });
      case 'failed':
        return tell(failureText());
      default:
        return onEnding(ending);
    }
  }

  async function run(work: () => Promise<boolean>) {
    if (isBusy) return;
    setBusy(true);
    setTrouble(null);
    // Still under way until the browser has left.
    if (!(await work())) setBusy(false);
  }

  async function give(given: Given): Promise<boolean> {
    const answer = await giveFactor(requestId, attempt, given);
    if (answer.outcome !== 'signedIn') explain(answer);
    else location.assign(answer.next);
    return answer.outcome === 'signedIn';
  }

  async function givePasskey(): Promise<boolean> {
    const answer = await factorOptions(attempt);
    if (answer.outcome !== 'options') {
      explain(answer);
      return false;
    }
    const made = await getPasskey(answer.options);
    if (made.outcome === 'done') return give({ kind: 'passkey', credential: made.credential });
    tell(made.outcome === 'cancelled' ? 'stepUp.passkey.cancelled' : 'stepUp.passkey.failed');
    return false;
  }

  async function send(): Promise<boolean> {
    const answer = await sendCode(attempt);
    if (answer.outcome === 'sent') {
      setSent(true);
      setSendAtMs(Date.now() + resendAfterMs);
    } else if (answer.outcome === 'tooManyCodes') {
      setSendAtMs(Date.now() + answer.retryAfterSeconds * 1000);
      tell('stepUp.sms.tooMany', { time: inWords(answer.retryAfterSeconds, locale) });
    } else explain(answer);
    return false;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (factor === null) return;
    if (typed.trim() === '') tell('stepUp.missing.code');
    else void run(() => give({ kind: factor.kind, code: typed.trim() }));
  }

  if (factor === null)
    return (
      <FormPage title={t('stepUp.title')}>
        <p className="text-pretty">{t('login.factor.none')}</p>
        <LinkButton href={signInPath} variant="secondary" size="lg" wide className="mt-6">
          {t('login.backToSignIn')}
        </LinkButton>
      </FormPage>
    );

  const { kind, hint = '' } = factor;
  const common = { ref: field, value: typed, onChange: setTyped, autoFocus: true };
  const needsSending = kind === 'sms' && !isSent;
  return (
    <FormPage title={t('stepUp.title')} lead={t('login.factor.lead')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Alert trouble={trouble} />
        {kind === 'passkey' && (
          <>
            <p className="text-pretty">{t('stepUp.passkey.body')}</p>
            <BigButton text={t('stepUp.passkey.action')} isBusy={isBusy} onPress={() => void run(givePasskey)} />
          </>
        )}
        {needsSending && (
          <>
            <p className="text-pretty">{t('stepUp.sms.body', { phone: hint })}</p>
            <Send atMs={sendAtMs} isBusy={isBusy} onPress={() => void run(send)} />
          </>
        )}
        {kind === 'totp' && <CodeField key="totp" {...common} label={t('stepUp.label.totp')} />}
        {kind === 'recovery' && (
          <TextField
            key="recovery"
            {...common}
            label={t('stepUp.label.recovery')}
            description={t('stepUp.recovery.hint')}
            autoComplete="off"
            tabular
          />
        )}
        {kind === 'sms' && isSent && (
          <div className="flex flex-col gap-2">
            <CodeField
              key="sms"
              {...common}
              label={t('stepUp.label.sms')}
              description={t('stepUp.sms.sent', { phone: hint })}
            />
            <Resend atMs={sendAtMs} isBusy={isBusy} onPress={() => void run(send)} />
          </div>
        )}
        {kind !== 'passkey' && !needsSending && <BigButton text={t('login.submit')} isBusy={isBusy} submits />}
      </form>
      {usable.length > 1 && (
        <section aria-label={t('stepUp.otherWays')} className="mt-7">
          <h2 className="mb-1 text-sm font-semibold text-sub">{t('stepUp.otherWays')}</h2>
          <ul className="-mx-3 -mb-2">
            {usable
              .filter((other) => other !== factor)
              .map((other) => (
                <li key={other.kind}>
                  <OtherWay
                    kind={other.kind}
                    label={t(`factor.${other.kind}`)}
                    hint={other.hint}
                    onPress={() => {
                      setFactor(other);
                      setTyped('');
                      setTrouble(null);
                    }}
                  />
                </li>
              ))}
          </ul>
        </section>
      )}
    </FormPage>
  );
}

type BigButtonProps = {
  text: string;
  isBusy: boolean;
  onPress?: () => void;
  submits?: boolean;
  disabledReason?: string | undefined;
};

function BigButton({ text, isBusy, onPress, submits = false, disabledReason }: BigButtonProps) {
  return (
    <Button
      size="lg"
      wide
      type={submits ? 'submit' : 'button'}
      autoFocus={!submits}
      pending={isBusy}
      disabledReason={disabledReason}
      onPress={onPress}
      aria-label={text}
    >
      {text}
    </Button>
  );
}

type SendProps = { atMs: number; isBusy: boolean; onPress: () => void };

/** Why no message can be sent yet. */
function useSendingWait(atMs: number): string | undefined {
  const { t, locale } = useText();
  const secondsLeft = useSecondsLeft(atMs);
  return secondsLeft > 0 ? t('stepUp.sms.resendIn', { time: inWords(secondsLeft, locale) }) : undefined;
}

function Send({ atMs, isBusy, onPress }: SendProps) {
  const { t } = useText();
  const wait = useSendingWait(atMs);
  return (
    <>
      <BigButton text={t('stepUp.sms.send')} isBusy={isBusy} onPress={onPress} disabledReason={wait} />
      {wait && <p className="text-sm text-sub">{wait}</p>}
    </>
  );
}

function Resend({ atMs, isBusy, onPress }: SendProps) {
  const { t } = useText();
  const wait = useSendingWait(atMs);
  return (
    <Button
      variant="ghost"
      size="sm"
      onPress={onPress}
      disabled={isBusy}
      disabledReason={wait}
      className="-ml-3 self-start"
    >
      {t('stepUp.sms.resend')}
    </Button>
  );
}
