/**
 * Every route of the app in one table: where, what, and for whom. The guard (guard.ts) reads `meta`; pages are loaded when
 * they are first opened. A row without `page` is a feature that is not built yet: to people it is one that is switched off.
 */
import type { Part, TextKey } from '../i18n';
import type { PageIcon } from './catalogue/icons';
import type { RouteMeta } from './guard';
import type { PageName } from './page-code';
import { paths } from './paths';

export type PageRow = {
  path: string;
  /** Of the document and of the menu; the page's own heading may say more. */
  title: TextKey;
  /** For the phone's tab bar, where `title` does not fit. */
  shortTitle?: TextKey;
  /** Only pages with an icon are listed in menus; the catalogue's counts where it knows the page. */
  icon?: PageIcon;
  page?: PageName;
  /** Whose texts the page shows, beside the app's own. */
  texts?: readonly Part[];
  meta: RouteMeta;
};

const anybody: RouteMeta = { authRequired: false };
const somebody: RouteMeta = { authRequired: true };
const employee = (featurePage?: string): RouteMeta => ({
  authRequired: true,
  isEmployeePage: true,
  ...(featurePage && { featurePage }),
});
const manager = (featurePage?: string): RouteMeta => ({
  authRequired: true,
  isManagerPage: true,
  ...(featurePage && { featurePage }),
});

const administrator: RouteMeta = { authRequired: true, isAdminPage: true };
const payroll: RouteMeta = { authRequired: true, isPayrollPage: true };
const figures: RouteMeta = { authRequired: true, isFiguresPage: true };
/** Not for administrators of some companies. */
const tenantAdministrator: RouteMeta = { ...administrator, isTenantPage: true };

/** Addresses of old that lead to Home; the empty path depends on the platform (router.tsx). */
export const formerPaths: readonly string[] = [paths.central()];

const publicPages: readonly PageRow[] = [
  { path: paths.signIn(), title: 'signIn.title', page: 'SignInPage', meta: anybody },
  { path: paths.callback(), title: 'signIn.title', page: 'CallbackPage', meta: anybody },
  { path: paths.signOut(), title: 'signOut.leaving.title', page: 'SignOutPage', meta: anybody },
  { path: paths.signedOut(), title: 'signedOut.title', page: 'SignedOutPage', meta: anybody },
  { path: paths.landing(), title: 'landing.title', page: 'LandingPage', meta: anybody },
  {
    path: paths.checkVersion(),
    title: 'checkVersion.title',
    page: 'CheckVersionPage',
    texts: ['native'],
    meta: anybody,
  },
  { path: paths.error(), title: 'error.page.title', page: 'ErrorPage', meta: anybody },
  {
    path: paths.maintenance(),
    title: 'maintenance.title',
    page: 'MaintenancePage',
    meta: anybody,
  },
  {
    path: paths.guide(),
    title: 'page.guide',
    page: 'GuidePage',
    texts: ['guide'],
    meta: anybody,
  },
];

const sharedPages: readonly PageRow[] = [
  {
    path: paths.home(),
    title: 'home.title',
    page: 'HomePage',
    texts: ['applications'],
    meta: somebody,
  },
  {
    path: paths.accountSettings(),
    title: 'page.account',
    page: 'AccountSettingsPage',
    texts: ['account', 'step-up'],
    meta: somebody,
  },
  {
    path: paths.assistant(),
    title: 'page.assistant',
    page: 'AssistantPage',
    texts: ['assistant'],
    meta: { authRequired: true, featurePage: 'assistant' },
  },
];

