import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeShell } from '../platform/fake';

const origin = 'http://localhost:3000';
const issuer = `${origin}/oauth2/token`;
const discovery = {
  issuer,
  authorization_endpoint: `${origin}/oauth2/authorize`,
  token_endpoint: issuer,
  end_session_endpoint: `${origin}/oauth2/logout`,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: ['ES256'],
};

type TokenAnswer = (form: URLSearchParams) => Response | Promise<Response>;

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

/** A provider that answers the token endpoint as told; the forms it was sent are kept. */
function provide(answer: TokenAnswer) {
  const forms: URLSearchParams[] = [];
  const fetch = vi.fn(async (url: string | URL, request?: RequestInit) => {
    if (String(url) === `${issuer}/.well-known/openid-configuration`) return json(discovery);
    const form = new URLSearchParams(String(request?.body));
    forms.push(form);
    return answer(form);
  });
  vi.stubGlobal('fetch', fetch);
  return { forms, fetch };
}

function idToken(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer, aud: 'atrium-web', sub: 'ana-id', iat: now, exp: now + 900 };
  return `${part({ alg: 'ES256' })}.${part({ ...usual, ...claims })}.c2lnbmF0dXJl`;
}

const granted = (claims: Record<string, unknown>) =>
  json({
    access_token: 'access',
    refresh_token: 'refresh',
    token_type: 'Bearer',
    expires_in: 900,
    id_token: idToken(claims),
  });

// Discovery is kept for the life of the page; every test is a page of its own.
let page: typeof import('./provider');
let Refused: typeof import('./refused').Refused;

