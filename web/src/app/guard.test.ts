import { describe, expect, it } from 'vitest';
import { type Destination, judge, type RouteMeta, type Visitor } from './guard';
import { paths } from './paths';
import { native, web } from './platform/platform';

const at = (path: string, meta: Partial<RouteMeta> = {}, isFeatureEnabled = true): Destination => ({
  path,
  meta: { authRequired: true, ...meta },
  isFeatureEnabled,
});
const home = at(paths.home());

const person = (...companyRoles: Visitor['companyRoles']): Visitor => ({
  companyRoles,
  version: 'v1',
  hasAdditionalApplications: false,
  isIdentityOnly: false,
  doesPayroll: false,
  isAdmin: false,
  administersTenant: false,
});
const ana = person('employee');
const victor: Visitor = { ...ana, version: 'v2' };
const evan: Visitor = { ...ana, hasAdditionalApplications: true };
const marcus = person('manager');
const priya = person('employee', 'manager');
const grace: Visitor = { ...person(), isAdmin: true, administersTenant: true };
const lena: Visitor = { ...person(), isAdmin: true };
const omar: Visitor = { ...person(), isIdentityOnly: true };
const open = { kind: 'open' };
const go = (to: string) => ({ kind: 'go', to });

describe('1. a signed-out user', () => {
  it('may open public pages', () => {
    expect(judge(at(paths.error(), { authRequired: false }), null, web)).toEqual(open);
  });

  it('goes to Landing on native', () => {
    expect(judge(home, null, native)).toMatchObject({ kind: 'signIn', to: paths.landing() });
  });

  it('goes to Signin on web', () => {
    expect(judge(home, null, web)).toMatchObject({ kind: 'signIn', to: paths.signIn() });
  });
});

it.each([paths.accountSettings(), paths.managerAnnouncements()])(
  '2. a signed-out visit to %s remembers that path',
  (path) => {
    expect(judge(at(path), null, web)).toMatchObject({ kind: 'signIn', returnTo: path });
  },
);

describe('3. on Home', () => {
  it.each([
    ['web', web],
    ['native', native],
  ] as const)('a user with additional applications stays on Home, on %s', (_, platform) => {
    expect(judge(home, evan, platform)).toEqual(open);
  });

  it('a v2 user on web also stays on Home', () => {
    expect(judge(home, victor, web)).toEqual(open);
  });

  it('a v2 user on native does not', () => {
    expect(judge(home, victor, native)).toEqual(go(paths.employeeHome()));
  });
});

describe('4. otherwise, on Home', () => {
  it('a manager who is not also an employee goes to Manager_home', () => {
    expect(judge(home, marcus, web)).toEqual(go(paths.managerHome()));
  });

  it('a manager who is also an employee does not', () => {
    expect(judge(home, priya, web)).toEqual(go(paths.employeeHome()));
  });
});

describe('5. an identity-only user', () => {
  it.each([paths.home(), paths.employeeHome(), paths.managerAnnouncements(), paths.adminHome()])(
    'goes to Account_settings from %s',
    (path) => {
      expect(judge(at(path), omar, web)).toEqual(go(paths.accountSettings()));
    },
  );

  it('stays there', () => {
    expect(judge(at(paths.accountSettings()), omar, web)).toEqual(open);
  });

  it.each([{ version: 'v2' }, { hasAdditionalApplications: true }])('reaches nothing else with %o', (more) => {
    expect(judge(home, { ...omar, ...more }, web)).toEqual(go(paths.accountSettings()));
  });
});

it('6. an employee goes to Employee_home', () => {
  expect(judge(home, ana, web)).toEqual(go(paths.employeeHome()));
});

describe('7. a feature page whose feature is disabled', () => {
  const pay = { featurePage: 'pay', isEmployeePage: true };

  it('redirects to Home and names the feature', () => {
    expect(judge(at(paths.pay(), pay, false), ana, web)).toEqual({
      kind: 'featureNotEnabled',
      to: paths.home(),
      feature: 'pay',
    });
  });

  it('opens once it is enabled', () => {
    expect(judge(at(paths.pay(), pay, true), ana, web)).toEqual(open);
  });
});