const employeePages: readonly PageRow[] = [
  {
    path: paths.employeeHome(),
    title: 'home.title',
    page: 'EmployeeHomePage',
    texts: ['employee-home'],
    meta: employee(),
  },
  {
    path: paths.pay(),
    title: 'page.pay',
    icon: 'wallet',
    page: 'PayPage',
    texts: ['pay-stubs'],
    meta: employee('pay'),
  },
  {
    path: paths.payHistory(),
    title: 'page.payHistory',
    page: 'PayHistoryPage',
    texts: ['pay-stubs'],
    meta: employee('paystubs'),
  },
  {
    path: paths.paystub('$id'),
    title: 'page.paystub',
    page: 'PayStubPage',
    texts: ['pay-stubs'],
    meta: employee('paystubs'),
  },
  {
    path: paths.disbursements(),
    title: 'page.disbursements',
    icon: 'bank',
    page: 'DisbursementsPage',
    texts: ['deposits', 'payroll'],
    meta: employee('disbursements'),
  },
  {
    path: paths.w2(),
    title: 'page.w2',
    page: 'TaxReturnsPage',
    texts: ['tax-returns'],
    meta: employee('w2'),
  },
  {
    path: paths.taxes(),
    title: 'page.taxes',
    page: 'TaxSetupPage',
    texts: ['tax-setup', 'deposits', 'payroll'],
    meta: employee('taxes'),
  },
  {
    path: paths.time(),
    title: 'page.time',
    icon: 'clock',
    page: 'TimePage',
    texts: ['time-off', 'payroll'],
    meta: employee('time'),
  },
  {
    path: paths.timeOffDetails(),
    title: 'page.timeOffDetails',
    page: 'TimeOffDetailsPage',
    texts: ['time-off'],
    meta: employee('accruals'),
  },
  {
    path: paths.teamCalendar(),
    title: 'page.teamCalendar',
    page: 'TeamCalendarPage',
    texts: ['calendars'],
    meta: employee('accruals'),
  },
  {
    path: paths.swipeClock(),
    title: 'page.timeClock',
    page: 'ClockPage',
    texts: ['clock', 'payroll'],
    meta: employee('time'),
  },
  {
    path: paths.benefits(),
    title: 'page.benefits',
    icon: 'heart',
    page: 'BenefitsPage',
    texts: ['benefits'],
    meta: employee('benefits'),
  },
  {
    path: paths.profile(),
    title: 'page.profile',
    icon: 'user',
    page: 'ProfilePage',
    texts: ['profile', 'payroll'],
    meta: employee('profile'),
  },
  {
    path: paths.career(),
    title: 'page.career',
    icon: 'briefcase',
    page: 'CareerPage',
    texts: ['career'],
    meta: employee('career'),
  },
  {
    path: paths.documents(),
    title: 'page.documents',
    shortTitle: 'page.documents.short',
    icon: 'folder',
    page: 'DocumentsPage',
    texts: ['documents'],
    meta: employee('documents'),
  },
  {
    path: paths.company(),
    title: 'page.company',
    icon: 'building',
    page: 'CompanyPage',
    texts: ['company'],
    meta: employee('company'),
  },
  {
    path: paths.marketplace(),
    title: 'page.marketplace',
    icon: 'store',
    page: 'MarketplacePage',
    texts: ['integrations'],
    meta: employee('marketplace'),
  },
  {
    path: paths.requests(),
    title: 'page.requests',
    icon: 'clipboard',
    page: 'OwnRequestsPage',
    texts: ['own-requests', 'profile', 'tax-setup', 'payroll'],
    meta: { ...employee('requests'), isV2Page: true },
  },
  { path: paths.more(), title: 'page.more', page: 'MorePage', meta: employee() },
];

const managerPages: readonly PageRow[] = [
  {
    path: paths.managerHome(),
    title: 'home.title',
    page: 'ManagerHomePage',
    texts: ['manager-home'],
    meta: manager(),
  },
  {
    path: paths.managerEmployees(),
    title: 'page.employees',
    icon: 'users',
    page: 'ManagerEmployeesPage',
    texts: ['team'],
    meta: manager('Manager_info'),
  },
  {
    path: paths.managerTimeOff(),
    title: 'page.timeOffRequests',
    shortTitle: 'page.timeOffRequests.short',
    icon: 'calendar',
    page: 'ManagerTimeOffPage',
    texts: ['time-off', 'payroll'],
    meta: manager('Manager_timeOff'),
  },
  {
    path: paths.managerTeamCalendar(),
    title: 'page.teamCalendar',
    page: 'ManagerTeamCalendarPage',
    texts: ['calendars'],
    meta: manager('Manager_timeOff'),
  },
  {
    path: paths.managerChangeRequests(),
    title: 'page.changeRequests',
    shortTitle: 'page.changeRequests.short',
    icon: 'clipboard',
    page: 'ManagerChangeRequestsPage',
    texts: ['deposits', 'profile', 'tax-setup', 'payroll'],
    meta: manager('Manager_changeRequests'),
  },
  {
    path: paths.managerDisbursements(),
    title: 'page.managerDisbursements',
    shortTitle: 'page.managerDisbursements.short',
    icon: 'bank',
    page: 'ManagerDisbursementsPage',
    texts: ['deposits', 'profile', 'payroll'],
    meta: manager('Manager_directDeposit'),
  },
  {
    path: paths.managerAnnouncements(),
    title: 'page.announcements',
    shortTitle: 'page.announcements.short',
    icon: 'megaphone',
    page: 'ManagerAnnouncementsPage',
    texts: ['announcements'],
    meta: manager('Manager_announcements'),
  },
  {
    path: paths.managerResources(),
    title: 'page.resources',
    icon: 'link',
    page: 'ManagerResourcesPage',
    texts: ['resources', 'documents'],
    meta: manager('Manager_resources'),
  },
  {
    path: paths.managerTimeClock(),
    title: 'page.timeClock',
    icon: 'timer',
    page: 'ManagerClockPage',
    texts: ['clock'],
    meta: manager('Manager_timeClock'),
  },
  { path: paths.managerMenu(), title: 'page.menu', page: 'ManagerMenuPage', meta: manager() },
];

