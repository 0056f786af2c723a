/**
 * A relying party that trusts nothing: it builds each request by hand, so that a test can bend it, and checks every
 * answer as the conformance suite does.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { type Arrival, Browser } from './browser';
import type { Client, PageKind, Provider } from './providers/provider';

export interface Discovery {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint: string;
  end_session_endpoint: string;
  jwks_uri: string;
  id_token_signing_alg_values_supported: string[];
  [name: string]: unknown;
}

/** Parameters to add or replace; `null` leaves one out. */
export type Bent = Record<string, string | null>;

interface Sent {
  state: string;
  nonce: string | undefined;
  verifier: string;
}

/** How an authorization request ended, and whether someone had to sign in on the way. */
interface Answered {
  sent: Sent;
  answer: URLSearchParams;
  wasAsked: boolean;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  scope: string;
}

export interface SignedIn {
  tokens: Tokens;
  claims: JWTPayload;
  wasAsked: boolean;
  /** The code that was redeemed, and what a second attempt needs. */
  redeem: () => Promise<Response>;
}

/** How a request travels to an endpoint. */
export type Way = (browser: Browser, endpoint: string, params: URLSearchParams) => Promise<Arrival>;

const byGet: Way = (browser, endpoint, params) => browser.open(`${endpoint}?${params}`);

const random = () => randomBytes(32).toString('base64url');

export class RelyingParty {
  readonly provider: Provider;
  readonly client: Client;
  readonly discovery: Discovery;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;

  private constructor(provider: Provider, client: Client, discovery: Discovery) {
    this.provider = provider;
    this.client = client;
    this.discovery = discovery;
    this.#keys = createRemoteJWKSet(new URL(discovery.jwks_uri));
  }

  static async of(provider: Provider, client: Client = provider.web): Promise<RelyingParty> {
    const response = await fetch(`${provider.issuer}/.well-known/openid-configuration`);
    expect(response.status).toBe(200);
    return new RelyingParty(provider, client, (await response.json()) as Discovery);
  }

  /** A browser where no one is signed in. */
  browser(): Browser {
    return new Browser(this.provider);
  }

  request(bent: Bent = {}): { sent: Sent; params: URLSearchParams } {
    const verifier = random();
    const whole: Bent = {
      client_id: this.client.id,
      redirect_uri: this.client.redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: random(),
      nonce: random(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...bent,
    };
    const sent = { state: whole.state ?? '', nonce: whole.nonce ?? undefined, verifier };
    return { sent, params: paramsOf(whole) };
  }

  /** Sends the browser to the authorization endpoint, and no further. */
  authorize(browser: Browser, params: URLSearchParams, way: Way = byGet): Promise<Arrival> {
    return way(browser, this.discovery.authorization_endpoint, params);
  }

  /** An authorization request until its answer; anyone asked to sign in does so. */
  async ask(browser: Browser, bent: Bent = {}, way: Way = byGet): Promise<Answered> {
    const { sent, params } = this.request(bent);
    let arrival = await this.authorize(browser, params, way);
    const wasAsked = this.isShown(arrival, 'sign-in');
    if (wasAsked && arrival.at === 'provider') arrival = await this.provider.signIn(browser, arrival.page);
    return { sent, answer: this.answerIn(arrival, sent), wasAsked };
  }

  /** The whole flow, from the authorization request to checked tokens. */
  async signIn(browser: Browser, bent: Bent = {}, way: Way = byGet): Promise<SignedIn> {
    const { sent, answer, wasAsked } = await this.ask(browser, bent, way);
    expect(Object.fromEntries(answer), 'an authorization that succeeds').toMatchObject({ code: expect.any(String) });
    const code = answer.get('code') ?? '';
    const redeem = () =>
      this.token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: this.client.redirectUri,
        code_verifier: sent.verifier,
      });
    const tokens = await this.tokensIn(await redeem());
    const claims = await this.checkIdToken(tokens.id_token);
    expect(claims.nonce, 'the nonce of the request').toBe(sent.nonce);
    return { tokens, claims, wasAsked, redeem };
  }

  /** The answer that reached the client's address: for this very request, and from this issuer (RFC 9207). */
  answerIn(arrival: Arrival, sent: Sent): URLSearchParams {
    if (arrival.at !== 'client') throw new Error(`no answer to the client: ${arrival.page.status} ${arrival.page.url}`);
    expect(arrival.url.href.split('?')[0]).toBe(this.client.redirectUri);
    expect(arrival.url.hash, 'nothing in the fragment').toBe('');
    const answer = arrival.url.searchParams;
    expect(answer.getAll('state')).toEqual(sent.state === '' ? [] : [sent.state]);
    expect(answer.getAll('iss')).toEqual([this.discovery.issuer]);
    return answer;
  }

  isShown(arrival: Arrival, kind: PageKind): boolean {
    return arrival.at === 'provider' && this.provider.kindOf(arrival.page) === kind;
  }

  token(body: Record<string, string>): Promise<Response> {
    const form = new URLSearchParams({ client_id: this.client.id, ...body });
    return fetch(this.discovery.token_endpoint, { method: 'POST', body: form });
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  async tokensIn(response: Response): Promise<Tokens> {
    const body = (await response.json()) as Tokens & { token_type: string; expires_in: number };
    expect({ status: response.status, body }).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), id_token: expect.any(String), expires_in: expect.any(Number) },
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(body.token_type.toLowerCase()).toBe('bearer');
    expect(body.expires_in).toBeGreaterThan(0);
    for (const token of [body.access_token, body.refresh_token]) expect(token).toMatch(/^[\x20-\x7e]{22,}$/);
    return body;
  }

  /** OpenID Connect Core, 3.1.3.7. */
  async checkIdToken(idToken: string): Promise<JWTPayload> {
    const { payload, protectedHeader } = await jwtVerify(idToken, this.#keys, {
      issuer: this.discovery.issuer,
      audience: this.client.id,
      algorithms: this.discovery.id_token_signing_alg_values_supported,
      requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
      maxTokenAge: '1 minute',
    });
    expect(protectedHeader.kid, 'which key signed it').toBeTruthy();
    expect(payload.aud, 'one audience').toBe(this.client.id);
    expect(payload.sub).toMatch(/^[\x21-\x7e]{1,255}$/);
    return payload;
  }

  async userinfo(init: RequestInit): Promise<Record<string, unknown>> {
    const response = await fetch(this.discovery.userinfo_endpoint, init);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    return (await response.json()) as Record<string, unknown>;
  }

  async userinfoStatus(accessToken: string): Promise<number> {
    const headers = { Authorization: `Bearer ${accessToken}` };
    return (await fetch(this.discovery.userinfo_endpoint, { headers })).status;
  }

  /** Sends the browser to the logout endpoint, and no further. */
  signOut(browser: Browser, bent: Bent): Promise<Arrival> {
    return browser.open(`${this.discovery.end_session_endpoint}?${paramsOf(bent)}`);
  }

  /** What `prompt=none` answers: null while someone is signed in, else the error. */
  async silentError(browser: Browser): Promise<string | null> {
    return (await this.ask(browser, { prompt: 'none', state: randomBytes(96).toString('base64url') })).answer.get(
      'error',
    );
  }
}

function paramsOf(bent: Bent): URLSearchParams {
  return new URLSearchParams(Object.entries(bent).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** An error of the token endpoint (RFC 6749, 5.2). */
export async function errorIn(response: Response): Promise<string> {
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('cache-control')).toContain('no-store');
  return ((await response.json()) as { error: string }).error;
}
