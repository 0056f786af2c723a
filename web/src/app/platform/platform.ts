/**
 * What differs between the web and the native app in routes and rules. What the device itself does is behind a port (port.ts), which also
 * says which of the two this is.
 */
import { paths } from '../paths';
import type { Port } from './port';
import { createWebPort } from './web';

export type Platform = {
  kind: 'web' | 'native';
  /** The app's name at the identity provider. */
  clientId: string;
  /** Where the guard leads someone who is signed out. */
  signedOutPath: string;
  /** Where a sign-in that failed leads. */
  failedSignInPath: string;
  /** Where the empty path leads. */
  startPath: string;
  /** Comes before the address of every page that needs a person; empty for none. */
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

let port: Port | null = null;

/** Before anything else of the app runs (main.tsx). */
export function setPort(found: Port): void {
  port = found;
}

export function currentPort(): Port {
  port ??= createWebPort();
  return port;
}

export function currentPlatform(): Platform {
  return currentPort().kind === 'native' ? native : web;
}
