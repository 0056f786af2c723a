/**
 * Signing in for one request of a client, as states: what the provider said last decides the stage, and what was typed
 * outlives all of them.
 */
import { use, useCallback, useEffect, useState } from 'react';
import { getPasskey } from '../api/passkey';
import type { Factor } from '../api/step-up';
import type { Trouble } from './Alert';
import { takeSignInLink } from './links';
import type { FinalEnding } from './second-factor';
import {
  type Credentials,
  findRequest,
  identify,
  passkeyOptions,
  type SignInAnswer,
  type SignInRequest,
  signIn,
  signInByLink,
  signInWithPasskey,
} from './server';
import type { TextKey } from './text';
import { TypedName } from './typed-name';

type Stage =
  /** The provider has not yet said whether the request is still good. */
  | { at: 'checking' }
  | { at: 'form' }
  | { at: 'factor'; attempt: string; factors: Factor[] }
  | { at: 'enroll'; attempt: string }
  | { at: 'gone' }
  | { at: 'unreachable'; attempt: number; isRetrying: boolean }
  | { at: 'tooManyTries'; untilMs: number };

export type SignInTrouble = Trouble & { focus: 'password' | 'notice' };

/** Who is signing in: the person the form names, a demo person by username, or the owner of a passkey or a mailed link. */
export type Signer = { kind: 'form' } | { kind: 'demo'; username: string } | { kind: 'passkey' } | { kind: 'link' };

/** An answer within this time is shown at once; a slower one is not waited for, and the form comes first. */
const formAfterMs = 250;

