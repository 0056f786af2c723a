/** A new phone number, in two steps: where to send a code, and the code. Nothing changes before the code is right. */
import { useId, useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, CodeField, Dialog, Form, TextField, useSecondsLeft } from '../../ui';
import { type Account, useOutcome, useReloadAccount } from './account';
import { shownPhone, toE164 } from './phone';

type PhoneDialogProps = {
  open: boolean;
  onClose: () => void;
  account: Account;
  /** The app's name at the provider. */
  clientId: string;
};

const resendAfterMs = 60_000;

export function PhoneDialog({ open, onClose, account, clientId }: PhoneDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const formId = useId();
  const outcome = useOutcome();
  const reload = useReloadAccount();
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  /** The number a code was sent to. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [resendAtMs, setResendAtMs] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ field: 'phone' | 'code'; text: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const secondsLeft = useSecondsLeft(resendAtMs);

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFault(null);
    setFailure(null);
    await work().catch(explain);
    setBusy(false);
  }

  function explain(error: unknown): void {
    const text = told(error);
    const refusal = error instanceof ApiError ? error : null;
    if (refusal?.code === 'TOO_MANY_CODES' && refusal.retryAfterSeconds !== null)
      setResendAtMs(Date.now() + refusal.retryAfterSeconds * 1000);
    if (text !== null && refusal?.field === 'phoneNumber' && sentTo === null) setFault({ field: 'phone', text });
    else setFailure(text);
  }

  /** A refusal we have no words for is told in the server's. */
  function told(error: unknown): string | null {
    if (!(error instanceof ApiError)) return errorText(t, error);
    const { code, message, retryAfterSeconds, isTold } = error;
    if (isTold) return null;
    if (retryAfterSeconds !== null) {
      const time = format.duration(retryAfterSeconds);
      return code === 'TOO_MANY_CODES' ? t('stepUp.sms.tooMany', { time }) : t('stepUp.waitFor', { time });
    }
    return code === 'INTERNAL' ? message : errorText(t, error);
  }

  async function send(phoneNumber: string): Promise<void> {
    const sessionId = account.sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
    await api.send('POST', '/initiate-sms', { phoneNumber, username: account.username, sessionId });
    setSentTo(phoneNumber);
    setCode('');
    setResendAtMs(Date.now() + resendAfterMs);
  }

  async function verify(phoneNumber: string): Promise<void> {
    const body = { phoneNumber, username: account.username, clientId, code };
    const answer = (await api.send('POST', '/verify-otp', body)) as { verified?: boolean; triesLeft?: number } | null;
    if (answer?.verified) {
      outcome.done('account.phone.done');
      onClose();
      return reload();
    }
    setCode('');
    const left = answer?.triesLeft === undefined ? '' : ` ${t('stepUp.triesLeft', { count: answer.triesLeft })}`;
    setFault({ field: 'code', text: `${t('incorrectVerification')}${left}` });
  }

  function submit(): void {
    const phoneNumber = sentTo ?? toE164(typed);
    if (phoneNumber === null) setFault({ field: 'phone', text: t('error.INVALID_PHONE') });
    else if (sentTo === null) void run(() => send(phoneNumber));
    else if (code === '') setFault({ field: 'code', text: t('stepUp.missing.code') });
    else void run(() => verify(phoneNumber));
  }

  const action = sentTo === null ? t('account.phone.send') : t('account.phone.verify');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={account.phone ? t('account.phone.change') : t('account.phone.add')}
      description={sentTo === null ? t('account.phone.lead') : t('account.phone.sent', { phone: shownPhone(sentTo) })}
      footer={
        <>
          <Button variant="secondary" onPress={sentTo === null ? onClose : () => setSentTo(null)}>
            {sentTo === null ? t('app.cancel') : t('app.back')}
          </Button>
          <Button type="submit" form={formId} pending={isBusy} aria-label={action}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} error={failure}>
        {sentTo === null ? (
          <TextField
            key="phone"
            label={t('account.phone.number')}
            description={t('account.phone.numberHint')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            autoFocus
            tabular
            value={typed}
            onChange={(value) => {
              setTyped(value);
              setFault(null);
            }}
            error={fault?.field === 'phone' ? fault.text : undefined}
          />
        ) : (
          <div className="flex flex-col gap-2">
            <CodeField
              key="code"
              label={t('stepUp.label.sms')}
              autoFocus
              value={code}
              onChange={setCode}
              error={fault?.field === 'code' ? fault.text : undefined}
            />
            <Button
              variant="ghost"
              size="sm"
              className="-ml-3 self-start"
              disabled={isBusy}
              disabledReason={
                secondsLeft > 0 ? t('stepUp.sms.resendIn', { time: format.duration(secondsLeft) }) : undefined
              }
              onPress={() => void run(() => send(sentTo))}
            >
              {t('stepUp.sms.resend')}
            </Button>
          </div>
        )}
      </Form>
    </Dialog>
  );
}