beforeEach(async () => {
  vi.stubGlobal('location', new URL(`${origin}/signin`));
  vi.resetModules();
  page = await import('./provider');
  ({ Refused } = await import('./refused'));
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

async function begin(): Promise<URLSearchParams> {
  return new URL(await page.beginSignIn()).searchParams;
}

function answerTo(asked: URLSearchParams, changes: Record<string, string> = {}): URL {
  const params = { code: 'the-code', state: asked.get('state') ?? '', iss: issuer, ...changes };
  return new URL(`/callback?${new URLSearchParams(params)}`, origin);
}

describe('a sign-in', () => {
  it('asks for a code with PKCE, state and nonce', async () => {
    provide(() => json({}));
    const asked = Object.fromEntries(await begin());
    expect(asked).toMatchObject({
      client_id: 'atrium-web',
      redirect_uri: `${origin}/callback`,
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
    });
    const kept = JSON.parse(sessionStorage.getItem('sign-in') ?? '{}') as Record<string, string>;
    expect(kept).toEqual({
      redirectUri: asked.redirect_uri,
      state: asked.state,
      nonce: asked.nonce,
      verifier: expect.any(String),
    });
    expect(asked.code_challenge).not.toBe(kept.verifier);
  });

  it('is completed with the verifier, and leaves nothing of itself behind', async () => {
    let nonce = '';
    const { forms } = provide(() => granted({ nonce }));
    const asked = await begin();
    nonce = asked.get('nonce') ?? '';
    const { verifier } = JSON.parse(sessionStorage.getItem('sign-in') ?? '{}') as { verifier: string };
    const tokens = await page.completeSignIn(answerTo(asked));
    expect(tokens).toMatchObject({ accessToken: 'access', refreshToken: 'refresh' });
    expect(tokens.expiresAtMs - tokens.obtainedAtMs).toBe(900_000);
    expect(Object.fromEntries(forms[0] ?? [])).toMatchObject({ code: 'the-code', code_verifier: verifier });
    expect(sessionStorage.getItem('sign-in')).toBeNull();
  });

  it.each([
    ['goes through with a clock less than two minutes behind', 110, 'completed'],
    ['fails with a clock further behind', 180, 'refused'],
  ])('%s', async (_, aheadSeconds, outcome) => {
    let nonce = '';
    const then = Math.floor(Date.now() / 1000) + aheadSeconds;
    provide(() => granted({ nonce, iat: then, nbf: then }));
    const asked = await begin();
    nonce = asked.get('nonce') ?? '';
    const completion = page.completeSignIn(answerTo(asked)).then(
      () => 'completed',
      () => 'refused',
    );
    expect(await completion).toBe(outcome);
  });
});

describe('a callback fails', () => {
  it.each<[string, Record<string, string>]>([
    ['with another state', { state: 'made-up' }],
    ['from another issuer', { iss: 'https://elsewhere.example' }],
    ['with an error of the provider', { error: 'access_denied' }],
  ])('%s, before the code is used', async (_, changes) => {
    const { forms } = provide(() => granted({}));
    const asked = await begin();
    await expect(page.completeSignIn(answerTo(asked, changes))).rejects.toThrow();
    expect(forms).toEqual([]);
    expect(sessionStorage.getItem('sign-in')).toBeNull();
  });

  it('when no sign-in is under way in this tab, without asking anybody', async () => {
    const { fetch } = provide(() => granted({}));
    await expect(page.completeSignIn(answerTo(new URLSearchParams()))).rejects.toBeInstanceOf(Refused);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('when it comes a second time', async () => {
    let nonce = '';
    provide(() => granted({ nonce }));
    const asked = await begin();
    nonce = asked.get('nonce') ?? '';
    await page.completeSignIn(answerTo(asked));
    await expect(page.completeSignIn(answerTo(asked))).rejects.toBeInstanceOf(Refused);
  });

  it.each<[string, TokenAnswer]>([
    ['when the ID token has another nonce', () => granted({ nonce: 'replayed' })],
    ['when the code is refused', () => json({ error: 'invalid_grant' }, 400)],
    ['when the provider breaks', () => new Response('down', { status: 503 })],
    ['when there is no ID token', () => json({ access_token: 'access', token_type: 'Bearer', expires_in: 900 })],
  ])('%s', async (_, answer) => {
    provide(answer);
    const asked = await begin();
    await expect(page.completeSignIn(answerTo(asked))).rejects.toThrow();
  });
});

describe('a refresh', () => {
  it('sends the refresh token and answers new tokens', async () => {
    const { forms } = provide(() =>
      json({ access_token: 'newer', refresh_token: 'next', token_type: 'Bearer', expires_in: 900 }),
    );
    expect(await page.refreshTokens('refresh')).toMatchObject({
      accessToken: 'newer',
      refreshToken: 'next',
      idToken: null,
    });
    expect(Object.fromEntries(forms[0] ?? [])).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh',
    });
  });

  it('that the provider refuses is told as such', async () => {
    provide(() => json({ error: 'invalid_grant' }, 400));
    await expect(page.refreshTokens('refresh')).rejects.toBeInstanceOf(Refused);
  });

  it.each<[string, TokenAnswer]>([
    ['a broken provider', () => new Response('down', { status: 503 })],
    ['a provider that is asked too often', () => json({ error: 'slow_down' }, 429)],
    ['a broken network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('that met %s is no refusal', async (_, answer) => {
    provide(answer);
    await expect(page.refreshTokens('refresh')).rejects.not.toBeInstanceOf(Refused);
  });
});

it('a provider that could not be found is looked for again', async () => {
  const { fetch } = provide(() => json({}));
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(page.beginSignIn()).rejects.toThrow();
  await expect(page.beginSignIn()).resolves.toContain('/oauth2/authorize?');
});

it('the way out names the session and leads back to the signed-out page', async () => {
  provide(() => json({}));
  const url = new URL(await page.signOutAddress('the-id-token'));
  expect(url.pathname).toBe('/oauth2/logout');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'atrium-web',
    id_token_hint: 'the-id-token',
    post_logout_redirect_uri: `${origin}/signedout`,
    returnTo: `${origin}/signedout`,
  });
});

it('the native app is a client of its own', async () => {
  const { setPort } = await import('../platform/platform');
  setPort(createFakeShell().port);
  const { forms } = provide(() => granted({ aud: 'atrium-native' }));
  expect((await begin()).get('client_id')).toBe('atrium-native');
  await page.refreshTokens('refresh');
  expect(forms[0]?.get('client_id')).toBe('atrium-native');
  const out = new URL(await page.signOutAddress(null));
  expect(out.searchParams.get('client_id')).toBe('atrium-native');
});
