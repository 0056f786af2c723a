import { House } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { PageRow } from '../routes';
import { entryAt, type MenuPlace, menuPages, tabPages } from './menu';

const page = 'TimePage';
const row = (path: string, featurePage: string, more: Partial<PageRow> = {}): PageRow => ({
  path,
  title: 'page.time',
  icon: 'clock',
  page,
  meta: { authRequired: true, featurePage, isEmployeePage: true },
  ...more,
});
const table: PageRow[] = [
  row('/a', 'a'),
  row('/off', 'off'),
  { path: '/not-built', title: 'page.time', icon: 'clock', meta: row('/', 'b').meta },
  { path: '/no-icon', title: 'page.time', page, meta: row('/', 'c').meta },
  row('/d', 'd'),
  row('/e', 'e'),
  row('/f', 'f'),
  row('/f/one-of-them', 'f'),
  row('/v2', 'v', { meta: { authRequired: true, featurePage: 'v', isEmployeePage: true, isV2Page: true } }),
  row('/m', 'm', { meta: { authRequired: true, featurePage: 'm', isManagerPage: true } }),
];
const administrator = { authRequired: true, isAdminPage: true };
const consoleTable: PageRow[] = [
  ...table,
  { path: '/admin/home', title: 'page.adminHome', icon: 'shield', page, meta: administrator },
  { path: '/admin/people', title: 'page.adminPeople', icon: 'users', page, meta: administrator },
  { path: '/admin/roles', title: 'page.adminRoles', icon: 'briefcase', meta: administrator },
  { path: '/admin/menu', title: 'page.menu', page, meta: administrator },
];
const consolePage = (name: string): PageRow => ({
  path: `/admin/${name}`,
  title: 'page.adminPeople',
  icon: 'users',
  page,
  meta: administrator,
});
const place: MenuPlace = {
  viewMode: 'employee',
  hasCompany: true,
  isIdentityOnly: false,
  isAdmin: false,
  doesPayroll: false,
  administersTenant: false,
  isInConsole: false,
  isV2: false,
  catalogue: [
    { featureId: 'off', featureType: 'page', enabled: false, pageIcon: 'clock', size: null, position: 1 },
    { featureId: 'f', featureType: 'page', enabled: true, pageIcon: 'heart', size: null, position: 2 },
  ],
};
const addresses = (pages: { href: string }[]) => pages.map(({ href }) => href);

describe('the menu', () => {
  it('lists Home and the pages that are built, enabled and have an icon, those of the catalogue first', () => {
    expect(addresses(menuPages(place, table))).toEqual(['/employee/home', '/f', '/a', '/d', '/e']);
  });

  it('has the pages of the second version for those who are on it', () => {
    expect(addresses(menuPages({ ...place, isV2: true }, table))).toContain('/v2');
  });

  it('of a manager lists Home and the manager pages', () => {
    expect(addresses(menuPages({ ...place, viewMode: 'manager' }, table))).toEqual(['/manager/home', '/m']);
  });

  it.each([
    ['someone with only an account', { isIdentityOnly: true }, ['/accountSettings']],
    ['someone without a company', { hasCompany: false }, ['/home']],
  ])('of %s has one entry', (_, who, entries) => {
    expect(addresses(menuPages({ ...place, ...who }, table))).toEqual(entries);
    expect(addresses(tabPages({ ...place, ...who }, table))).toEqual(entries);
  });
});

describe('the console’s menu', () => {
  const admin = { ...place, isAdmin: true, administersTenant: true };

  it('lists the pages that are built, and the way back for those with a company', () => {
    expect(addresses(menuPages({ ...admin, isInConsole: true }, consoleTable))).toEqual([
      '/admin/home',
      '/admin/people',
      '/employee/home',
    ]);
    expect(addresses(menuPages({ ...admin, hasCompany: false }, consoleTable))).toEqual([
      '/admin/home',
      '/admin/people',
    ]);
  });

  it('of administrators of some companies leaves out what belongs to the whole tenant', () => {
    const health = { ...consolePage('health'), meta: { ...administrator, isTenantPage: true } };
    const ofCompanies = { ...admin, administersTenant: false, isInConsole: true };
    expect(addresses(menuPages({ ...admin, isInConsole: true }, [...consoleTable, health]))).toContain('/admin/health');
    expect(addresses(menuPages(ofCompanies, [...consoleTable, health]))).not.toContain('/admin/health');
    expect(addresses(menuPages(ofCompanies, [...consoleTable, health]))).toContain('/admin/people');
  });

  it('has payroll’s page for payroll, and nothing else for those who administer nothing', () => {
    const handover: PageRow = { ...consolePage('handover'), meta: { authRequired: true, isPayrollPage: true } };
    const rows = [...consoleTable, handover];
    const paula = { ...place, hasCompany: false, doesPayroll: true };
    expect(addresses(menuPages(paula, rows))).toEqual(['/admin/handover']);
    expect(addresses(menuPages({ ...admin, isInConsole: true }, rows))).not.toContain('/admin/handover');
    expect(addresses(menuPages({ ...admin, doesPayroll: true, isInConsole: true }, rows))).toContain('/admin/handover');
  });

  it('has reports for administrators and for payroll', () => {
    const reports: PageRow = { ...consolePage('reports'), meta: { authRequired: true, isFiguresPage: true } };
    const rows = [...consoleTable, reports];
    expect(addresses(menuPages({ ...place, hasCompany: false, doesPayroll: true }, rows))).toEqual(['/admin/reports']);
    expect(addresses(menuPages({ ...admin, isInConsole: true }, rows))).toContain('/admin/reports');
    expect(addresses(menuPages({ ...place, isInConsole: true }, rows))).not.toContain('/admin/reports');
  });

  it('is not there on other pages, and for no one else', () => {
    expect(addresses(menuPages(admin, consoleTable))).toEqual(addresses(menuPages(place, table)));
    expect(addresses(menuPages({ ...place, isInConsole: true }, consoleTable))).not.toContain('/admin/home');
    expect(addresses(menuPages({ ...place, hasCompany: false }, consoleTable))).toEqual(['/home']);
  });

  it('has five tabs on a phone, the last of which lists everything', () => {
    const many = [...consoleTable.filter(({ meta }) => meta.isAdminPage), ...['a', 'b', 'c'].map(consolePage)];
    expect(addresses(tabPages({ ...admin, isInConsole: true }, many))).toEqual([
      '/admin/home',
      '/admin/people',
      '/admin/a',
      '/admin/b',
      '/admin/menu',
    ]);
    expect(addresses(tabPages({ ...admin, isInConsole: true }, consoleTable))).toHaveLength(3);
  });
});

it('a phone has five tabs, the last of which lists everything', () => {
  expect(addresses(tabPages(place, table))).toEqual(['/employee/home', '/f', '/a', '/d', '/more']);
  expect(addresses(tabPages({ ...place, viewMode: 'manager' }, table))).toEqual([
    '/manager/home',
    '/m',
    '/manager/menu',
  ]);
});

describe('the entry somebody is at', () => {
  const pages = ['/pay', '/manager/employees', '/manager/employees/change-requests'].map(
    (href) => ({ href, label: 'nav.home', shortLabel: 'nav.home', icon: House }) as const,
  );

  it.each([
    ['/pay', '/pay'],
    ['/pay/paystub/7', '/pay'],
    ['/payments', undefined],
    ['/manager/employees', '/manager/employees'],
    ['/manager/employees/change-requests', '/manager/employees/change-requests'],
    ['/accountSettings', undefined],
  ])('at %s is %s', (path, href) => {
    expect(entryAt(pages, path)?.href).toBe(href);
  });
});
