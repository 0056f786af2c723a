import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshTokens } from './provider';
import { followOtherTabs, freshToken, refreshAgeMs, refreshIfDue } from './refresh';
import { Refused } from './refused';
import { type Tokens, useSession } from './store';

vi.mock('./provider', async (original) => ({
  ...(await original<typeof import('./provider')>()),
  refreshTokens: vi.fn(),
}));

const provider = vi.mocked(refreshTokens);
const start = Date.parse('2026-11-16T09:00:00Z');
const lifetimeMs = 900_000;

function tokensAt(obtainedAtMs: number, name: string): Tokens {
  return {
    accessToken: `access ${name}`,
    refreshToken: `refresh ${name}`,
    idToken: `id ${name}`,
    obtainedAtMs,
    expiresAtMs: obtainedAtMs + lifetimeMs,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  provider.mockReset().mockImplementation(async () => tokensAt(Date.now(), 'second'));
  useSession.getState().signIn(tokensAt(start, 'first'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useSession.getState().signOut();
});

const pass = (ms: number) => vi.setSystemTime(start + ms);
const session = () => useSession.getState();

describe('the check', () => {
  it('leaves a token of 14 minutes alone', async () => {
    pass(refreshAgeMs);
    await refreshIfDue();
    expect(provider).not.toHaveBeenCalled();
  });

  it('replaces an older one', async () => {
    pass(refreshAgeMs + 1);
    await refreshIfDue();
    expect(provider).toHaveBeenCalledExactlyOnceWith('refresh first');
    expect(session()).toMatchObject({ accessToken: 'access second', refreshToken: 'refresh second' });
  });

  it('clears an expired session that has no refresh token, and keeps the way back', async () => {
    session().signIn({ ...tokensAt(start, 'first'), refreshToken: null });
    session().rememberPath('/manager/home');
    pass(lifetimeMs);
    await refreshIfDue();
    expect(session()).toMatchObject({ accessToken: null, hasExpired: false, returnTo: '/manager/home' });
    expect(provider).not.toHaveBeenCalled();
  });

  it('says the session has expired when the provider refuses', async () => {
    provider.mockRejectedValue(new Refused('invalid_grant'));
    pass(lifetimeMs);
    await refreshIfDue();
    expect(session().hasExpired).toBe(true);
  });

  it('disturbs nobody while the provider is down', async () => {
    provider.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    pass(lifetimeMs);
    await refreshIfDue();
    expect(session()).toMatchObject({ hasExpired: false, accessToken: 'access first' });
    await refreshIfDue();
    expect(session().accessToken).toBe('access second');
  });

  it('keeps the ID token and the refresh token when the provider sends no new ones', async () => {
    provider.mockResolvedValue({ ...tokensAt(start + lifetimeMs, 'second'), refreshToken: null, idToken: null });
    pass(lifetimeMs);
    await refreshIfDue();
    expect(session()).toMatchObject({
      accessToken: 'access second',
      refreshToken: 'refresh first',
      idToken: 'id first',
    });
  });
});

describe('a call to the API', () => {
  it('takes the token as it is while it lasts', async () => {
    pass(lifetimeMs - 1);
    expect(await freshToken()).toBe('access first');
    expect(provider).not.toHaveBeenCalled();
  });

  it('refreshes an expired token first', async () => {
    pass(lifetimeMs);
    expect(await freshToken()).toBe('access second');
  });

  it('fails as an outage when the provider is down', async () => {
    provider.mockRejectedValue(new TypeError('Failed to fetch'));
    pass(lifetimeMs);
    await expect(freshToken()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(session().hasExpired).toBe(false);
  });

  it('fails as signed out when the provider refuses', async () => {
    provider.mockRejectedValue(new Refused('invalid_grant'));
    pass(lifetimeMs);
    await expect(freshToken()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(session().hasExpired).toBe(true);
  });

  it('goes without a token when nobody is signed in', async () => {
    session().signOut();
    expect(await freshToken()).toBeNull();
  });
});

describe('one refresh at a time', () => {
  it('in this tab, however many calls wait for it', async () => {
    pass(lifetimeMs);
    expect(await Promise.all([freshToken(), freshToken(), refreshIfDue().then(freshToken)])).toEqual(
      Array(3).fill('access second'),
    );
    expect(provider).toHaveBeenCalledOnce();
  });

  it('over all tabs: what another tab got while this one waited for the lock is not asked for again', async () => {
    const request = vi.fn(async (_: string, work: () => Promise<void>) => {
      session().renew('refresh first', tokensAt(Date.now(), 'of another tab'));
      return work();
    });
    vi.stubGlobal('navigator', { locks: { request } });
    pass(lifetimeMs);
    expect(await freshToken()).toBe('access of another tab');
    expect(request).toHaveBeenCalledOnce();
    expect(provider).not.toHaveBeenCalled();
  });

  it('and a tab with the same refresh token is handed the new ones', async () => {
    const received: unknown[] = [];
    const twin = new BroadcastChannel('atrium tokens');
    twin.onmessage = ({ data }: MessageEvent) => received.push(data);
    const stop = followOtherTabs();
    pass(lifetimeMs);
    await refreshIfDue();
    await vi.waitFor(() => expect(received).toMatchObject([{ replaced: 'refresh first' }]));

    twin.postMessage({ replaced: 'refresh of somebody else', tokens: tokensAt(start, 'foreign') });
    twin.postMessage({ replaced: 'refresh second', tokens: tokensAt(start, 'third') });
    await vi.waitFor(() => expect(session().accessToken).toBe('access third'));
    stop();
    twin.close();
  });
});

it('a refusal that comes after signing out raises no alert', async () => {
  provider.mockImplementation(async () => {
    session().signOut();
    throw new Refused('invalid_grant');
  });
  pass(lifetimeMs);
  await refreshIfDue();
  expect(session().hasExpired).toBe(false);
});
