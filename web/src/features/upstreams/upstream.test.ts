import { describe, expect, it } from 'vitest';
import { currentUpstream, type Draft, domainsOf, draftOf, inputOf, type Upstream, wholeTenant } from './upstream';

const upstream: Upstream = {
  id: 'u',
  name: 'Cedar ID',
  issuer: 'https://id.example',
  clientId: 'atrium',
  hasSecret: true,
  companyId: null,
  companyName: null,
  mailDomains: ['a.example', 'b.example'],
  redirectUri: 'https://here/login/upstream/u/callback',
  postLogoutRedirectUri: 'https://here/login/signed-out',
  version: 3,
};

describe('upstreams', () => {
  it('reads mail domains however they are separated', () => {
    expect(domainsOf(' a.example, b.example;c.example\nd.example ')).toEqual([
      'a.example',
      'b.example',
      'c.example',
      'd.example',
    ]);
    expect(domainsOf(' ')).toEqual([]);
  });

  it('sends a form back as it came, and the secret only where it was typed', () => {
    const draft = draftOf(upstream);
    expect(inputOf(draft, true)).toEqual({
      name: 'Cedar ID',
      companyId: null,
      issuer: 'https://id.example',
      clientId: 'atrium',
      secret: null,
      mailDomains: ['a.example', 'b.example'],
    });
    const changed: Draft = { ...draft, place: 'c1', secret: ' s3cret ' };
    expect(inputOf(changed, true)).toMatchObject({ companyId: 'c1', secret: 's3cret' });
    expect(inputOf({ ...changed, isPublic: true }, true).secret).toBe('');
    expect(inputOf({ ...draft, place: wholeTenant }, false).secret).toBe('');
  });

  it('reads the upstream that a conflict carries, and nothing else', () => {
    expect(currentUpstream(upstream)).toBe(upstream);
    for (const other of [null, 'x', { version: 1 }, { mailDomains: [] }]) expect(currentUpstream(other)).toBeNull();
  });
});
