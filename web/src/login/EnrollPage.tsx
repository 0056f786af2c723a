/** Setting up an authenticator app while signing in, if the company asks everyone for a second factor. */
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { Button, CodeField, CodeSheet, QrCode, Spinner } from '../ui';
import { Alert, type Trouble } from './Alert';
import { FormPage } from './FormPage';
import { beginEnrolment, confirmEnrolment, type Ending, type Enrolment, type FinalEnding } from './second-factor';
import { type TextKey, useText } from './text';
import { failureText } from './useSignIn';

type EnrollPageProps = {
  requestId: string;
  attempt: string;
  /** What only the page around can deal with. */
  onEnding: (ending: FinalEnding) => void;
};

type Done = { next: string; recoveryCodes: string[] };

export default function EnrollPage({ requestId, attempt, onEnding }: EnrollPageProps) {
  const { t } = useText();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const explain = useCallback(
    (ending: Ending) => {
      const tell = (text: TextKey, values: Record<string, string> = {}) =>
        setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text, values }));
      if (ending.outcome === 'failed') tell(failureText());
      else if (ending.outcome !== 'wrong') onEnding(ending);
      else if (ending.triesLeft === null) tell('error.INCORRECT_CODE');
      else tell('login.factor.wrong', { count: String(ending.triesLeft) });
    },
    [onEnding],
  );

  const begin = useCallback(async () => {
    const answer = await beginEnrolment(attempt);
    if (answer.outcome === 'begun') setEnrolment(answer);
    else explain(answer);
  }, [attempt, explain]);

  useEffect(() => void begin(), [begin]);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setTrouble(null);
    const answer = await confirmEnrolment(requestId, attempt, code);
    setBusy(false);
    setCode('');
    if (answer.outcome === 'enrolled') setDone(answer);
    else explain(answer);
  }

  if (done !== null) return <Codes {...done} />;
  return (
    <FormPage title={t('account.totp.setUp')} lead={t('login.enroll.lead')}>
      <form noValidate onSubmit={(event) => void confirm(event)} className="flex flex-col gap-5">
        <Alert trouble={trouble} />
        {enrolment === null && trouble === null && <Spinner className="size-8" />}
        {enrolment === null && trouble !== null && <Button onPress={() => void begin()}>{t('app.retry')}</Button>}
        {enrolment !== null && (
          <>
            <p className="text-pretty">{t('account.totp.lead')}</p>
            <div className="flex justify-center">
              <QrCode path={enrolment.qr.d} size={enrolment.qr.size} label={t('account.totp.qr')} />
            </div>
            <div className="text-sm text-sub">
              <p>{t('account.totp.byHand')}</p>
              <p className="mt-1 font-semibold tracking-wider text-ink select-all [overflow-wrap:anywhere]">
                {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
              </p>
            </div>
            <CodeField label={t('account.totp.code')} value={code} onChange={setCode} />
            <Button type="submit" size="lg" wide pending={isBusy} aria-label={t('account.totp.confirm')}>
              {t('account.totp.confirm')}
            </Button>
          </>
        )}
      </form>
    </FormPage>
  );
}

function Codes({ next, recoveryCodes }: Done) {
  const { t } = useText();
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <FormPage title={t('account.recovery.newTitle')} lead={t('account.recovery.newLead')}>
      <div className="flex flex-col gap-5">
        <CodeSheet
          codes={recoveryCodes}
          title={t('account.recovery.sheet')}
          fileName="atrium-recovery-codes.txt"
          text={{
            once: t('account.recovery.once'),
            copy: t('account.recovery.copy'),
            download: t('account.recovery.download'),
            print: t('account.recovery.print'),
          }}
          onCopied={setCopied}
        />
        <p role="status" className="text-sm text-sub empty:hidden">
          {copied !== null && (copied ? t('app.copied') : t('app.copyFailed'))}
        </p>
        <Button size="lg" wide onPress={() => location.assign(next)}>
          {t('account.recovery.kept')}
        </Button>
      </div>
    </FormPage>
  );
}
