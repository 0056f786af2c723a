import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import type { Api } from '../../api/client';
import { startI18n } from '../../i18n';
import { isSignedIn, useSession } from './store';
import { loadViewer, rolesIn, type Viewer, type ViewerCompany } from './viewer';

const company = (name: string, permissions: string[], employeeId: string | null = null): ViewerCompany => ({
  companyId: `id of ${name}`,
  companyName: name,
  timeZone: 'America/Chicago',
  today: '2026-11-16',
  employeeId,
  roles: [],
  permissions,
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
  permissions: [],
  companies: [
    company('Cedar Logistics', ['manager.write']),
    company('Cedar Outfitters', ['employee', 'manager.write'], 'employee-id'),
  ],
};

function load(viewer: Viewer): Promise<Viewer> {
  const api = { query: async () => ({ viewer }) } as unknown as Api;
  return loadViewer(api, new QueryClient());
}

afterEach(() => useSession.getState().signOut());

describe('what a person is in a company', () => {
  it.each<[string, string[], string | null, string[]]>([
    ['an employee', ['employee', 'employee:pay'], 'e1', ['employee']],
    ['a manager by a right to write', ['manager.write'], null, ['manager']],
    ['a manager of one area', ['manager:time-off.write'], null, ['manager']],
    ['both', ['employee:pay', 'manager'], 'e1', ['employee', 'manager']],
    ['no employee without a place on the payroll', ['employee:application'], null, []],
    ['nothing by an account alone', ['identity:user:self'], null, []],
  ])('%s', (_, permissions, employeeId, roles) => {
    expect(rolesIn(company('any', permissions, employeeId))).toEqual(roles);
  });
});

describe('after signing in', () => {
  it('one starts in the company where one is an employee', async () => {
    await startI18n();
    await load(priya);
    expect(useSession.getState()).toMatchObject({
      companyId: 'id of Cedar Outfitters',
      role: 'employee',
      viewMode: 'employee',
    });
  });

  it('a chosen company stays chosen', async () => {
    await startI18n();
    const place = { personId: priya.personId, role: 'manager', viewMode: 'manager' } as const;
    useSession.getState().enter({ ...place, companyId: 'id of Cedar Logistics' });
    await load(priya);
    expect(useSession.getState()).toMatchObject({ companyId: 'id of Cedar Logistics', viewMode: 'manager' });
  });

  it('a company one no longer belongs to is left', async () => {
    await startI18n();
    useSession
      .getState()
      .enter({ personId: priya.personId, companyId: 'closed', role: 'manager', viewMode: 'manager' });
    await load(priya);
    expect(useSession.getState().companyId).toBe('id of Cedar Outfitters');
  });

  it('session storage holds a token, ids, role and view mode, and no name', async () => {
    await startI18n();
    useSession.getState().signIn({ token: 'secret', expiresAt: '2099-01-01T00:00:00Z' });
    await load(priya);
    const stored = JSON.parse(sessionStorage.getItem('session') ?? '{}') as { state: object };
    expect(Object.keys(stored.state).sort()).toEqual(
      ['companyId', 'expiresAt', 'personId', 'returnTo', 'role', 'token', 'viewMode'].sort(),
    );
    expect(JSON.stringify(stored)).not.toMatch(/Priya|Raman|Cedar Group|example\.com/);
  });
});

describe('a session', () => {
  it('ends with its token', () => {
    const session = { token: 'secret', expiresAt: '2026-11-16T12:00:00Z' };
    expect(isSignedIn(session, Date.parse('2026-11-16T11:59:59Z'))).toBe(true);
    expect(isSignedIn(session, Date.parse('2026-11-16T12:00:00Z'))).toBe(false);
    expect(isSignedIn({ token: null, expiresAt: null }, 0)).toBe(false);
  });

  it('that has expired keeps where the person was, and nothing else', () => {
    useSession.getState().signIn({ token: 'secret', expiresAt: '2099-01-01T00:00:00Z' });
    useSession.getState().expire();
    expect(useSession.getState().hasExpired).toBe(true);
    useSession.getState().leaveExpired('/manager/announcements');
    expect(useSession.getState()).toMatchObject({
      token: null,
      personId: null,
      hasExpired: false,
      returnTo: '/manager/announcements',
    });
  });

  it('that expired on the way to a page keeps that page', () => {
    useSession.getState().signIn({ token: 'secret', expiresAt: '2099-01-01T00:00:00Z' });
    useSession.getState().rememberPath('/manager/home');
    useSession.getState().leaveExpired(null);
    expect(useSession.getState().returnTo).toBe('/manager/home');
  });

  it('that nobody has cannot expire', () => {
    useSession.getState().expire();
    expect(useSession.getState().hasExpired).toBe(false);
  });
});
