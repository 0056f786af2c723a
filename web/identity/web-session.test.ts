/** What the web app's session relies on beyond the standard; the numbers are lines of the security requirements. */
import { expect, inject, test } from 'vitest';
import type { Browser } from './browser';
import { atriumAt } from './providers/atrium';
import { errorIn, RelyingParty } from './relying-party';

const GRACE_MS = 5_000;

const rp = await RelyingParty.of(atriumAt(inject('atriumUrl')));

const later = (ms: number) => new Promise((reached) => setTimeout(reached, ms));

/** Whether our own API takes an access token. */
async function apiStatus(accessToken: string): Promise<number> {
  const response = await fetch(new URL('/graphql', rp.discovery.issuer), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query: '{ viewer { firstName } }' }),
  });
  return response.status;
}

const sessionStatus = async (browser: Browser) => (await browser.send('/sessions/me')).status;

test.concurrent('A8: two tabs that refresh at once get the same successor, and both stay signed in', async () => {
  const { tokens, claims } = await rp.signIn(rp.browser());
  const answers = await Promise.all([rp.refresh(tokens.refresh_token), rp.refresh(tokens.refresh_token)]);
  const [one, other] = await Promise.all(answers.map((answer) => rp.tokensIn(answer)));
  expect(one?.refresh_token).toBe(other?.refresh_token);
  expect(one?.refresh_token).not.toBe(tokens.refresh_token);
  for (const tab of [one, other]) expect(await apiStatus(tab?.access_token ?? '')).toBe(200);
  const next = await rp.tokensIn(await rp.refresh(one?.refresh_token ?? ''));
  expect((await rp.checkIdToken(next.id_token)).auth_time).toBe(claims.auth_time);
});

test.concurrent('A8: a tab that comes within the grace gets the successor that the first tab got', async () => {
  const { tokens } = await rp.signIn(rp.browser());
  const first = await rp.tokensIn(await rp.refresh(tokens.refresh_token));
  const late = await rp.tokensIn(await rp.refresh(tokens.refresh_token));
  expect(late.refresh_token).toBe(first.refresh_token);
});

test.concurrent('A6: a refresh token shown again after the grace ends its family at once', async () => {
  const browser = rp.browser();
  const { tokens } = await rp.signIn(browser);
  const { tokens: others } = await rp.signIn(browser);
  const fresh = await rp.tokensIn(await rp.refresh(tokens.refresh_token));
  await later(GRACE_MS + 200);
  expect(await errorIn(await rp.refresh(tokens.refresh_token))).toBe('invalid_grant');
  expect(await errorIn(await rp.refresh(fresh.refresh_token))).toBe('invalid_grant');
  for (const { access_token } of [tokens, fresh]) expect(await apiStatus(access_token)).toBe(401);
  // Another tab's own family and the browser's session are not the thief's.
  await rp.tokensIn(await rp.refresh(others.refresh_token));
  expect(await sessionStatus(browser)).toBe(200);
});

test.concurrent('A6: one that is two rotations old has no grace', async () => {
  const { tokens } = await rp.signIn(rp.browser());
  const second = await rp.tokensIn(await rp.refresh(tokens.refresh_token));
  const third = await rp.tokensIn(await rp.refresh(second.refresh_token));
  expect(await errorIn(await rp.refresh(tokens.refresh_token))).toBe('invalid_grant');
  expect(await errorIn(await rp.refresh(third.refresh_token))).toBe('invalid_grant');
});

test.concurrent('A7, B24: after signing out every tab is out: refresh, API and /sessions/me', async () => {
  const browser = rp.browser();
  const { tokens } = await rp.signIn(browser);
  const { tokens: otherTab } = await rp.signIn(browser);
  expect(await sessionStatus(browser)).toBe(200);
  expect(await apiStatus(otherTab.access_token)).toBe(200);
  const back = rp.client.postLogoutRedirectUri;
  const arrival = await rp.signOut(browser, {
    client_id: rp.client.id,
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: back,
    returnTo: back,
  });
  expect(arrival.at === 'client' && arrival.url.href).toBe(back);
  for (const tab of [tokens, otherTab]) {
    expect(await errorIn(await rp.refresh(tab.refresh_token))).toBe('invalid_grant');
    expect(await apiStatus(tab.access_token)).toBe(401);
  }
  expect(await sessionStatus(browser)).toBe(401);
});

test.concurrent('B22: signing in again replaces the session of the browser, and its tokens end with it', async () => {
  const browser = rp.browser();
  const { tokens } = await rp.signIn(browser);
  const { wasAsked } = await rp.signIn(browser, { prompt: 'login' });
  expect(wasAsked).toBe(true);
  expect(await errorIn(await rp.refresh(tokens.refresh_token))).toBe('invalid_grant');
  expect(await apiStatus(tokens.access_token)).toBe(401);
  expect(await sessionStatus(browser)).toBe(200);
});

test.concurrent('A15: /sessions/me answers 200 or 401, never stored, and lets only our origin read it', async () => {
  const browser = rp.browser();
  expect(await sessionStatus(browser)).toBe(401);
  await rp.signIn(browser);
  const asked = async (Origin: string) => {
    const response = await browser.send('/sessions/me', { headers: { Origin } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    return response.headers.get('access-control-allow-origin');
  };
  expect(await asked(browser.origin)).toBe(browser.origin);
  expect(await asked('https://elsewhere.example')).toBeNull();
});
