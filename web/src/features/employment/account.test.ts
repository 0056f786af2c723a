import { describe, expect, it } from 'vitest';
import { type Account, currentName, onDevices, resetOf } from './account';

const nobody: Account = {
  personId: 'p',
  username: 'ana',
  email: 'ana@cedar.example',
  lockedAt: null,
  mayHelp: true,
  signIn: 'inUse',
  isInUse: true,
  passwordChangedAt: null,
  totpEnabledAt: null,
  recoveryCodesLeft: 0,
  phoneHint: null,
  phoneUsableFrom: null,
  passkeys: [],
  linkedIdentities: [],
  sessions: [],
  sentLinks: [],
  mergedAccount: null,
};
const at = '2026-11-16T16:00:00Z';

describe('an account as administrators see it', () => {
  it('loses with a phone what is on it, and keeps its providers', () => {
    const account: Account = {
      ...nobody,
      totpEnabledAt: at,
      phoneHint: '•••• 4417',
      passkeys: [{ id: 'k', name: 'Phone', createdAt: at, lastUsedAt: null }],
      linkedIdentities: [{ id: 'i', name: 'Okta', issuer: 'https://okta.example', linkedAt: at }],
    };
    expect(onDevices(account)).toEqual(['totp', 'phone', 'passkey k']);
    expect(resetOf(onDevices(account), true)).toEqual({
      passkeyIds: ['k'],
      linkedIdentityIds: [],
      totp: true,
      phone: true,
      sendsLink: true,
    });
    expect(resetOf(['identity i'], false).linkedIdentityIds).toEqual(['i']);
  });

  it('reads what a conflict says', () => {
    expect(currentName({ email: 'a@b.example', username: 'a' })).toEqual({ email: 'a@b.example', username: 'a' });
    expect(currentName({ email: 'a@b.example' })).toBeNull();
    expect(currentName(null)).toBeNull();
  });
});
