/** The modules of the RP-initiated logout certification plan. */
import { randomBytes } from 'node:crypto';
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { expect } from 'vitest';
import type { Arrival } from '../browser';
import type { Bent, RelyingParty } from '../relying-party';
import type { Module, Party } from './module';

/** Someone signs in, and the whole logout request, longest state included, is bent. */
async function signInAndOut(
  { rp, browser }: Party,
  bend: (whole: LogoutRequest, rp: RelyingParty) => Bent | Promise<Bent>,
): Promise<{ arrival: Arrival; sent: Bent }> {
  const { tokens } = await rp.signIn(browser);
  expect(await rp.silentError(browser), 'somebody is signed in').toBeNull();
  const whole = {
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: rp.client.postLogoutRedirectUri,
    state: randomBytes(96).toString('base64url'),
  };
  const sent = await bend(whole, rp);
  return { arrival: await rp.signOut(browser, sent), sent };
}

interface LogoutRequest {
  id_token_hint: string;
  post_logout_redirect_uri: string;
  state: string;
  [name: string]: string;
}

async function saidYes({ provider, rp, browser }: Party, arrival: Arrival): Promise<Arrival> {
  const isAsked = rp.isShown(arrival, 'ask before signing out');
  return isAsked && arrival.at === 'provider' ? provider.confirmSignOut(browser, arrival.page) : arrival;
}

/** A request in order: the session ends and the browser goes back to the client, with the state it sent. */
const comesBack =
  (bend: (whole: LogoutRequest) => Bent): Module =>
  async (party) => {
    const { arrival, sent } = await signInAndOut(party, bend);
    const end = await saidYes(party, arrival);
    if (end.at !== 'client') throw new Error(`no way back to the client: ${end.page.url}`);
    expect(`${end.url.origin}${end.url.pathname}`).toBe(party.rp.client.postLogoutRedirectUri);
    expect(Object.fromEntries(end.url.searchParams)).toEqual(sent.state === undefined ? {} : { state: sent.state });
    expect(await party.rp.silentError(party.browser)).toBe('login_required');
    return [];
  };

/** A request that names no way back: the session ends on a page of the provider. */
const endsAtTheProvider =
  (bend: (whole: LogoutRequest) => Bent): Module =>
  async (party) => {
    const end = await saidYes(party, (await signInAndOut(party, bend)).arrival);
    expect(party.rp.isShown(end, 'signed out')).toBe(true);
    expect(await party.rp.silentError(party.browser)).toBe('login_required');
    return [];
  };

/** Something is wrong: no redirect, but an error or a question; the person stays signed in until they say yes. */
const staysAtTheProvider =
  (bend: (whole: LogoutRequest, rp: RelyingParty) => Bent | Promise<Bent>): Module =>
  async (party) => {
    const { rp, browser } = party;
    const { arrival } = await signInAndOut(party, bend);
    expect(arrival.at, 'no redirect').toBe('provider');
    if (rp.isShown(arrival, 'signed out')) {
      expect(await rp.silentError(browser)).toBe('login_required');
      return ['signed out without an error or a question'];
    }
    expect(await rp.silentError(browser), 'the session goes on').toBeNull();
    if (rp.isShown(arrival, 'error')) return [];
    const end = await saidYes(party, arrival);
    expect(rp.isShown(end, 'signed out'), 'no redirect after the question either').toBe(true);
    return [];
  };

export const logout: Record<string, Module> = {
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': async ({ rp: { discovery } }) => {
    const { protocol } = new URL(discovery.end_session_endpoint);
    return protocol === 'https:' ? [] : ['not over https'];
  },

  'oidcc-rp-initiated-logout': comesBack((whole) => whole),
  'oidcc-rp-initiated-logout-no-state': comesBack(({ state, ...rest }) => rest),

  'oidcc-rp-initiated-logout-no-params': endsAtTheProvider(() => ({})),
  'oidcc-rp-initiated-logout-only-state': endsAtTheProvider(({ state }) => ({ state })),
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': endsAtTheProvider(
    ({ post_logout_redirect_uri, ...rest }) => rest,
  ),

  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': staysAtTheProvider((whole) => ({
    ...whole,
    post_logout_redirect_uri: 'https://elsewhere.example/signedout',
  })),
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': staysAtTheProvider((whole) => ({
    ...whole,
    post_logout_redirect_uri: `${whole.post_logout_redirect_uri}?foo=bar`,
  })),
  'oidcc-rp-initiated-logout-no-id-token-hint': staysAtTheProvider(({ id_token_hint, ...rest }) => rest),
  'oidcc-rp-initiated-logout-modified-id-token-hint': staysAtTheProvider((whole) => ({
    ...whole,
    id_token_hint: new UnsecuredJWT(decodeJwt(whole.id_token_hint)).encode(),
  })),
  'oidcc-rp-initiated-logout-bad-id-token-hint': staysAtTheProvider(async (whole) => ({
    ...whole,
    id_token_hint: await signedBySomebodyElse(whole.id_token_hint),
  })),
};

async function signedBySomebodyElse(idToken: string): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'ES256', typ: 'JWT' }).sign(privateKey);
}
