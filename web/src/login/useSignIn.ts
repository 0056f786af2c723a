/**
 * Signing in for one request of a client, as states: what the provider said last decides the stage, and what was typed
 * outlives all of them.
 */
import { useCallback, useEffect, useState } from 'react';
import { type Credentials, findRequest, type SignInAnswer, type SignInRequest, signIn } from './server';
import type { TextKey } from './text';

type Stage =
  /** The provider has not yet said whether the request is still good. */
  | { at: 'checking' }
  | { at: 'form' }
  | { at: 'gone' }
  | { at: 'unreachable'; attempt: number; isRetrying: boolean }
  | { at: 'tooManyTries'; untilMs: number };

/** `attempt` tells the same trouble twice apart, so that it is also read out twice. */
export type Trouble = { attempt: number; text: TextKey; focus: 'password' | 'notice' };

/** Who is being signed in: whoever the form names, or a person of the demo by username. */
export type Signer = { kind: 'form' } | { kind: 'demo'; username: string };

/** An answer within this time is shown at once; a slower one is not waited for, and the form comes first. */
const formAfterMs = 250;

export function useSignIn(requestId: string) {
  const [stage, setStage] = useState<Stage>({ at: 'checking' });
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const [typed, setTyped] = useState<Credentials>({ username: '', password: '' });
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [signer, setSigner] = useState<Signer | null>(null);

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

  // Whoever comes back to a tab after lunch learns at once that it is too late, not after typing a password.
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

  async function attempt(credentials: Credentials, by: Signer) {
    // One at a time, whoever presses twice and whatever password manager submits by itself.
    if (signer !== null) return;
    setSigner(by);
    const answer = await signIn(requestId, credentials);
    // Still under way until the browser has left.
    if (answer.outcome === 'signedIn') return location.assign(answer.next);
    setSigner(null);
    tell(answer, by);
  }

  function tell(answer: Exclude<SignInAnswer, { outcome: 'signedIn' }>, by: Signer) {
    switch (answer.outcome) {
      case 'gone':
        return setStage({ at: 'gone' });
      case 'tooManyTries':
        setTrouble(null);
        return setStage({ at: 'tooManyTries', untilMs: Date.now() + answer.retryAfterSeconds * 1000 });
      case 'refused':
        return addTrouble('login.refused', by.kind === 'form' ? 'password' : 'notice');
      case 'failed':
        return addTrouble(failureText(), 'notice');
    }
  }

  function addTrouble(text: TextKey, focus: Trouble['focus']) {
    setTrouble((before) => ({ attempt: (before?.attempt ?? 0) + 1, text, focus }));
  }

  function startAgain() {
    setStage((now) => (now.at === 'unreachable' ? { ...now, isRetrying: true } : { at: 'checking' }));
    void check();
  }

  return {
    stage,
    request,
    typed,
    type: (change: Partial<Credentials>) => setTyped((before) => ({ ...before, ...change })),
    trouble,
    signer,
    attempt: (credentials: Credentials, by: Signer) => void attempt(credentials, by),
    startAgain,
  };
}

/** Why nothing came back, as far as the browser knows. */
export function failureText(): TextKey {
  return navigator.onLine ? 'error.INTERNAL' : 'error.offline';
}
