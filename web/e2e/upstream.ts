/** An operator's own OpenID provider: npm's oidc-provider, with a page that signs in anyone typed. */
import { createServer, type IncomingMessage } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import OidcProvider, { interactionPolicy, type JWK } from 'oidc-provider';
import { freePort } from '../free-port';

export type Upstream = {
  issuer: string;
  clientId: string;
  /** Takes the addresses that `atrium upstream add` says; without them no one signs in. */
  register: (said: string) => Promise<void>;
  stop: () => Promise<void>;
};

const clientId = 'atrium';

export async function startUpstream(): Promise<Upstream> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  let provider: OidcProvider | undefined;
  const server = createServer(async (request, response) => {
    if (!provider) return response.writeHead(503).end();
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    if (request.method !== 'POST') return response.setHeader('Content-Type', 'text/html').end(page);
    const typed = new URLSearchParams(await bodyOf(request));
    await provider.interactionFinished(request, response, { login: { accountId: typed.get('name') ?? '' } });
  });
  await new Promise<void>((listening) => server.listen(Number(new URL(issuer).port), '127.0.0.1', listening));
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped());
      server.closeAllConnections();
    });
  const register = async (said: string) => {
    const [callback = '', signedOut = ''] = [...said.matchAll(/: (http\S+)/g)].map(([, address]) => address);
    provider = await makeProvider(issuer, callback, signedOut);
  };
  return { issuer, clientId, register, stop };
}

async function makeProvider(issuer: string, callback: string, signedOut: string): Promise<OidcProvider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return new OidcProvider(issuer, {
    clients: [
      {
        client_id: clientId,
        redirect_uris: [callback],
        post_logout_redirect_uris: [signedOut],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' } as JWK] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientAuthMethods: ['none'],
    claims: { openid: ['sub'], auth_time: null },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['only for tests on loopback'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session, provider: own } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
}

const page = `<!doctype html><html lang="en"><title>Juniper ID</title><h1>Juniper ID</h1>
<form method="post"><label>Name <input name="name" autofocus></label><button>Go on</button></form></html>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
