/**
 * What differs between the web and the native app, as one port. The native shell names itself in local storage before the
 * app starts; a browser test does the same, so that both can be tried in a browser.
 */
import { paths } from '../paths';

export type Platform = {
  kind: 'web' | 'native';
  /** Where somebody goes who is signed out. */
  signedOutPath: string;
  /** Where the empty path leads. */
  startPath: string;
  /** Stands before the address of every page that needs a person; empty for none. */
  tabsRoot: string;
};

export const web: Platform = { kind: 'web', signedOutPath: paths.signIn(), startPath: paths.home(), tabsRoot: '' };

export const native: Platform = {
  kind: 'native',
  signedOutPath: paths.landing(),
  startPath: paths.checkVersion(),
  tabsRoot: '/tabs',
};

const storageKey = 'platform';

export function currentPlatform(): Platform {
  return localStorage.getItem(storageKey) === native.kind ? native : web;
}
