/** Two certified client libraries behind one face: what an application does with them, and nothing by hand. */
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import type { Provider } from './providers/provider';

export interface LibraryTokens {
  accessToken: string;
  refreshToken: string;
  idToken: string;
  subject: string;
}

export interface Library {
  name: string;
  /** The address to send the browser to, and what to do with the address it comes back to. */
  beginSignIn(): Promise<{ address: URL; finish: (answer: URL) => Promise<LibraryTokens> }>;
  userinfo(tokens: LibraryTokens): Promise<Record<string, unknown>>;
  refresh(refreshToken: string): Promise<LibraryTokens>;
  signOutAddress(idToken: string): URL;
}

export async function openidClient({ issuer, web }: Provider): Promise<Library> {
  const config = await openid.discovery(new URL(issuer), web.id, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  return {
    name: 'openid-client',
    async beginSignIn() {
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: web.redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const finish = async (answer: URL) => {
        const tokens = await openid.authorizationCodeGrant(config, answer, checks);
        return tokensFrom(tokens, tokens.claims());
      };
      return { address, finish };
    },
    userinfo: ({ accessToken, subject }) => openid.fetchUserInfo(config, accessToken, subject),
    async refresh(refreshToken) {
      const tokens = await openid.refreshTokenGrant(config, refreshToken);
      return tokensFrom(tokens, tokens.claims());
    },
    signOutAddress: (idToken) =>
      openid.buildEndSessionUrl(config, {
        id_token_hint: idToken,
        post_logout_redirect_uri: web.postLogoutRedirectUri,
      }),
  };
}

export async function oauth4webapi({ issuer, web }: Provider): Promise<Library> {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const found = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oidc', ...insecure });
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
  const client: oauth.Client = { client_id: web.id };
  const address = (of: string | undefined, params: Record<string, string>) =>
    new URL(`${of}?${new URLSearchParams(params)}`);
  return {
    name: 'oauth4webapi',
    async beginSignIn() {
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
      const verifier = oauth.generateRandomCodeVerifier();
      const finish = async (answer: URL) => {
        const params = oauth.validateAuthResponse(server, client, answer, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          params,
          web.redirectUri,
          verifier,
          insecure,
        );
        const checks = { expectedNonce: nonce, requireIdToken: true };
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks);
        await oauth.validateApplicationLevelSignature(server, response, insecure);
        return tokensFrom(tokens, oauth.getValidatedIdTokenClaims(tokens));
      };
      return {
        address: address(server.authorization_endpoint, {
          client_id: web.id,
          redirect_uri: web.redirectUri,
          response_type: 'code',
          scope: 'openid',
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
        finish,
      };
    },
    async userinfo({ accessToken, subject }) {
      const response = await oauth.userInfoRequest(server, client, accessToken, insecure);
      return oauth.processUserInfoResponse(server, client, subject, response);
    },
    async refresh(refreshToken) {
      const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, insecure);
      const tokens = await oauth.processRefreshTokenResponse(server, client, response);
      return tokensFrom(tokens, oauth.getValidatedIdTokenClaims(tokens));
    },
    signOutAddress: (idToken) =>
      address(server.end_session_endpoint, {
        id_token_hint: idToken,
        post_logout_redirect_uri: web.postLogoutRedirectUri,
      }),
  };
}

function tokensFrom(tokens: oauth.TokenEndpointResponse, claims: oauth.IDToken | undefined): LibraryTokens {
  const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken } = tokens;
  if (!refreshToken || !idToken || !claims) throw new Error('the token endpoint left something out');
  return { accessToken, refreshToken, idToken, subject: claims.sub };
}
