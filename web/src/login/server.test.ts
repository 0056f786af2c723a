import { afterEach, describe, expect, it, vi } from 'vitest';
import { findRequest, pathWithin, signIn, signOut } from './server';

function answer(status: number, body: unknown = {}) {
  const fetch = vi.fn(async (_path: string, _request?: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

const ana = { username: 'ana', password: 'secret' };

describe('the next page', () => {
  it.each([
    ['/oauth2/authorize/resume?request=a%20b', '/oauth2/authorize/resume?request=a%20b'],
    ['/oauth2/a/../b', '/oauth2/b'],
  ])('%s is followed', (next, path) => {
    expect(pathWithin('/oauth2/', next)).toBe(path);
  });

  it.each([
    'https://evil.example/oauth2/authorize',
    '//evil.example/oauth2/',
    '/\\evil.example/oauth2/',
    'javascript:alert(1)//oauth2/',
    ' /oauth2/authorize',
    '/oauth2/../../evil',
    '/oauth2/..\\evil',
    '/oauth2/%2e%2e/evil',
    '/oauth2',
    '/oauth2.evil/authorize',
    '/signin',
    '',
    null,
    undefined,
    { toString: () => '/oauth2/authorize' },
  ])('%s is refused', (next) => {
    expect(pathWithin('/oauth2/', next)).toBeNull();
  });

  it('that lies elsewhere makes a sign-in a failure', async () => {
    answer(200, { next: 'https://evil.example/oauth2/' });
    expect(await signIn('r1', ana)).toEqual({ outcome: 'failed' });
  });

  it('after a sign-out stays on the provider’s own pages', async () => {
    answer(200, { next: '/login/signed-out' });
    expect(await signOut()).toEqual({ outcome: 'signedOut', next: '/login/signed-out' });
    answer(200, { next: '//evil.example/login/' });
    expect(await signOut()).toEqual({ outcome: 'failed' });
  });
});

it('signs in with a JSON post to the own origin', async () => {
  const fetch = answer(200, { next: '/oauth2/authorize/resume?request=r1' });
  expect(await signIn('r1', ana)).toEqual({ outcome: 'signedIn', next: '/oauth2/authorize/resume?request=r1' });
  const [path, request] = fetch.mock.calls[0] ?? [];
  expect(path).toBe('/login/password');
  expect(request).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
  });
  expect(JSON.parse(String(request?.body))).toEqual({ request: 'r1', ...ana });
});

it.each([
  [401, { code: 'INVALID_CREDENTIALS' }, { outcome: 'refused' }],
  [410, { code: 'REQUEST_GONE' }, { outcome: 'gone' }],
  [429, { code: 'TOO_MANY_TRIES', retryAfterSeconds: 90 }, { outcome: 'tooManyTries', retryAfterSeconds: 90 }],
  [429, { retryAfterSeconds: 0.2 }, { outcome: 'tooManyTries', retryAfterSeconds: 1 }],
  [429, { retryAfterSeconds: 'soon' }, { outcome: 'tooManyTries', retryAfterSeconds: 60 }],
  [429, null, { outcome: 'tooManyTries', retryAfterSeconds: 60 }],
  [500, {}, { outcome: 'failed' }],
  [503, { code: 'UNAVAILABLE' }, { outcome: 'failed' }],
  [200, {}, { outcome: 'failed' }],
])('a sign-in answered %i %o', async (status, body, outcome) => {
  answer(status, body);
  expect(await signIn('r1', ana)).toEqual(outcome);
});

it.each([
  [200, { clientName: 'Atrium', expiresAt: '2026-11-16T12:00:00Z' }, 'found'],
  [404, {}, 'gone'],
  [410, {}, 'gone'],
  [200, {}, 'failed'],
  [503, {}, 'failed'],
])('a request answered %i %o', async (status, body, outcome) => {
  answer(status, body);
  expect((await findRequest('r1')).outcome).toBe(outcome);
});

it('an id cannot add parameters of its own', async () => {
  const fetch = answer(404);
  await findRequest('r1&admin=1');
  expect(fetch.mock.calls[0]?.[0]).toBe('/login/request?request=r1%26admin%3D1');
});

it('a page of a proxy and a broken line are failures, not exceptions', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await signIn('r1', ana)).toEqual({ outcome: 'failed' });
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await signIn('r1', ana)).toEqual({ outcome: 'failed' });
  expect(await findRequest('r1')).toEqual({ outcome: 'failed' });
  expect(await signOut()).toEqual({ outcome: 'failed' });
});
