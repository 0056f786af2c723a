/** Signing in through our own provider, driven by a certified client library and a real browser. */
import type { Page } from '@playwright/test';
import * as oauth from 'oauth4webapi';
import { expect, expectAccessible, phone, test } from './people';
import { typeIn } from './sign-in';

const client: oauth.Client = { client_id: 'atrium-web' };
const nobodySecret = oauth.None();
const plainHttp = { [oauth.allowInsecureRequests]: true };

/**
 * Here the library is the client: the app must not take the answer that is meant for it. The callback itself comes by a
 * redirect, which cannot be answered in the server's place; its scripts can be kept away.
 */
async function standInForTheApp(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) => {
    const isCallback = new URL(route.request().frame().url()).pathname === '/callback';
    return isCallback ? route.abort() : route.continue();
  });
}

/** Everything between «Sign in» and the callback, as the web app does it. */
async function begin(base: string) {
  const issuer = new URL(`${base}/oauth2/token`);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...plainHttp });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const redirectUri = `${base}/callback`;
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).toString();
  return { server, verifier, state, nonce, redirectUri, url: url.href };
}

test('ana types her password, and the library gets tokens, userinfo, a refresh and a sign-out', {
  tag: '@postgres',
}, async ({ visitor, baseURL }) => {
  const base = baseURL ?? '';
  const { server, verifier, state, nonce, redirectUri, url } = await begin(base);
  const page = await visitor();
  await standInForTheApp(page);
  await page.goto(url);
  await expect(page).toHaveURL(/\/login\?request=/);
  await expectAccessible(page);
  await typeIn(page, 'ana', 'not it');
  await expect(page.getByRole('alert')).toContainText('isn’t right');
  await expect(page.getByRole('main')).toContainText('Account: ana');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('atrium-demo-only');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/callback\?/);

  const callback = oauth.validateAuthResponse(server, client, new URL(page.url()), state);
  const exchange = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    nobodySecret,
    callback,
    redirectUri,
    verifier,
    plainHttp,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchange, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
  const told = await oauth.userInfoRequest(server, client, tokens.access_token, plainHttp);
  const person = await oauth.processUserInfoResponse(server, client, subject, told);
  expect(person.given_name).toBe('Ana');

  const again = await oauth.refreshTokenGrantRequest(
    server,
    client,
    nobodySecret,
    tokens.refresh_token ?? '',
    plainHttp,
  );
  const fresh = await oauth.processRefreshTokenResponse(server, client, again);
  const asked = { query: '{ viewer { firstName } }' };
  const ask = () =>
    fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${fresh.access_token}` },
      body: JSON.stringify(asked),
    });
  expect(await (await ask()).json()).toEqual({ data: { viewer: { firstName: 'Ana' } } });

  await page.goto(
    `${server.end_session_endpoint}?${new URLSearchParams({
      client_id: client.client_id,
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: `${base}/signedout`,
    })}`,
  );
  await expect(page).toHaveURL(`${base}/signedout`);
  expect((await ask()).status).toBe(401);
});

test('who it is comes before how: an address will do, nobody is given away, and the name can be changed', async ({
  visitor,
  baseURL,
}) => {
  const { url } = await begin(baseURL ?? '');
  const page = await visitor({ ...phone, language: 'es', colorScheme: 'dark' });
  await standInForTheApp(page);
  await page.goto(url);
  const field = page.getByLabel('Nombre de usuario o correo');
  await expect(field).toBeFocused();
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeHidden();
  const seen: string[] = [];
  for (const typed of ['nadie', 'nadie@cedar.example', 'elena@example.com']) {
    const answered = page.waitForResponse('**/login/identifier');
    await field.fill(typed);
    await page.keyboard.press('Enter');
    const answer = await answered;
    seen.push(`${answer.status()} ${await answer.text()}`);
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused();
    await expect(page.getByRole('main')).toContainText(typed);
    if (typed !== 'elena@example.com') await page.getByRole('button', { name: 'Cambiar' }).click();
  }
  expect(new Set(seen)).toEqual(new Set(['200 {"upstream":null}']));
  await expectAccessible(page);
  await page.keyboard.type('atrium-demo-only');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/callback\?/);
});

test('on a demo somebody is chosen with one press, in Spanish and on a phone', async ({ visitor, baseURL }) => {
  const { url } = await begin(baseURL ?? '');
  const page = await visitor({ ...phone, language: 'es', colorScheme: 'dark' });
  await standInForTheApp(page);
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Elena Vargas/ }).click();
  await page.waitForURL(/\/callback\?/);
});

test('a sign-in that waited too long says so and starts over', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/login?request=gone');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /start over|sign in again|begin/i })
    .or(page.getByRole('button', { name: /start over|sign in|begin/i }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/login\?request=/);
  await expect(page.getByLabel('Username')).toBeVisible();
});
