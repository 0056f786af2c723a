/** The modules of the basic certification plan: signing in, in all its variations. */
import { decodeProtectedHeader, UnsecuredJWT } from 'jose';
import { expect } from 'vitest';
import { type Bent, errorIn, RelyingParty, type Way } from '../relying-party';
import type { Module } from './module';

/** Errors by which a provider says that it would have to show a page (OpenID Connect Core, 3.1.2.6). */
const NEEDS_A_PAGE = /^(login_required|interaction_required|account_selection_required|consent_required)$/;
const ELSEWHERE = 'https://elsewhere.example/callback';

/** A happy flow with something in the request that must do no harm. */
const succeedsWith =
  (bent: Bent): Module =>
  async ({ rp, browser }) => {
    const { wasAsked } = await rp.signIn(browser, bent);
    expect(wasAsked, 'a new browser has to sign in').toBe(true);
    return [];
  };

const byPost: Way = (browser, endpoint, params) => browser.open(endpoint, params);
const inReverse: Way = (browser, endpoint, params) =>
  browser.open(`${endpoint}?${new URLSearchParams([...params].reverse())}`);

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const STANDARD_CLAIMS = ['name', 'given_name', 'family_name', 'email', 'phone_number'];

/** OpenID Connect Core, 5.3.2: the same person, and no standard claim that is there without a value. */
const userinfoBy =
  (init: (token: string) => RequestInit): Module =>
  async ({ rp, browser }) => {
    const { tokens, claims } = await rp.signIn(browser);
    const person = await rp.userinfo(init(tokens.access_token));
    expect(person.sub).toBe(claims.sub);
    for (const name of STANDARD_CLAIMS) if (name in person) expect(person[name], name).toMatch(/./);
    return [];
  };

const reuseOfACode: Module = async ({ rp, browser }) => {
  const { tokens, redeem } = await rp.signIn(browser);
  expect(await rp.userinfoStatus(tokens.access_token)).toBe(200);
  expect(await errorIn(await redeem())).toBe('invalid_grant');
  const isAlive = (await rp.userinfoStatus(tokens.access_token)) === 200;
  return isAlive ? ['the access token of the first use goes on'] : [];
};

/** The second of two authorizations in one browser. */
const twice =
  (
    second: Bent,
    isAskedAgain: boolean,
    between: (authTimeS: number) => Promise<void> = async () => undefined,
  ): Module =>
  async ({ rp, browser }) => {
    const { claims: first } = await rp.signIn(browser);
    await between(Number(first.auth_time));
    const { claims, wasAsked } = await rp.signIn(browser, second);
    expect(wasAsked, 'asked to sign in again').toBe(isAskedAgain);
    expect(claims.sub).toBe(first.sub);
    if (isAskedAgain) expect(Number(claims.auth_time)).toBeGreaterThan(Number(first.auth_time));
    else expect(claims.auth_time).toBe(first.auth_time);
    return [];
  };

/** `auth_time` counts whole seconds: past the second after it, it lies more than one second back. */
const untilOlderThanASecond = (authTimeS: number): Promise<void> =>
  new Promise((reached) => setTimeout(reached, Math.max(0, (authTimeS + 2) * 1000 + 50 - Date.now())));

