/**
 * npm's oidc-provider, certified by the OpenID Foundation, set up as ours is: public clients with PKCE, the scope
 * `openid`, codes and rotating refresh tokens, ES256 beside RS256, no consent. A tiny page signs in anyone.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import OidcProvider, { type ClientMetadata, type Configuration, interactionPolicy, type JWK } from 'oidc-provider';
import { freePort } from '../../free-port';
import { type Client, clientsAt, type Running } from './provider';
import { PERSON } from './reference';

export async function startReference(): Promise<Running> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = new OidcProvider(url, await configuration(url));
  const protocol = provider.callback();
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return protocol(request, response);
    if (request.method !== 'POST') return response.setHeader('Content-Type', 'text/html').end('<h1>Sign in</h1>');
    const typed = new URLSearchParams(await bodyOf(request));
    await provider.interactionFinished(request, response, { login: { accountId: typed.get('username') ?? '' } });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped());
      server.closeAllConnections();
    });
  return { url, stop };
}

async function newKey(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: 'sig' } as JWK;
}

async function configuration(url: string): Promise<Configuration> {
  const keys = await Promise.all(['ES256', 'RS256'].map(newKey));
  const { web, native } = clientsAt(url);
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return {
    clients: [metadata(web, 'web'), metadata(native, 'native')],
    jwks: { keys },
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: ['openid'],
    claims: { openid: Object.keys(PERSON), acr: null, auth_time: null, iss: null, sid: null },
    pkce: { required: () => true },
    interactions: { policy, url: (_, interaction) => `/interaction/${interaction.uid}` },
    features: { devInteractions: { enabled: false }, pushedAuthorizationRequests: { enabled: false } },
    // Requests by POST come from the client's site.
    enableHttpPostMethods: true,
    cookies: { keys: ['only for tests on loopback'], long: { sameSite: 'none' } },
    ttl: { AccessToken: 900, AuthorizationCode: 60, Grant: 43_200, IdToken: 900, Interaction: 600, Session: 43_200 },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...PERSON, sub }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  };
}

function metadata(client: Client, kind: 'web' | 'native'): ClientMetadata {
  return {
    client_id: client.id,
    application_type: kind,
    redirect_uris: [client.redirectUri],
    post_logout_redirect_uris: [client.postLogoutRedirectUri],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: kind === 'native' ? 'RS256' : 'ES256',
    require_auth_time: true,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
