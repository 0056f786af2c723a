/**
 * Every module of the OpenID Foundation's three plans that we go by: a test, or the reason why there is none. The run
 * checks this table: each test exists and carries the module's name, each reason still holds for the discovery
 * document, and each remark is made and is explained here.
 *
 * What is different throughout: the clients here are public, so that each request has PKCE and none has a secret, where the
 * suite sends a secret and no PKCE. Where the suite asks for a screenshot of a page, the page's kind is checked.
 */
import type { Discovery } from '../relying-party';

export type Row = Tested | Left;

export interface Tested {
  /** What must happen. */
  must: string;
  /** What the suite would warn of or leave to a reviewer, of either provider, and why we leave it so. */
  remarks?: Remarks;
  /** The same, but of ours alone: here the reference decides otherwise. */
  oursAlone?: Remarks;
}

type Remarks = Record<string, string>;

interface Left {
  left: string;
  /** True as long as the reason is. */
  because: (discovery: Discovery) => boolean;
}

const lacks = (name: string, value: string) => (discovery: Discovery) =>
  !(discovery[name] as string[] | undefined)?.includes(value);

const noScope = (scope: string): Left => ({
  left: `The scope is openid alone; userinfo tells a client all it may know. The suite skips the module without ${scope} in scopes_supported.`,
  because: lacks('scopes_supported', scope),
});

const noRegistration = (why: string): Left => ({
  left: `${why} The suite runs it only with dynamic registration, which is off.`,
  because: ({ registration_endpoint }) => registration_endpoint === undefined,
});

const LOOPBACK =
  'Both run on loopback here. Ours refuses any other address without https at the start; https itself is the operator’s.';
const SIGNED_OUT =
  'The ID token is genuine, so that the session ends as asked; only the way back is not ours to take, and our signed-out page stays (crates/oidc/src/logout.rs). oidc-provider answers an error and keeps the session.';

export const PLANS: Record<'basic' | 'config' | 'logout', Record<string, Row>> = {
  basic: {
    'oidcc-server': { must: 'Somebody signs in; the answer, the tokens and the ID token are in order.' },
    'oidcc-response-type-missing': { must: 'An error page, or invalid_request or unsupported_response_type.' },
    'oidcc-idtoken-signature': noRegistration(
      'It registers a client without an algorithm and wants RS256; kid and signature are checked at every sign-in here.',
    ),
    'oidcc-idtoken-unsigned': noRegistration('It registers a client for ID tokens without a signature.'),
    'oidcc-userinfo-get': { must: 'Userinfo by GET is about the person of the ID token.' },
    'oidcc-userinfo-post-header': { must: 'So it is by POST with the token in the header.' },
    'oidcc-userinfo-post-body': { must: 'So it is by POST with the token in the body.' },
    'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': { must: 'A sign-in without a nonce succeeds.' },
    'oidcc-scope-profile': noScope('profile'),
    'oidcc-scope-email': noScope('email'),
    'oidcc-scope-address': noScope('address'),
    'oidcc-scope-phone': noScope('phone'),
    'oidcc-scope-all': noScope('profile'),
    'oidcc-alternate-happy-flow': {
      must: 'Parameters and scopes in another order succeed; a scope that is not known is not granted.',
    },
    'oidcc-display-page': { must: 'display=page succeeds.' },
    'oidcc-display-popup': { must: 'display=popup succeeds.' },
    'oidcc-prompt-login': { must: 'Who is signed in signs in again; auth_time moves on.' },
    'oidcc-prompt-none-not-logged-in': { must: 'An error that says a page would be needed, with the whole state.' },
    'oidcc-prompt-none-logged-in': { must: 'The same person and auth_time without a page.' },
    'oidcc-max-age-1': { must: 'After more than a second, who is signed in signs in again; auth_time moves on.' },
    'oidcc-max-age-10000': { must: 'The same person and auth_time without a page.' },
    'oidcc-ensure-request-with-unknown-parameter-succeeds': { must: 'A parameter nobody knows does no harm.' },
    'oidcc-id-token-hint': { must: 'With the hint of who is signed in, the same person without a page.' },
    'oidcc-login-hint': { must: 'login_hint succeeds.' },
    'oidcc-ui-locales': { must: 'ui_locales succeeds.' },
    'oidcc-claims-locales': { must: 'claims_locales succeeds.' },
    'oidcc-ensure-request-with-acr-values-succeeds': {
      must: 'acr_values succeeds.',
      remarks: {
        'no acr of those asked for': 'acr_values is a wish; we name factors one by one (amr) and define no classes.',
      },
    },
    'oidcc-codereuse': { must: 'A code used twice answers invalid_grant, and its tokens are dead.' },
    'oidcc-codereuse-30seconds': {
      must: 'The same. The suite waits 30 seconds for providers that forgive at first; neither forgives at once, so none are waited here.',
    },
    'oidcc-ensure-registered-redirect-uri': { must: 'An error page; never a redirect.' },
    'oidcc-ensure-post-request-succeeds': { must: 'A sign-in that begins with a form by POST succeeds.' },
    'oidcc-server-client-secret-post': {
      left: 'The clients here run in browsers and on phones and can keep no secret. Host applications do: crates/oidc/tests/clients.rs and e2e/host-applications.spec.ts.',
      because: ({ registration_endpoint }) => registration_endpoint === undefined,
    },
    'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': {
      must: 'request_uri_not_supported.',
    },
    'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': { must: 'request_not_supported.' },
    'oidcc-claims-essential': {
      must: 'A sign-in with the claims parameter succeeds.',
      remarks: {
        'no name among the claims':
          'The parameter is not supported, and discovery says so; given_name and family_name are told.',
      },
    },
    'oidcc-ensure-request-object-with-redirect-uri': {
      must: 'An error page: a request object cannot heal a redirect_uri that is not registered.',
    },
    'oidcc-refresh-token': {
      must: 'New tokens for the same person and auth_time; the token of another client answers invalid_grant.',
    },
    'oidcc-ensure-request-with-valid-pkce-succeeds': { must: 'A sign-in with PKCE succeeds.' },
  },

  config: {
    'oidcc-discovery-endpoint-verification': {
      must: 'Issuer, endpoints, keys and capabilities are there and agree.',
      remarks: { 'not over https': LOOPBACK },
    },
  },

  logout: {
    'oidcc-rp-initiated-logout-discovery-endpoint-verification': {
      must: 'Discovery names the endpoint.',
      remarks: { 'not over https': LOOPBACK },
    },
    'oidcc-rp-initiated-logout': { must: 'The session ends; back to the client with the state.' },
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': {
      must: 'No redirect.',
      oursAlone: { 'signed out without an error or a question': SIGNED_OUT },
    },
    'oidcc-rp-initiated-logout-modified-id-token-hint': {
      must: 'A hint without a signature: no redirect, and the session goes on.',
    },
    'oidcc-rp-initiated-logout-no-id-token-hint': { must: 'No redirect, and the session goes on until a yes.' },
    'oidcc-rp-initiated-logout-no-params': { must: 'After a yes the session ends on the provider’s page.' },
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': { must: 'The session ends on the provider’s page.' },
    'oidcc-rp-initiated-logout-no-state': { must: 'The session ends; back to the client without a state.' },
    'oidcc-rp-initiated-logout-only-state': { must: 'After a yes the session ends on the provider’s page.' },
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': {
      must: 'No redirect.',
      oursAlone: { 'signed out without an error or a question': SIGNED_OUT },
    },
    'oidcc-rp-initiated-logout-bad-id-token-hint': {
      must: 'A hint that somebody else signed: no redirect, and the session goes on.',
    },
  },
};
