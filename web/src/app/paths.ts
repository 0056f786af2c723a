/** Every address of the app. Links and redirects are built here, never spelled elsewhere. */
export const paths = {
  root: () => '/',
  central: () => '/central',
  signIn: () => '/signin',
  callback: () => '/callback',
  signOut: () => '/signout',
  signedOut: () => '/signedout',
  landing: () => '/landing',
  checkVersion: () => '/check-version',
  error: () => '/error',
  maintenance: () => '/maintenance',
  guide: () => '/guide',
  home: () => '/home',
  accountSettings: () => '/accountSettings',
  assistant: () => '/assistant',
  employeeHome: () => '/employee/home',
  pay: () => '/pay',
  payHistory: () => '/pay/paystub',
  paystub: (id: string) => `/pay/paystub/${id}`,
  disbursements: () => '/pay/disbursements',
  w2: () => '/pay/w2',
  taxes: () => '/pay/taxes',
  time: () => '/time',
  timeOffDetails: () => '/time/timeOffDetails',
  teamCalendar: () => '/time/calendar',
  swipeClock: () => '/time/swipeclock',
  benefits: () => '/benefits',
  profile: () => '/profile',
  requests: () => '/requests',
  more: () => '/more',
  career: () => '/more/career',
  documents: () => '/more/documents',
  company: () => '/more/company',
  marketplace: () => '/more/marketplace',
  managerHome: () => '/manager/home',
  managerMenu: () => '/manager/menu',
  managerEmployees: () => '/manager/employees',
  managerChangeRequests: () => '/manager/employees/change-requests',
  managerTimeOff: () => '/manager/leaverequests',
  managerTeamCalendar: () => '/manager/leaverequests/calendar',
  managerDisbursements: () => '/manager/disbursements',
  managerAnnouncements: () => '/manager/announcements',
  managerResources: () => '/manager/resources',
  managerTimeClock: () => '/manager/timeclock',
  adminHome: () => '/admin/home',
} as const;

/** A remembered address is followed only inside this app. */
export function ownPath(candidate: string | null | undefined): string | null {
  if (!candidate?.startsWith('/')) return null;
  const here = 'http://atrium.invalid';
  const url = URL.canParse(candidate, here) ? new URL(candidate, here) : null;
  return url?.origin === here ? `${url.pathname}${url.search}${url.hash}` : null;
}