describe('8. a manager page', () => {
  const announcements = at(paths.managerAnnouncements(), { isManagerPage: true });

  it.each([
    ['marcus', marcus],
    ['priya', priya],
  ])('opens for %s', (_, visitor) => {
    expect(judge(announcements, visitor, web)).toEqual(open);
  });

  it.each([
    ['ana', ana],
    ['grace', grace],
  ])('visited by a non-manager such as %s redirects to Home', (_, visitor) => {
    expect(judge(announcements, visitor, web)).toEqual(go(paths.home()));
  });
});

describe('9. a v2 page', () => {
  const v2Page = at('/anything', { isV2Page: true });

  it('opens for a v2 user', () => {
    expect(judge(v2Page, victor, web)).toEqual(open);
  });

  it('visited by a non-v2 user redirects to Home', () => {
    expect(judge(v2Page, ana, web)).toEqual(go(paths.home()));
  });
});

describe('an administrator who is nothing else', () => {
  it('is sent from Home to the admin home', () => {
    expect(judge(home, grace, web)).toEqual(go(paths.adminHome()));
  });

  it.each([paths.adminHome(), paths.adminPeople(), paths.adminAudit(), paths.adminHealth(), paths.adminMenu()])(
    'finds %s open, and no one else does',
    (path) => {
      const page = at(path, { isAdminPage: true });
      expect(judge(page, grace, web)).toEqual(open);
      expect(judge(page, priya, web)).toEqual(go(paths.home()));
      expect(judge(page, null, web)).toMatchObject({ kind: 'signIn' });
    },
  );

  it.each([paths.adminAudit(), paths.adminHealth()])(
    'of some companies does not find %s, which is the tenant’s',
    (path) => {
      const page = at(path, { isAdminPage: true, isTenantPage: true });
      expect(judge(page, grace, web)).toEqual(open);
      expect(judge(page, lena, web)).toEqual(go(paths.adminHome()));
      expect(judge(page, priya, web)).toEqual(go(paths.home()));
      expect(judge(at(paths.adminPeople(), { isAdminPage: true }), lena, web)).toEqual(open);
      expect(judge(home, lena, web)).toEqual(go(paths.adminHome()));
    },
  );

  it('who is also an employee goes to the employee home', () => {
    expect(judge(home, { ...ana, isAdmin: true }, web)).toEqual(go(paths.employeeHome()));
  });
});

describe('payroll', () => {
  const paula: Visitor = { ...person(), doesPayroll: true };
  const page = at(paths.adminHandover(), { isPayrollPage: true });

  it('finds its page open, and administrators don’t', () => {
    expect(judge(page, paula, web)).toEqual(open);
    expect(judge(page, grace, web)).toEqual(go(paths.adminHome()));
    expect(judge(page, ana, web)).toEqual(go(paths.home()));
    expect(judge(page, null, web)).toMatchObject({ kind: 'signIn' });
    expect(judge(at(paths.adminPeople(), { isAdminPage: true }), paula, web)).toEqual(go(paths.home()));
  });

  it('is sent there from Home, unless there is another one', () => {
    expect(judge(home, paula, web)).toEqual(go(paths.adminHandover()));
    expect(judge(home, { ...ana, doesPayroll: true }, web)).toEqual(go(paths.employeeHome()));
    expect(judge(home, { ...grace, doesPayroll: true }, web)).toEqual(go(paths.adminHome()));
  });
});

it('reports are open to administrators and to payroll, and to no one else', () => {
  const page = at(paths.adminReports(), { isFiguresPage: true });
  expect(judge(page, grace, web)).toEqual(open);
  expect(judge(page, { ...person(), doesPayroll: true }, web)).toEqual(open);
  expect(judge(page, ana, web)).toEqual(go(paths.home()));
  expect(judge(page, null, web)).toMatchObject({ kind: 'signIn' });
});

it('a page of the payroll sends whoever is not on it to Home', () => {
  expect(judge(at(paths.employeeHome(), { isEmployeePage: true }), marcus, web)).toEqual(go(paths.home()));
});

it('somebody with no place to go to stays on Home', () => {
  expect(judge(home, person(), web)).toEqual(open);
});
