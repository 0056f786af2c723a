import { afterEach, expect, it, vi } from 'vitest';
import { awaitSignIn, handOver, markSignInWindow, takeSignInMark } from './sign-in-window';
import { type Tokens, useSession } from './store';

const tokensOf = (sub: string, serial: number): Tokens => ({
  accessToken: `access ${serial}`,
  refreshToken: `refresh ${serial}`,
  idToken: `x.${btoa(JSON.stringify({ sub }))}.x`,
  obtainedAtMs: 1,
  expiresAtMs: 2,
});

afterEach(() => {
  useSession.getState().signOut();
  history.replaceState(null, '', '/');
});

it('a waiting page goes on with the tokens of the window, as the same person', async () => {
  useSession.getState().signIn(tokensOf('ana', 1));
  useSession.setState({ hasExpired: true, companyId: 'c1' });
  const [onResumed, onOther] = [vi.fn(), vi.fn()];
  const stop = awaitSignIn({ onResumed, onOther });
  expect(await handOver(tokensOf('ana', 2))).toBe(true);
  stop();
  expect(useSession.getState()).toMatchObject({ accessToken: 'access 2', hasExpired: false, companyId: 'c1' });
  expect([onResumed.mock.calls.length, onOther.mock.calls.length]).toEqual([1, 0]);
});

it('someone else who signs in there gets nothing of the waiting page', async () => {
  useSession.getState().signIn(tokensOf('ana', 1));
  useSession.setState({ hasExpired: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onOther = vi.fn();
  const stop = awaitSignIn({ onResumed: vi.fn(), onOther });
  const taken = handOver(tokensOf('marcus', 2));
  await vi.waitFor(() => expect(onOther).toHaveBeenCalledOnce());
  vi.runAllTimers();
  vi.useRealTimers();
  expect(await taken).toBe(false);
  stop();
  expect(useSession.getState()).toMatchObject({ accessToken: 'access 1', hasExpired: true });
});

it('only a window opened for it is one, once, and it begins without the old session', () => {
  useSession.getState().signIn(tokensOf('ana', 1));
  history.replaceState(null, '', '/signin');
  markSignInWindow();
  expect(takeSignInMark()).toBe(false);
  expect(useSession.getState().accessToken).toBe('access 1');
  history.replaceState(null, '', '/signin?window');
  markSignInWindow();
  expect(useSession.getState().accessToken).toBeNull();
  expect([takeSignInMark(), takeSignInMark()]).toEqual([true, false]);
});
