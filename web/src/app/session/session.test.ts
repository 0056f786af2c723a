import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import type { Api } from '../../api/client';
import { discard, keep, press, waiting } from '../../features/clock/waiting';
import { startI18n } from '../../i18n';
import { isSignedIn, subjectOf, type Tokens, useSession } from './store';
import { actorIn, loadViewer, type Viewer, type ViewerCompany } from './viewer';

const company = (name: string, permissions: string[], employeeId: string | null = null): ViewerCompany => ({
  companyId: `id of ${name}`,
  companyName: name,
  timeZone: 'America/Chicago',
  today: '2026-11-16',
  employeeId,
  employmentEndedOn: null,
  openThrough: null,
  permissions,
  employeeRoleIds: employeeId === null ? [] : [`employee role of ${name}`],
  managerRoleIds: [`manager role of ${name}`],
  managerViewRoleId: null,
});

const priya: Viewer = {
  personId: 'priya-id',
  tenantId: 'cedar-id',
  tenantName: 'Cedar Group',
  firstName: 'Priya',
  lastName: 'Raman',
  email: 'priya@example.com',
  language: 'en',
  version: 'v1',
  roles: ['employee', 'manager'],
  userType: 'employee',
  applications: [],
  evolutionRoles: [],
  hasIdentityPermissions: false,
  permissions: [],
  unreadNotices: 0,
  companies: [
    company('Cedar Logistics', ['manager.write']),
    company('Cedar Outfitters', ['employee', 'manager.write'], 'employee-id'),
  ],
};

const tokens: Tokens = {
  accessToken: 'access',
  refreshToken: 'refresh',
  idToken: 'id',
  obtainedAtMs: 0,
  expiresAtMs: Date.parse('2099-01-01T00:00:00Z'),
};

function load(viewer: Viewer): Promise<Viewer> {
  const api = { query: async () => ({ viewer }) } as unknown as Api;
  return loadViewer(api, new QueryClient());
}

afterEach(() => useSession.getState().signOut());

describe('after signing in', () => {
  it('one starts in the company where one is an employee', async () => {
    await startI18n();
    await load(priya);
    expect(useSession.getState()).toMatchObject({
      companyId: 'id of Cedar Outfitters',
      role: 'employee role of Cedar Outfitters',
      viewMode: 'employee',
    });
  });

  it('a chosen company stays chosen', async () => {
    await startI18n();
    const { personId, tenantId } = priya;
    const place = { personId, tenantId, role: 'manager', viewMode: 'manager' } as const;
    useSession.getState().enter({ ...place, companyId: 'id of Cedar Logistics' });
    await load(priya);
    expect(useSession.getState()).toMatchObject({ companyId: 'id of Cedar Logistics', viewMode: 'manager' });
  });

  it('a company one no longer belongs to is left', async () => {
    await startI18n();
    const { personId, tenantId } = priya;
    useSession.getState().enter({ personId, tenantId, companyId: 'closed', role: 'manager', viewMode: 'manager' });
    await load(priya);
    expect(useSession.getState().companyId).toBe('id of Cedar Outfitters');
  });

  it('session storage holds tokens, ids, role and view mode, and no name', async () => {
    await startI18n();
    useSession.getState().signIn(tokens);
    await load(priya);
    const stored = JSON.parse(sessionStorage.getItem('session') ?? '{}') as { state: object };
    expect(Object.keys(stored.state).sort()).toEqual(
      [
        'accessToken',
        'companyId',
        'expiresAtMs',
        'idToken',
        'obtainedAtMs',
        'personId',
        'refreshToken',
        'returnTo',
        'role',
        'tenantId',
        'viewMode',
      ].sort(),
    );
    expect(JSON.stringify(stored)).not.toMatch(/Priya|Raman|Cedar Group|example\.com/);
  });
});

describe('a session', () => {
  it('ends with its token if that cannot be refreshed', () => {
    const session = { ...tokens, refreshToken: null, expiresAtMs: 1000 };
    expect(isSignedIn(session, 999)).toBe(true);
    expect(isSignedIn(session, 1000)).toBe(false);
  });

  it('outlives its token if that can be refreshed', () => {
    expect(isSignedIn({ ...tokens, expiresAtMs: 1000 }, 2000)).toBe(true);
  });

  it('is none without a token', () => {
    expect(isSignedIn({ accessToken: null, refreshToken: null, expiresAtMs: null }, 0)).toBe(false);
  });

  it('takes renewed tokens and stays where it is', () => {
    useSession.getState().signIn(tokens);
    useSession.getState().enter({ personId: 'p', tenantId: 't', companyId: 'c', role: 'manager', viewMode: 'manager' });
    useSession.getState().renew('refresh', { ...tokens, accessToken: 'newer', refreshToken: 'next' });
    expect(useSession.getState()).toMatchObject({ accessToken: 'newer', refreshToken: 'next', companyId: 'c' });
  });

  it('that has ended is not brought back by a refresh that was under way', () => {
    useSession.getState().signIn(tokens);
    useSession.getState().signOut();
    useSession.getState().renew('refresh', { ...tokens, accessToken: 'newer' });
    expect(useSession.getState().accessToken).toBeNull();
  });

  it('signed out leaves nothing in session storage but empty places', () => {
    useSession.getState().signIn(tokens);
    for (const other of ['chat', 'filters']) sessionStorage.setItem(other, '{}');
    useSession.getState().signOut();
    expect(sessionStorage.getItem('session')).not.toMatch(/"(access|refresh|id)"/);
    expect(sessionStorage).toHaveLength(1);
  });

  it('that has expired keeps where the person was, and nothing else', () => {
    useSession.getState().signIn(tokens);
    useSession.getState().expire();
    expect(useSession.getState().hasExpired).toBe(true);
    useSession.getState().leaveExpired('/manager/announcements');
    expect(useSession.getState()).toMatchObject({
      accessToken: null,
      refreshToken: null,
      personId: null,
      hasExpired: false,
      returnTo: '/manager/announcements',
    });
  });

  it('that expired on the way to a page keeps that page', () => {
    useSession.getState().signIn(tokens);
    useSession.getState().rememberPath('/manager/home');
    useSession.getState().leaveExpired(null);
    expect(useSession.getState().returnTo).toBe('/manager/home');
  });

  it('that nobody has cannot expire', () => {
    useSession.getState().expire();
    expect(useSession.getState().hasExpired).toBe(false);
  });
});

it('an ID token names its person, and what is none names nobody', () => {
  const payload = Buffer.from(JSON.stringify({ sub: 'ana-id', name: 'ñ?>~' })).toString('base64url');
  expect(subjectOf(`e30.${payload}.c2ln`)).toBe('ana-id');
  for (const other of [null, '', 'id', 'e30.e30.c2ln', 'a.b.c']) expect(subjectOf(other)).toBeNull();
});

it('a punch that waits outlives a session that ends by itself, and goes when its person signs out', async () => {
  useSession.getState().signIn(tokens);
  const viewer = await load(priya);
  const actor = actorIn(viewer, viewer.companies[1] ?? null);
  keep(press(actor, 'in'));
  useSession.getState().expire();
  useSession.getState().signOut();
  expect(waiting()).toHaveLength(1);
  discard(actor.personId);
  expect(waiting()).toEqual([]);
});
