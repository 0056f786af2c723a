import { describe, expect, it } from 'vitest';
import { ownPath, paths } from './paths';
import { formerPaths, routeTable } from './routes';

const addresses = Object.entries(paths).map(([name, path]) => [name, (path as (id: string) => string)('$id')] as const);

it('these are all the addresses of the app', () => {
  expect(Object.fromEntries(addresses)).toMatchInlineSnapshot(`
    {
      "accountSettings": "/accountSettings",
      "adminApplications": "/admin/applications",
      "adminAssistant": "/admin/assistant",
      "adminAudit": "/admin/audit",
      "adminCompanies": "/admin/companies",
      "adminCompany": "/admin/companies/$id",
      "adminEvents": "/admin/events",
      "adminHandover": "/admin/handover",
      "adminHealth": "/admin/health",
      "adminHome": "/admin/home",
      "adminImport": "/admin/import/$id",
      "adminImports": "/admin/import",
      "adminMachines": "/admin/machines",
      "adminMenu": "/admin/menu",
      "adminPeople": "/admin/people",
      "adminPortal": "/admin/portal",
      "adminReports": "/admin/reports",
      "adminRoles": "/admin/roles",
      "adminSignIn": "/admin/sign-in",
      "assistant": "/assistant",
      "benefits": "/benefits",
      "callback": "/callback",
      "career": "/more/career",
      "central": "/central",
      "checkVersion": "/check-version",
      "company": "/more/company",
      "disbursements": "/pay/disbursements",
      "documents": "/more/documents",
      "employeeHome": "/employee/home",
      "error": "/error",
      "guide": "/guide",
      "home": "/home",
      "landing": "/landing",
      "maintenance": "/maintenance",
      "managerAnnouncements": "/manager/announcements",
      "managerChangeRequests": "/manager/employees/change-requests",
      "managerDisbursements": "/manager/disbursements",
      "managerEmployees": "/manager/employees",
      "managerHome": "/manager/home",
      "managerMenu": "/manager/menu",
      "managerResources": "/manager/resources",
      "managerTeamCalendar": "/manager/leaverequests/calendar",
      "managerTimeClock": "/manager/timeclock",
      "managerTimeOff": "/manager/leaverequests",
      "marketplace": "/more/marketplace",
      "more": "/more",
      "pay": "/pay",
      "payHistory": "/pay/paystub",
      "paystub": "/pay/paystub/$id",
      "profile": "/profile",
      "requests": "/requests",
      "root": "/",
      "signIn": "/signin",
      "signOut": "/signout",
      "signedOut": "/signedout",
      "swipeClock": "/time/swipeclock",
      "taxes": "/pay/taxes",
      "teamCalendar": "/time/calendar",
      "time": "/time",
      "timeOffDetails": "/time/timeOffDetails",
      "w2": "/pay/w2",
    }
  `);
});

it('every address has a route, and every route an address', () => {
  const routed = [paths.root(), ...formerPaths, ...routeTable.map(({ path }) => path)];
  expect(routed.sort()).toEqual(addresses.map(([, path]) => path).sort());
});

it('every page of the spec has its meta', () => {
  const rows = routeTable.map(({ path, meta: { authRequired, ...meta } }) =>
    [
      path,
      authRequired ? 'authRequired' : 'public',
      ...Object.entries(meta).map(([key, value]) => (value === true ? key : value)),
    ].join(' '),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "/signin public",
      "/callback public",
      "/signout public",
      "/signedout public",
      "/landing public",
      "/check-version public",
      "/error public",
      "/maintenance public",
      "/guide public",
      "/home authRequired",
      "/accountSettings authRequired",
      "/assistant authRequired assistant",
      "/employee/home authRequired isEmployeePage",
      "/pay authRequired isEmployeePage pay",
      "/pay/paystub authRequired isEmployeePage paystubs",
      "/pay/paystub/$id authRequired isEmployeePage paystubs",
      "/pay/disbursements authRequired isEmployeePage disbursements",
      "/pay/w2 authRequired isEmployeePage w2",
      "/pay/taxes authRequired isEmployeePage taxes",
      "/time authRequired isEmployeePage time",
      "/time/timeOffDetails authRequired isEmployeePage accruals",
      "/time/calendar authRequired isEmployeePage accruals",
      "/time/swipeclock authRequired isEmployeePage time",
      "/benefits authRequired isEmployeePage benefits",
      "/profile authRequired isEmployeePage profile",
      "/more/career authRequired isEmployeePage career",
      "/more/documents authRequired isEmployeePage documents",
      "/more/company authRequired isEmployeePage company",
      "/more/marketplace authRequired isEmployeePage marketplace",
      "/requests authRequired isEmployeePage requests isV2Page",
      "/more authRequired isEmployeePage",
      "/manager/home authRequired isManagerPage",
      "/manager/employees authRequired isManagerPage Manager_info",
      "/manager/leaverequests authRequired isManagerPage Manager_timeOff",
      "/manager/leaverequests/calendar authRequired isManagerPage Manager_timeOff",
      "/manager/employees/change-requests authRequired isManagerPage Manager_changeRequests",
      "/manager/disbursements authRequired isManagerPage Manager_directDeposit",
      "/manager/announcements authRequired isManagerPage Manager_announcements",
      "/manager/resources authRequired isManagerPage Manager_resources",
      "/manager/timeclock authRequired isManagerPage Manager_timeClock",
      "/manager/menu authRequired isManagerPage",
      "/admin/home authRequired isAdminPage",
      "/admin/people authRequired isAdminPage",
      "/admin/roles authRequired isAdminPage",
      "/admin/companies authRequired isAdminPage",
      "/admin/companies/$id authRequired isAdminPage",
      "/admin/import authRequired isAdminPage",
      "/admin/import/$id authRequired isAdminPage",
      "/admin/handover authRequired isPayrollPage",
      "/admin/reports authRequired isFiguresPage",
      "/admin/portal authRequired isAdminPage isTenantPage",
      "/admin/sign-in authRequired isAdminPage",
      "/admin/applications authRequired isAdminPage isTenantPage",
      "/admin/events authRequired isAdminPage isTenantPage",
      "/admin/machines authRequired isAdminPage isTenantPage",
      "/admin/audit authRequired isAdminPage isTenantPage",
      "/admin/assistant authRequired isAdminPage isTenantPage",
      "/admin/health authRequired isAdminPage isTenantPage",
      "/admin/menu authRequired isAdminPage",
    ]
  `);
});

describe('a remembered address', () => {
  it.each(['/manager/announcements', '/home?from=mail#top'])('%s is followed', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    '',
    'home',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example/',
    'javascript:alert(1)',
  ])('%s is not followed', (path) => {
    expect(ownPath(path)).toBeNull();
  });
});