/** The console. A row without `page` isn't in the menu yet. */
const adminPages: readonly PageRow[] = [
  {
    path: paths.adminHome(),
    title: 'page.adminHome',
    shortTitle: 'page.adminHome.short',
    icon: 'shield',
    page: 'AdminHomePage',
    texts: ['attention', 'applications', 'deposits', 'profile', 'tax-setup', 'payroll'],
    meta: administrator,
  },
  {
    path: paths.adminPeople(),
    title: 'page.adminPeople',
    icon: 'users',
    page: 'AdminPeoplePage',
    texts: ['console', 'employment', 'roles', 'step-up'],
    meta: administrator,
  },
  {
    path: paths.adminRoles(),
    title: 'page.adminRoles',
    icon: 'badge',
    page: 'AdminRolesPage',
    texts: ['roles', 'console', 'step-up'],
    meta: administrator,
  },
  {
    path: paths.adminCompanies(),
    title: 'page.adminCompanies',
    icon: 'building',
    page: 'AdminCompaniesPage',
    texts: ['companies', 'console'],
    meta: administrator,
  },
  {
    path: paths.adminCompany('$id'),
    title: 'page.adminCompany',
    page: 'AdminCompanyPage',
    texts: ['companies', 'console', 'step-up'],
    meta: administrator,
  },
  {
    path: paths.adminImports(),
    title: 'page.adminImport',
    icon: 'upload',
    page: 'AdminImportsPage',
    texts: ['import', 'console'],
    meta: administrator,
  },
  {
    path: paths.adminImport('$id'),
    title: 'page.adminImport',
    page: 'AdminImportPage',
    texts: ['import', 'console', 'step-up'],
    meta: administrator,
  },
  {
    path: paths.adminHandover(),
    title: 'page.adminHandover',
    icon: 'wallet',
    page: 'AdminHandoverPage',
    texts: ['handover', 'companies', 'console', 'step-up'],
    meta: payroll,
  },
  {
    path: paths.adminReports(),
    title: 'page.adminReports',
    icon: 'chart',
    page: 'AdminReportsPage',
    texts: ['reports', 'console'],
    meta: figures,
  },
  {
    path: paths.adminPortal(),
    title: 'page.adminPortal',
    icon: 'store',
    page: 'AdminPortalPage',
    texts: ['portal', 'console', 'resources', 'step-up'],
    meta: tenantAdministrator,
  },
  {
    path: paths.adminSignIn(),
    title: 'page.adminSignIn',
    icon: 'key',
    page: 'AdminSignInPage',
    texts: ['upstreams', 'console', 'step-up'],
    meta: administrator,
  },
  {
    path: paths.adminApplications(),
    title: 'page.adminApplications',
    icon: 'grid',
    page: 'AdminApplicationsPage',
    texts: ['host-applications', 'console', 'step-up'],
    meta: tenantAdministrator,
  },
  {
    path: paths.adminEvents(),
    title: 'page.adminEvents',
    icon: 'radio',
    page: 'AdminEventsPage',
    texts: ['events', 'console', 'step-up'],
    meta: tenantAdministrator,
  },
  {
    path: paths.adminMachines(),
    title: 'page.adminMachines',
    icon: 'plug',
    page: 'AdminMachinesPage',
    texts: ['machines', 'console', 'step-up'],
    meta: tenantAdministrator,
  },
  {
    path: paths.adminAudit(),
    title: 'page.adminAudit',
    shortTitle: 'page.adminAudit.short',
    icon: 'scroll',
    page: 'AdminAuditPage',
    // What anyone can be refused with.
    texts: ['console', 'audit', 'deposits', 'profile', 'tax-setup'],
    meta: tenantAdministrator,
  },
  {
    path: paths.adminAssistant(),
    title: 'page.adminAssistant',
    icon: 'sparkles',
    page: 'AdminAssistantPage',
    texts: ['assistant-console'],
    meta: tenantAdministrator,
  },
  {
    path: paths.adminHealth(),
    title: 'page.adminHealth',
    shortTitle: 'page.adminHealth.short',
    icon: 'activity',
    page: 'AdminHealthPage',
    texts: ['health'],
    meta: tenantAdministrator,
  },
  { path: paths.adminMenu(), title: 'page.menu', page: 'AdminMenuPage', meta: administrator },
];

export const routeTable: readonly PageRow[] = [
  ...publicPages,
  ...sharedPages,
  ...employeePages,
  ...managerPages,
  ...adminPages,
];
