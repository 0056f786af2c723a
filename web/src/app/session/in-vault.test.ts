import { beforeEach, expect, it } from 'vitest';
import { createFakeShell } from '../platform/fake';
import { setPort } from '../platform/platform';
import { memoryKeyring } from '../platform/vault';
import { createWebPort } from '../platform/web';
import { keepInVault, unlockSession } from './in-vault';
import { type Tokens, useSession } from './store';

const tokens = (serial: number): Tokens => ({
  accessToken: `access ${serial}`,
  refreshToken: `refresh ${serial}`,
  idToken: 'id',
  obtainedAtMs: 1,
  expiresAtMs: 2,
});

const session = () => useSession.getState();
const stored = () => sessionStorage.getItem('session') ?? '';

beforeEach(() => {
  setPort(createWebPort());
  session().signOut();
});

it('on the web the tokens are in session storage', () => {
  session().signIn(tokens(1));
  expect(stored()).toContain('access 1');
});

it('on native they are in the vault, and follow every change', async () => {
  const { port } = createFakeShell();
  setPort(port);
  await keepInVault(port);
  session().signIn(tokens(1));
  expect(stored()).not.toContain('access 1');
  session().renew('refresh 1', tokens(2));
  expect(await port.vault.unlock()).toEqual({ kind: 'open', secret: JSON.stringify(tokens(2)) });
  session().signOut();
  expect(await port.vault.unlock()).toEqual({ kind: 'empty' });
});

it('the next start takes up what the vault has, and where the person was going', async () => {
  const keyring = memoryKeyring();
  await createFakeShell({ keyring }).port.vault.store(JSON.stringify(tokens(1)));
  session().rememberPath('/pay');
  await keepInVault(createFakeShell({ keyring }).port);
  expect(session()).toMatchObject({ ...tokens(1), isLocked: false, returnTo: '/pay' });
});

it('a locked vault takes the tokens out of memory, gives them back, and is asked for twice at most', async () => {
  const { port, device } = createFakeShell();
  setPort(port);
  await keepInVault(port);
  session().signIn(tokens(1));
  session().enter({ personId: 'ana', tenantId: 't', companyId: 'c', role: null, viewMode: 'employee' });
  await port.vault.lock();
  expect(session()).toMatchObject({ accessToken: null, refreshToken: null, isLocked: true, companyId: 'c' });
  device.provesNext('failed', 'proved', 'failed', 'failed');
  expect(await unlockSession(port)).toEqual({ kind: 'refused', triesLeft: 1 });
  expect(session()).toMatchObject({ accessToken: null, isLocked: true });
  expect(await unlockSession(port)).toMatchObject({ kind: 'open' });
  expect(session()).toMatchObject({ ...tokens(1), isLocked: false, companyId: 'c' });
  await port.vault.lock();
  await unlockSession(port);
  expect(await unlockSession(port)).toEqual({ kind: 'empty' });
  expect(session()).toMatchObject({ accessToken: null, isLocked: false, companyId: null });
});

it('a vault that cannot be read signs nobody in', async () => {
  const broken = { ...memoryKeyring(), read: () => Promise.reject(new Error('the key ring is gone')) };
  await keepInVault(createFakeShell({ keyring: broken }).port);
  expect(session()).toMatchObject({ accessToken: null, isLocked: false });
});