export const basic: Record<string, Module> = {
  'oidcc-server': succeedsWith({}),

  'oidcc-response-type-missing': async ({ rp, browser }) => {
    const { sent, params } = rp.request({ response_type: null });
    const arrival = await rp.authorize(browser, params);
    if (rp.isShown(arrival, 'error')) return [];
    expect(rp.answerIn(arrival, sent).get('error')).toMatch(/^(invalid_request|unsupported_response_type)$/);
    return [];
  },

  'oidcc-userinfo-get': userinfoBy((token) => ({ headers: bearer(token) })),
  'oidcc-userinfo-post-header': userinfoBy((token) => ({ method: 'POST', headers: bearer(token) })),
  'oidcc-userinfo-post-body': userinfoBy((token) => ({
    method: 'POST',
    body: new URLSearchParams({ access_token: token }),
  })),

  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': succeedsWith({ nonce: null }),

  'oidcc-alternate-happy-flow': async ({ rp, browser }) => {
    const { tokens } = await rp.signIn(browser, { scope: 'email openid' }, inReverse);
    expect(tokens.scope ?? 'openid').toBe('openid');
    return [];
  },

  'oidcc-display-page': succeedsWith({ display: 'page' }),
  'oidcc-display-popup': succeedsWith({ display: 'popup' }),
  'oidcc-prompt-login': twice({ prompt: 'login' }, true, untilOlderThanASecond),

  'oidcc-prompt-none-not-logged-in': async ({ rp, browser }) => {
    expect(await rp.silentError(browser)).toMatch(NEEDS_A_PAGE);
    return [];
  },

  'oidcc-prompt-none-logged-in': twice({ prompt: 'none' }, false),
  'oidcc-max-age-1': twice({ max_age: '1' }, true, untilOlderThanASecond),
  'oidcc-max-age-10000': twice({ max_age: '10000' }, false),
  'oidcc-ensure-request-with-unknown-parameter-succeeds': succeedsWith({ extra: 'foobar' }),

  'oidcc-id-token-hint': async ({ rp, browser }) => {
    const { tokens, claims: first } = await rp.signIn(browser);
    const { claims } = await rp.signIn(browser, { prompt: 'none', id_token_hint: tokens.id_token });
    expect(claims.sub).toBe(first.sub);
    return [];
  },

  'oidcc-login-hint': succeedsWith({ login_hint: 'ana' }),
  'oidcc-ui-locales': succeedsWith({ ui_locales: 'se' }),
  'oidcc-claims-locales': succeedsWith({ claims_locales: 'se' }),

  'oidcc-ensure-request-with-acr-values-succeeds': async ({ rp, browser }) => {
    const { claims } = await rp.signIn(browser, { acr_values: '1 2' });
    return claims.acr === '1' || claims.acr === '2' ? [] : ['no acr of those asked for'];
  },

  'oidcc-codereuse': reuseOfACode,
  'oidcc-codereuse-30seconds': reuseOfACode,

  'oidcc-ensure-registered-redirect-uri': async ({ rp, browser }) => {
    for (const redirect_uri of [ELSEWHERE, `${rp.client.redirectUri}/`, `${rp.client.redirectUri}?foo=bar`]) {
      const { params } = rp.request({ redirect_uri });
      expect(rp.isShown(await rp.authorize(browser, params), 'error'), `a page for ${redirect_uri}`).toBe(true);
    }
    return [];
  },

  'oidcc-ensure-post-request-succeeds': async ({ rp, browser }) => {
    expect((await rp.signIn(browser, {}, byPost)).wasAsked).toBe(true);
    return [];
  },

  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async ({ rp, browser }) => {
    const { answer } = await rp.ask(browser, { request_uri: 'https://elsewhere.example/request.jwt' });
    expect(answer.get('error')).toBe('request_uri_not_supported');
    return [];
  },

  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async ({ rp, browser }) => {
    const { answer } = await rp.ask(browser, { request: requestObject(rp) });
    expect(answer.get('error')).toBe('request_not_supported');
    return [];
  },

  'oidcc-claims-essential': async ({ rp, browser }) => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    const { tokens } = await rp.signIn(browser, { claims });
    const person = await rp.userinfo({ headers: bearer(tokens.access_token) });
    return 'name' in person ? [] : ['no name among the claims'];
  },

  'oidcc-ensure-request-object-with-redirect-uri': async ({ rp, browser }) => {
    const { params } = rp.request({ request: requestObject(rp), redirect_uri: ELSEWHERE });
    expect(rp.isShown(await rp.authorize(browser, params), 'error'), 'a page, and no redirect').toBe(true);
    return [];
  },

  'oidcc-refresh-token': async ({ provider, rp, browser }) => {
    expect(rp.discovery.grant_types_supported).toContain('refresh_token');
    const { tokens, claims: first } = await rp.signIn(browser);
    const fresh = await rp.tokensIn(await rp.refresh(tokens.refresh_token));
    expect(fresh.access_token).not.toBe(tokens.access_token);
    expect(await rp.userinfoStatus(fresh.access_token)).toBe(200);
    const claims = await rp.checkIdToken(fresh.id_token);
    const { sub, auth_time } = first;
    expect(claims).toMatchObject({ sub, auth_time });
    const other = await RelyingParty.of(provider, provider.native);
    const { tokens: others } = await other.signIn(browser);
    const algorithms = [tokens, others].map(({ id_token }) => decodeProtectedHeader(id_token).alg);
    expect(algorithms, 'each client gets its own').toEqual(['ES256', 'RS256']);
    expect(await errorIn(await rp.refresh(others.refresh_token))).toBe('invalid_grant');
    await other.tokensIn(await other.refresh(others.refresh_token));
    return [];
  },

  'oidcc-ensure-request-with-valid-pkce-succeeds': succeedsWith({}),
};

/** A request object without a signature that holds a whole valid request. */
function requestObject(rp: RelyingParty): string {
  const { params } = rp.request();
  return new UnsecuredJWT(Object.fromEntries(params)).setIssuer(rp.client.id).setAudience(rp.discovery.issuer).encode();
}
