/**
 * Signs somebody in as the app does, code and all, but without its pages and the provider's: three loads of a page that nearly every test
 * would wait for. Those pages are tested by themselves (sign-in.spec.ts, session.spec.ts).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';

const demoPassword = 'atrium-demo-only';
const client_id = 'atrium-web';

/** On the provider's page: says who, then how. */
export async function typeIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

type TokenAnswer = { access_token: string; refresh_token: string; id_token: string; expires_in: number };

/** Answers the provider as its pages would; the address it then sends the browser back to. */
export async function answerOf(request: APIRequestContext, authorize: string, username: string): Promise<string> {
  const asked = await request.get(authorize, { maxRedirects: 0 });
  const waiting = new URL(asked.headers().location ?? '/', authorize).searchParams.get('request') ?? '';
  const data = { request: waiting, username, password: demoPassword };
  const { next } = (await (await request.post('/login/password', { data })).json()) as { next?: string };
  if (next === undefined) throw new Error(`${username} could not sign in with a password alone`);
  return (await request.get(next, { maxRedirects: 0 })).headers().location ?? '';
}

async function tokensFor(username: string, { request }: BrowserContext, baseURL: string): Promise<TokenAnswer> {
  const redirect_uri = `${baseURL}/callback`;
  const code_verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
  });
  const answer = await answerOf(request, `${baseURL}/oauth2/authorize?${asked}`, username);
  const code = new URL(answer).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier };
  return (await (await request.post('/oauth2/token', { form })).json()) as TokenAnswer;
}

/** From its first load on, the tab has the session that a sign-in would have left in it; a tab opened later asks the provider. */
export async function takeUpSession(page: Page, username: string, baseURL: string): Promise<void> {
  const tokens = await tokensFor(username, page.context(), baseURL);
  const obtainedAtMs = Date.now();
  const state = {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
    obtainedAtMs,
    expiresAtMs: obtainedAtMs + tokens.expires_in * 1000,
    personId: null,
    companyId: null,
    role: null,
    viewMode: 'employee',
    returnTo: null,
  };
  const kept = JSON.stringify({ state, version: 0 });
  await page.addInitScript(
    ([session, origin]) => {
      if (location.origin === origin && sessionStorage.getItem('session') === null)
        sessionStorage.setItem('session', session);
    },
    [kept, baseURL] as const,
  );
}
