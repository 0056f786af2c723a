import { describe, expect, it } from 'vitest';
import { judge, type RouteMeta, type Visitor } from './guard';
import { paths } from './paths';

const page: RouteMeta = { authRequired: true };
const managerPage: RouteMeta = { authRequired: true, isManagerPage: true };
const publicPage: RouteMeta = { authRequired: false };

const person = (...companyRoles: Visitor['companyRoles']): Visitor => ({
  companyRoles,
  version: 'v1',
  isIdentityOnly: false,
});
const ana = person('employee');
const marcus = person('manager');
const priya = person('employee', 'manager');
const grace = person();
const omar: Visitor = { ...person(), isIdentityOnly: true };

describe('someone signed out', () => {
  it('may open public pages', () => {
    expect(judge(paths.signIn(), publicPage, null)).toEqual({ kind: 'open' });
  });

  it('is sent to sign in, and the page they wanted is remembered', () => {
    expect(judge('/manager/announcements', managerPage, null)).toEqual({
      kind: 'signIn',
      returnTo: '/manager/announcements',
    });
  });
});

it('a signed-out visit to the account settings is remembered like any other', () => {
  expect(judge('/accountSettings', page, null)).toEqual({ kind: 'signIn', returnTo: '/accountSettings' });
});

describe('Home', () => {
  it.each([
    ['an employee', ana, { kind: 'go', to: paths.employeeHome() }],
    ['a manager who is not an employee', marcus, { kind: 'go', to: paths.managerHome() }],
    ['an employee who is also a manager', priya, { kind: 'go', to: paths.employeeHome() }],
    ['an administrator', grace, { kind: 'open' }],
    ['someone with only an account', omar, { kind: 'go', to: paths.accountSettings() }],
  ])('for %s', (_, visitor, verdict) => {
    expect(judge(paths.home(), page, visitor)).toEqual(verdict);
  });
});

describe('the account settings', () => {
  it.each([
    ['an employee', ana],
    ['a manager', marcus],
    ['an administrator', grace],
    ['someone with only an account', omar],
  ])('open for %s', (_, visitor) => {
    expect(judge(paths.accountSettings(), page, visitor)).toEqual({ kind: 'open' });
  });

  it.each([paths.employeeHome(), paths.managerAnnouncements()])(
    'are where someone with only an account is sent from %s',
    (path) => {
      expect(judge(path, page, omar)).toEqual({ kind: 'go', to: paths.accountSettings() });
    },
  );
});

describe('a manager page', () => {
  it.each([
    ['marcus', marcus],
    ['priya', priya],
  ])('opens for %s', (_, visitor) => {
    expect(judge(paths.managerAnnouncements(), managerPage, visitor)).toEqual({ kind: 'open' });
  });

  it.each([
    ['ana', ana],
    ['grace', grace],
  ])('sends %s home', (_, visitor) => {
    expect(judge(paths.managerAnnouncements(), managerPage, visitor)).toEqual({ kind: 'go', to: paths.home() });
  });

  it('sends home whoever manages only another company', () => {
    const elsewhere: Visitor = person('employee');
    expect(judge(paths.managerAnnouncements(), managerPage, elsewhere)).toEqual({ kind: 'go', to: paths.home() });
  });
});

it("the employee's home sends whoever is not on the payroll to their own", () => {
  expect(judge(paths.employeeHome(), page, marcus)).toEqual({ kind: 'go', to: paths.home() });
});

describe('a page of the second version', () => {
  const v2Page: RouteMeta = { authRequired: true, isV2Page: true };

  it('opens for a v2 user', () => {
    expect(judge('/anything', v2Page, { ...ana, version: 'v2' })).toEqual({ kind: 'open' });
  });

  it('sends a v1 user home', () => {
    expect(judge('/anything', v2Page, ana)).toEqual({ kind: 'go', to: paths.home() });
  });
});
