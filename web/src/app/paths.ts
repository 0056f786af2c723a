/** Every address of the app that has a page. Links and redirects are built here, never spelled elsewhere. */
export const paths = {
  root: () => '/',
  central: () => '/central',
  signIn: () => '/signin',
  callback: () => '/callback',
  signOut: () => '/signout',
  signedOut: () => '/signedout',
  error: () => '/error',
  home: () => '/home',
  accountSettings: () => '/accountSettings',
  employeeHome: () => '/employee/home',
  managerHome: () => '/manager/home',
  managerAnnouncements: () => '/manager/announcements',
} as const;

/** A remembered address is followed only inside this app. */
export function ownPath(candidate: string | null | undefined): string | null {
  if (!candidate?.startsWith('/')) return null;
  const here = 'http://atrium.invalid';
  const url = URL.canParse(candidate, here) ? new URL(candidate, here) : null;
  return url?.origin === here ? `${url.pathname}${url.search}${url.hash}` : null;
}
