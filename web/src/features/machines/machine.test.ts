import { describe, expect, it } from 'vitest';
import { blankDraft, currentMachine, draftOf, inputOf, type Machine } from './machine';

const machine: Machine = {
  id: 'm',
  name: 'Payroll sync',
  clientId: 'machine-abc',
  scopes: ['people.read'],
  auth: 'secret',
  jwks: null,
  requestsPerMinute: 600,
  secretSetAt: '2026-11-16T09:00:00Z',
  oldSecretUntil: null,
  createdAt: '2026-11-16T09:00:00Z',
  lastTokenAt: null,
  revokedAt: null,
  tokenUrl: 'https://here/oauth2/token',
  apiUrl: 'https://here/api/v1',
  scimUrl: 'https://here/scim/v2',
  version: 3,
};

describe('machine clients', () => {
  it('sends a form back as it came', () => {
    expect(inputOf(draftOf(machine))).toEqual({
      name: 'Payroll sync',
      scopes: ['people.read'],
      auth: 'secret',
      jwks: null,
      requestsPerMinute: 600,
    });
  });

  it('sends keys only where a machine proves itself with one', () => {
    const draft = { ...draftOf(machine), jwks: ' {"keys":[]} ' };
    expect(inputOf(draft).jwks).toBeNull();
    expect(inputOf({ ...draft, auth: 'key' }).jwks).toBe('{"keys":[]}');
  });

  it('lets the server refuse what isn’t a number', () => {
    for (const typed of ['', 'many', '1.5', '-3'])
      expect(inputOf({ ...blankDraft, requestsPerMinute: typed }).requestsPerMinute).toBe(0);
    expect(inputOf({ ...blankDraft, requestsPerMinute: ' 60 ' }).requestsPerMinute).toBe(60);
  });

  it('reads the machine that a conflict carries, and nothing else', () => {
    const { tokenUrl: _, apiUrl: __, scimUrl: ___, ...carried } = machine;
    expect(currentMachine(carried, machine)).toEqual(machine);
    for (const other of [null, 'x', { version: 1 }, { scopes: [] }]) expect(currentMachine(other, machine)).toBeNull();
  });
});
