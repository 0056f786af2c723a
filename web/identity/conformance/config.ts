/** The module of the config certification plan: what the discovery document says, and that it is so. */
import { importJWK, type JWK } from 'jose';
import { expect } from 'vitest';
import type { Module } from './module';

const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

export const config: Record<string, Module> = {
  'oidcc-discovery-endpoint-verification': async ({ provider, rp: { discovery } }) => {
    const response = await fetch(`${provider.issuer}/.well-known/openid-configuration`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(discovery).toMatchObject({
      issuer: provider.issuer,
      response_types_supported: expect.arrayContaining(['code']),
      subject_types_supported: expect.arrayContaining(['public']),
      scopes_supported: expect.arrayContaining(['openid']),
      claims_supported: expect.any(Array),
      grant_types_supported: expect.arrayContaining(['authorization_code']),
      code_challenge_methods_supported: expect.arrayContaining(['S256']),
    });
    for (const scope of discovery.scopes_supported as string[]) expect(scope).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
    await checkKeys(discovery.jwks_uri);
    const addresses = Object.entries(discovery).filter(([name]) => name.endsWith('_endpoint') || name === 'jwks_uri');
    expect(addresses.map(([name]) => name)).toEqual(
      expect.arrayContaining(['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri']),
    );
    const protocols = new Set(addresses.map(([, address]) => new URL(String(address)).protocol));
    const remarks = [...protocols].some((protocol) => protocol !== 'https:') ? ['not over https'] : [];
    if (!discovery.id_token_signing_alg_values_supported.includes('RS256')) remarks.push('RS256 is not offered');
    return remarks;
  },
};

/** Public keys that can be used, and no part of a private one. */
async function checkKeys(jwksUri: string): Promise<void> {
  const { keys } = (await (await fetch(jwksUri)).json()) as { keys: JWK[] };
  expect(keys).not.toEqual([]);
  for (const key of keys) {
    expect(Object.keys(key).filter((part) => PRIVATE_PARTS.includes(part))).toEqual([]);
    expect(key.kid).toBeTruthy();
    await importJWK(key, key.alg ?? 'ES256');
  }
  expect(new Set(keys.map(({ kid }) => kid)).size, 'each key has a name of its own').toBe(keys.length);
}
