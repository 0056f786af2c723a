/**
 * What differs between the web and the native app, as one port. The native shell names itself in local storage before the
 * app starts; a browser test does the same, so that both can be tried in a browser.
 */
import { paths } from '../paths';

export type Platform = {
  kind: 'web' | 'native';
  /** The app's name at the identity provider. */
  clientId: string;
  /** Where somebody goes who is signed out. */
  signedOutPath: string;
  /** Where a sign-in that failed leads. */
  failedSignInPath: string;
  /** Where the empty path leads. */
  startPath: string;
  /** Stands before the address of every page that needs a person; empty for none. */
  tabsRoot: string;
  /** Whether the provider is asked every now and then if it still knows the session. */
  pollsSession: boolean;
};

export const web: Platform = {
  kind: 'web',
  clientId: 'atrium-web',
  signedOutPath: paths.signIn(),
  failedSignInPath: paths.signOut(),
  startPath: paths.home(),
  tabsRoot: '',
  pollsSession: true,
};

export const native: Platform = {
  kind: 'native',
  clientId: 'atrium-native',
  signedOutPath: paths.landing(),
  failedSignInPath: paths.landing(),
  startPath: paths.checkVersion(),
  tabsRoot: '/tabs',
  pollsSession: false,
};

const storageKey = 'platform';

export function currentPlatform(): Platform {
  return localStorage.getItem(storageKey) === native.kind ? native : web;
}
