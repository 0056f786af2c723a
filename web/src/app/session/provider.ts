/**
 * The app as a client of our own OpenID provider, which lives at the same origin: authorization code
 * with PKCE, refresh, and the way out. What a sign-in under way has to remember (verifier, state,
 * nonce) is in session storage from the redirect to the callback and nowhere else.
 */
import * as oauth from 'oauth4webapi';
import { paths } from '../paths';
import { currentPlatform, currentPort } from '../platform/platform';
import { Refused } from './refused';
import type { Tokens } from './store';

function ownClient(): oauth.Client {
  return { client_id: currentPlatform().clientId, [oauth.clockTolerance]: 120 };
}
/** A browser can keep no secret; PKCE stands in for one. */
const noSecret = oauth.None();
const pendingKey = 'sign-in';
const patienceMs = 15_000;

/** The same address has to be named again when the code is exchanged. */
type Pending = { state: string; nonce: string; verifier: string; redirectUri: string };

function requestOptions() {
  return {
    signal: () => AbortSignal.timeout(patienceMs),
    // Plain HTTP is served on loopback only.
    [oauth.allowInsecureRequests]: location.protocol === 'http:',
  };
}

let discovered: Promise<oauth.AuthorizationServer> | null = null;

function provider(): Promise<oauth.AuthorizationServer> {
  discovered ??= discover().catch((error: unknown) => {
    discovered = null;
    throw error;
  });
  return discovered;
}

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL('/oauth2/token', location.origin);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...requestOptions() });
  return oauth.processDiscoveryResponse(issuer, found);
}

function endpoint(address: string | undefined): URL {
  if (address === undefined) throw new Error('the provider does not name an endpoint the app needs');
  return new URL(address);
}

function ownAddress(path: string): string {
  return new URL(path, location.origin).href;
}

/** Where the browser has to go to sign in. */
export async function beginSignIn(): Promise<string> {
  const server = await provider();
  const pending: Pending = {
    redirectUri: await currentPort().loginRedirect(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  const url = endpoint(server.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: ownClient().client_id,
    redirect_uri: pending.redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  }).toString();
  sessionStorage.setItem(pendingKey, JSON.stringify(pending));
  return url.href;
}

/** Between the redirect to the provider and its answer. */
export function isSignInUnderWay(): boolean {
  return sessionStorage.getItem(pendingKey) !== null;
}

function takePending(): Pending {
  const kept = sessionStorage.getItem(pendingKey);
  sessionStorage.removeItem(pendingKey);
  if (kept === null) throw new Refused('no sign-in is under way in this tab');
  return JSON.parse(kept) as Pending;
}

/** `answer` is the address the provider sent the browser back to. */
export async function completeSignIn(answer: URL): Promise<Tokens> {
  const client = ownClient();
  const { state, nonce, verifier, redirectUri } = takePending();
  const server = await provider();
  const params = oauth.validateAuthResponse(server, client, answer, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    noSecret,
    params,
    redirectUri,
    verifier,
    requestOptions(),
  );
  const checks = { expectedNonce: nonce, requireIdToken: true };
  return tokensFrom(await oauth.processAuthorizationCodeResponse(server, client, response, checks));
}

/** Throws `Refused` when the provider has ended the session, anything else when it could not be asked. */
export async function refreshTokens(refreshToken: string): Promise<Tokens> {
  const client = ownClient();
  const server = await provider();
  const response = await oauth.refreshTokenGrantRequest(server, client, noSecret, refreshToken, requestOptions());
  try {
    return tokensFrom(await oauth.processRefreshTokenResponse(server, client, response));
  } catch (error) {
    // «Too many requests» passes; every other 4xx is the provider's last word about this token.
    const isFinal = error instanceof oauth.ResponseBodyError && error.status < 500 && error.status !== 429;
    throw isFinal ? new Refused(error.error) : error;
  }
}

function tokensFrom(answer: oauth.TokenEndpointResponse): Tokens {
  const now = Date.now();
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    idToken: answer.id_token ?? null,
    obtainedAtMs: now,
    // Without a word from the provider the token is taken for spent at once.
    expiresAtMs: now + (answer.expires_in ?? 0) * 1000,
  };
}

/** Where the browser has to go to end the session; without an ID token the provider asks the person first. */
export async function signOutAddress(idToken: string | null): Promise<string> {
  const url = endpoint((await provider()).end_session_endpoint);
  const back = ownAddress(paths.signedOut());
  url.search = new URLSearchParams({
    client_id: ownClient().client_id,
    ...(idToken === null ? {} : { id_token_hint: idToken }),
    post_logout_redirect_uri: back,
    returnTo: back,
  }).toString();
  return url.href;
}

/** Ends the session at the provider without leaving the app; it goes on even while the app is put away. */
export async function endSession(idToken: string | null): Promise<void> {
  if (idToken === null) return;
  await fetch(await signOutAddress(idToken), { redirect: 'manual', keepalive: true, cache: 'no-store' });
}
