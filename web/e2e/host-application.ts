/**
 * An application beside the portal, made with a certified client library (openid-client): it signs people in with our provider, shows
 * what it learned about them, ends its session when it's told to, and can end ours.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { freePort } from '../free-port';

export type HostApplication = {
  url: string;
  redirectUri: string;
  signedOutUri: string;
  logoutUri: string;
  /** Takes what the console shows; without it no one can sign in. */
  configure: (issuer: string, clientId: string, secret: string) => Promise<void>;
  stop: () => Promise<void>;
};

type Visit = { state: string; nonce: string; verifier: string } | { sid: string; idToken: string; name: string };

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

export async function startHostApplication(): Promise<HostApplication> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const addresses = {
    redirectUri: `${url}/callback`,
    signedOutUri: `${url}/bye`,
    logoutUri: `${url}/backchannel-logout`,
  };
  const visits = new Map<string, Visit>();
  let config: openid.Configuration | undefined;

  async function begin(client: openid.Configuration, response: ServerResponse): Promise<void> {
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
    const cookie = randomBytes(16).toString('hex');
    visits.set(cookie, { state, nonce, verifier });
    const address = openid.buildAuthorizationUrl(client, {
      redirect_uri: addresses.redirectUri,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    response.setHeader('Set-Cookie', `visit=${cookie}; HttpOnly; Path=/`);
    go(response, address.href);
  }

  async function finish(
    client: openid.Configuration,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const cookie = cookieOf(request);
    const visit = visits.get(cookie);
    const answer = new URL(request.url ?? '/', url);
    if (!visit || !('state' in visit)) return page(response, 400, 'This sign-in wasn’t begun here');
    const refusal = answer.searchParams.get('error');
    if (refusal) return page(response, 403, `Learning didn’t let you in: ${refusal}`);
    const tokens = await openid.authorizationCodeGrant(client, answer, {
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      pkceCodeVerifier: visit.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const person = await openid.fetchUserInfo(client, tokens.access_token, claims?.sub ?? '');
    visits.set(cookie, { sid: String(claims?.sid), idToken: tokens.id_token ?? '', name: String(person.name) });
    go(response, '/');
  }

  /** OpenID Connect Back-Channel Logout, section 2.6. */
  async function hear(client: openid.Configuration, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { issuer, jwks_uri } = client.serverMetadata();
    const token = new URLSearchParams(await bodyOf(request)).get('logout_token') ?? '';
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri ?? '')), {
      issuer,
      audience: client.clientMetadata().client_id,
      typ: 'logout+jwt',
      algorithms: ['RS256'],
      requiredClaims: ['sid', 'jti', 'iat', 'exp'],
    });
    const events = payload.events as Record<string, unknown> | undefined;
    if (!events?.[logoutEvent] || 'nonce' in payload) throw new Error('not a logout token');
    for (const [cookie, visit] of visits) if ('sid' in visit && visit.sid === payload.sid) visits.delete(cookie);
    response.writeHead(200).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!config) return page(response, 503, 'Learning isn’t set up');
    const visit = visits.get(cookieOf(request));
    const signedIn = visit && 'sid' in visit ? visit : null;
    switch (new URL(request.url ?? '/', url).pathname) {
      case '/start':
        return begin(config, response);
      case '/callback':
        return finish(config, request, response);
      case '/backchannel-logout':
        return hear(config, request, response);
      case '/sign-out':
        visits.delete(cookieOf(request));
        return go(
          response,
          openid.buildEndSessionUrl(config, {
            id_token_hint: signedIn?.idToken ?? '',
            post_logout_redirect_uri: addresses.signedOutUri,
          }).href,
        );
      case '/bye':
        return page(response, 200, 'Signed out of Learning');
      default:
        return signedIn
          ? page(response, 200, `Hello ${signedIn.name}`, '<a href="/sign-out">Sign out</a>')
          : page(response, 200, 'Not signed in to Learning');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => page(response, 400, 'Learning couldn’t sign you in'));
  });
  await new Promise<void>((listening) => server.listen(Number(new URL(url).port), '127.0.0.1', listening));
  return {
    url,
    ...addresses,
    async configure(issuer, clientId, secret) {
      config = await openid.discovery(new URL(issuer), clientId, undefined, openid.ClientSecretBasic(secret), {
        execute: [openid.allowInsecureRequests],
      });
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

function go(response: ServerResponse, to: string): void {
  response.writeHead(303, { Location: to }).end();
}

function page(response: ServerResponse, status: number, heading: string, more = ''): void {
  const safe = heading.replace(/[<&]/g, '?');
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>Learning</title><h1>${safe}</h1>${more}</html>`);
}

function cookieOf(request: IncomingMessage): string {
  return /(?:^|; )visit=([0-9a-f]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
