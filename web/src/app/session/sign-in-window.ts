/**
 * Signing in again in a window of its own, so that a page with something typed on it can stay where it is. The window hands its tokens
 * to the page that waits, as tabs hand theirs on after a refresh (refresh.ts), and closes.
 */
import { paths } from '../paths';
import { subjectOf, type Tokens, useSession } from './store';

const channelName = 'atrium sign-in';
const markKey = 'sign-in-window';
const windowParam = 'window';
const patienceMs = 3_000;

type Told = { kind: 'signedIn'; tokens: Tokens } | { kind: 'taken' };

/** False where the browser does not open windows. */
export function openSignInWindow(): boolean {
  return window.open(`${paths.signIn()}?${windowParam}`, 'atrium-sign-in', 'popup,width=520,height=760') !== null;
}

/** In the window, before it goes to the provider. It began with a copy of the session that has ended. */
export function markSignInWindow(): void {
  if (!new URLSearchParams(location.search).has(windowParam)) return;
  sessionStorage.setItem(markKey, 'on');
  useSession.getState().signOut();
}

/** In the window, back from the provider: whether it is one. */
export function takeSignInMark(): boolean {
  const isWindow = sessionStorage.getItem(markKey) !== null;
  sessionStorage.removeItem(markKey);
  return isWindow;
}

/** In the window: true once a waiting page has the tokens. */
export function handOver(tokens: Tokens): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    channel.onmessage = ({ data }: MessageEvent<Told>) => data.kind === 'taken' && end(true);
    channel.postMessage({ kind: 'signedIn', tokens } satisfies Told);
  });
}

type Waiting = {
  onResumed: () => void;
  /** Someone else has signed in: nothing of this page is for them. */
  onOther: () => void;
};

/** In the page that waits; answers how to stop. */
export function awaitSignIn({ onResumed, onOther }: Waiting): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.kind !== 'signedIn') return;
    const subject = subjectOf(useSession.getState().idToken);
    if (subject === null || subjectOf(data.tokens.idToken) !== subject) return onOther();
    channel.postMessage({ kind: 'taken' } satisfies Told);
    useSession.setState({ ...data.tokens, hasExpired: false });
    onResumed();
  };
  return () => channel.close();
}
