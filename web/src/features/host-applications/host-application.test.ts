import { describe, expect, it } from 'vitest';
import {
  blankDraft,
  codeOf,
  currentApplication,
  draftOf,
  type HostApplication,
  inputOf,
  linesOf,
  otherCode,
} from './host-application';

const application: HostApplication = {
  id: 'a',
  code: 'LEARN',
  name: 'Learning',
  targetUrl: 'https://learn.example',
  path: '/start',
  clientId: 'cedar-learning',
  auth: 'secret',
  jwks: null,
  redirectUris: ['https://learn.example/cb', 'https://learn.example/cb2'],
  postLogoutRedirectUris: [],
  claims: ['email'],
  logoutUri: null,
  isEnabled: true,
  secretSetAt: '2026-11-16T09:00:00Z',
  oldSecretUntil: null,
  roles: [],
  issuer: 'https://here/oauth2/token',
  discoveryUrl: 'https://here/oauth2/token/.well-known/openid-configuration',
  version: 3,
};

describe('host applications', () => {
  it('sends a form back as it came', () => {
    expect(inputOf(draftOf(application))).toEqual({
      code: 'LEARN',
      name: 'Learning',
      targetUrl: 'https://learn.example',
      path: '/start',
      clientId: 'cedar-learning',
      auth: 'secret',
      jwks: null,
      redirectUris: ['https://learn.example/cb', 'https://learn.example/cb2'],
      postLogoutRedirectUris: [],
      claims: ['email'],
      logoutUri: '',
      isEnabled: true,
    });
  });

  it('sends keys only where an application proves itself with one', () => {
    const draft = { ...draftOf(application), jwks: ' {"keys":[]} ' };
    expect(inputOf(draft).jwks).toBeNull();
    expect(inputOf({ ...draft, auth: 'key' }).jwks).toBe('{"keys":[]}');
  });

  it('knows the common codes and takes others in capital letters', () => {
    expect(draftOf(application)).toMatchObject({ chosenCode: otherCode, ownCode: 'LEARN' });
    expect(draftOf({ ...application, code: 'PAY' })).toMatchObject({ chosenCode: 'PAY', ownCode: '' });
    expect(codeOf({ chosenCode: otherCode, ownCode: ' learn ' })).toBe('LEARN');
    expect(codeOf({ ...blankDraft, chosenCode: 'TAX', ownCode: 'left over' })).toBe('TAX');
  });

  it('reads addresses one per line', () => {
    expect(linesOf(' https://a.example/cb \n\n https://b.example/cb\n')).toEqual([
      'https://a.example/cb',
      'https://b.example/cb',
    ]);
    expect(linesOf(' ')).toEqual([]);
  });

  it('reads the application that a conflict carries, and nothing else', () => {
    const { issuer: _, discoveryUrl: __, ...carried } = application;
    expect(currentApplication(carried, application)).toEqual(application);
    for (const other of [null, 'x', { version: 1 }, { redirectUris: [] }])
      expect(currentApplication(other, application)).toBeNull();
  });
});
