/** One challenge, as states: sending a code, giving a factor, and what the server said about it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { getPasskey } from '../../api/passkey';
import { type Challenge, type FactorKind, onConfirmed } from '../../api/step-up';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';

/** `serial` tells the same trouble twice apart, so that it is also read out twice. */
export type Trouble = { serial: number; text: string };

/** The server sends one code a minute to a number. */
const resendAfterMs = 60_000;

export type Given = { kind: FactorKind; code?: string; password?: string; credential?: unknown };

export function useProof({ challenge }: Challenge, onProved: () => void) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [isGone, setGone] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [resendAtMs, setResendAtMs] = useState<number | null>(null);
  const address = `/step-up/${encodeURIComponent(challenge)}`;

  // A window that came back from the operator's own provider.
  const proved = useEffectEvent(onProved);
  useEffect(() => onConfirmed(challenge, () => proved()), [challenge]);

  const tell = (text: string) => setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text }));

  async function run(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setTrouble(null);
    await work().catch(explain);
    setBusy(false);
  }

  function explain(error: unknown): void {
    const { code, triesLeft, retryAfterSeconds, isTold } =
      error instanceof ApiError ? error : new ApiError('INTERNAL', String(error));
    if (code === 'CHALLENGE_GONE' || triesLeft === 0) setGone(true);
    else if (retryAfterSeconds !== null) {
      const isOfCodes = code === 'TOO_MANY_CODES';
      // Without a code of this challenge there is none to enter: the dialog stays where one is asked for.
      if (isOfCodes) setResendAtMs((before) => before && Date.now() + retryAfterSeconds * 1000);
      tell(t(isOfCodes ? 'stepUp.sms.tooMany' : 'stepUp.waitFor', { time: format.duration(retryAfterSeconds) }));
    } else if (!isTold) {
      const left = triesLeft === null ? '' : ` ${t('stepUp.triesLeft', { count: triesLeft })}`;
      tell(`${errorText(t, error)}${left}`);
    }
  }

  async function give(given: Given): Promise<void> {
    await api.send('POST', address, given).catch((error: unknown) => {
      throw given.kind === 'password' ? asPassword(error) : error;
    });
    onProved();
  }

  async function givePasskey(): Promise<void> {
    const { options } = (await api.send('POST', `${address}/options`, { kind: 'passkey' })) as { options: unknown };
    const made = await getPasskey(options);
    if (made.outcome === 'done') return give({ kind: 'passkey', credential: made.credential });
    tell(t(made.outcome === 'cancelled' ? 'stepUp.passkey.cancelled' : 'stepUp.passkey.failed'));
  }

  async function sendCode(): Promise<void> {
    await api.send('POST', `${address}/options`, { kind: 'sms' });
    setResendAtMs(Date.now() + resendAfterMs);
  }

  /** A press opens it, so that no browser takes it for an advertisement. */
  function openUpstream(id: string): void {
    setTrouble(null);
    const query = new URLSearchParams({ challenge });
    const address = `/login/upstream/${encodeURIComponent(id)}?${query}`;
    if (window.open(address, '_blank', 'popup,width=520,height=720') === null) tell(t('stepUp.upstream.blocked'));
  }

  return {
    isBusy,
    isGone,
    trouble,
    /** Null until a code was sent. */
    resendAtMs,
    forgetTrouble: () => setTrouble(null),
    expire: () => setGone(true),
    openUpstream,
    sendCode: () => void run(sendCode),
    givePasskey: () => void run(givePasskey),
    give: (given: Given) => void run(() => give(given)),
  };
}

/** The server has one word for anything that doesn't fit; someone who typed a password wasn't asked for a code. */
function asPassword(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INCORRECT_CODE') return error;
  const { message, triesLeft } = error;
  return new ApiError('INCORRECT_PASSWORD', message, triesLeft === null ? {} : { triesLeft });
}