/** `arrival` is the trouble the browser came back with, from the operator's own provider. */
export function useSignIn(requestId: string, arrival: TextKey | null) {
  const [stage, setStage] = useState<Stage>({ at: 'checking' });
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const typedName = use(TypedName);
  const [typed, setTyped] = useState<Credentials>({ username: typedName.current, password: '' });
  const [trouble, setTrouble] = useState<SignInTrouble | null>(
    arrival && { serial: 0, text: arrival, focus: 'notice' },
  );
  const [signer, setSigner] = useState<Signer | null>(null);
  // Anyone who has said who they are is asked how they sign in.
  const [identified, setIdentified] = useState<{ upstream: string | null } | null>(null);

  const check = useCallback(async () => {
    const slow = setTimeout(() => setStage((now) => (now.at === 'checking' ? { at: 'form' } : now)), formAfterMs);
    const answer = await findRequest(requestId);
    clearTimeout(slow);
    if (answer.outcome === 'found') setRequest(answer.request);
    setStage((now) => {
      if (answer.outcome === 'gone') return { at: 'gone' };
      if (now.at === 'tooManyTries') return now;
      if (answer.outcome === 'found') return { at: 'form' };
      return { at: 'unreachable', attempt: now.at === 'unreachable' ? now.attempt + 1 : 1, isRetrying: false };
    });
  }, [requestId]);

  useEffect(() => void check(), [check]);

  // Someone who followed a mailed link has been through the app, which began this request.
  const isReady = stage.at === 'form' && request !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the request is found
  useEffect(() => {
    const token = isReady ? takeSignInLink() : null;
    if (token !== null) void attempt({ kind: 'link' }, () => signInByLink(requestId, token));
  }, [isReady]);

  // Someone who comes back to a tab after lunch learns right away that it's too late, not after typing a password.
  useEffect(() => {
    if (request === null) return;
    async function recheck({ expiresAt }: SignInRequest) {
      if (document.visibilityState !== 'visible' || Date.now() < Date.parse(expiresAt)) return;
      if ((await findRequest(requestId)).outcome === 'gone') setStage({ at: 'gone' });
    }
    const onReturn = () => void recheck(request);
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [request, requestId]);

  async function attempt(by: Signer, sign: () => Promise<SignInAnswer | 'told'>) {
    // One at a time, even if someone presses twice or a password manager submits on its own.
    if (signer !== null) return;
    setSigner(by);
    const answer = await sign();
    // Still under way until the browser has left.
    if (answer !== 'told' && answer.outcome === 'signedIn') return location.assign(answer.next);
    setSigner(null);
    if (answer !== 'told') tell(answer, by);
  }

  async function identifying(username: string): Promise<SignInAnswer | 'told'> {
    const answer = await identify(requestId, username);
    if (answer.outcome !== 'identified') return answer;
    setTrouble(null);
    setIdentified({ upstream: answer.upstream });
    return 'told';
  }

  function startOver(): void {
    setTrouble(null);
    setTyped((before) => ({ ...before, password: '' }));
    setIdentified(null);
  }

  async function withPasskey(): Promise<SignInAnswer | 'told'> {
    const begun = await passkeyOptions(requestId);
    if (begun.outcome !== 'options') return begun;
    const made = await getPasskey(begun.options);
    if (made.outcome === 'done') return signInWithPasskey(requestId, begun.attempt, made.credential);
    addTrouble(made.outcome === 'cancelled' ? 'login.passkey.cancelled' : 'login.passkey.failed', 'notice');
    return 'told';
  }

  function tell(answer: Exclude<SignInAnswer, { outcome: 'signedIn' }>, by: Signer) {
    switch (answer.outcome) {
      case 'gone':
        return setStage({ at: 'gone' });
      case 'tooManyTries':
        setTrouble(null);
        return setStage({ at: 'tooManyTries', untilMs: Date.now() + answer.retryAfterSeconds * 1000 });
      case 'factor':
        setTrouble(null);
        return setStage({ at: 'factor', attempt: answer.attempt, factors: answer.factors });
      case 'enroll':
        setTrouble(null);
        return setStage({ at: 'enroll', attempt: answer.attempt });
      case 'refused':
        if (by.kind === 'passkey') return addTrouble('login.passkey.refused', 'notice');
        return addTrouble('login.refused', by.kind === 'form' ? 'password' : 'notice');
      case 'guarded':
        return addTrouble('login.guarded', by.kind === 'form' ? 'password' : 'notice');
      case 'linkGone':
        return addTrouble('login.byLink.gone', 'notice');
      case 'failed':
        return addTrouble(failureText(), 'notice');
    }
  }

  function addTrouble(text: TextKey, focus: SignInTrouble['focus']) {
    setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text, focus }));
  }

  /** How a second step ended that cannot go on by itself. */
  const endSecondStep = useCallback((ending: FinalEnding) => {
    if (ending.outcome === 'gone') return setStage({ at: 'gone' });
    if (ending.outcome === 'tooManyTries')
      return setStage({ at: 'tooManyTries', untilMs: Date.now() + ending.retryAfterSeconds * 1000 });
    const text = ending.outcome === 'triesUsed' ? 'login.factor.used' : 'login.factor.gone';
    setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text, focus: 'password' }));
    setStage({ at: 'form' });
  }, []);

  function startAgain() {
    setStage((now) => (now.at === 'unreachable' ? { ...now, isRetrying: true } : { at: 'checking' }));
    void check();
  }

  return {
    stage,
    request,
    typed,
    type: (change: Partial<Credentials>) => {
      typedName.current = change.username ?? typedName.current;
      setTyped((before) => ({ ...before, ...change }));
    },
    trouble,
    signer,
    identified,
    identify: (username: string) => void attempt({ kind: 'form' }, () => identifying(username)),
    /** Someone else signs in, or the name was wrong. */
    startOver,
    attempt: (credentials: Credentials, by: Signer) => void attempt(by, () => signIn(requestId, credentials)),
    attemptWithPasskey: () => void attempt({ kind: 'passkey' }, withPasskey),
    endSecondStep,
    startAgain,
  };
}

/** Why nothing came back, as far as the browser knows. */
export function failureText(): TextKey {
  return navigator.onLine ? 'error.INTERNAL' : 'error.offline';
}
