/**
 * The browser as a device. Signing in leaves the page, files go to the download folder, and another tab is not a browser over the app. The
 * session lives in session storage (session/store.ts), so that the vault here only completes the port: it has no one to ask, and keeps
 * nothing beyond the page.
 */
import { saveThroughBrowser } from '../../ui';
import type { Port, Stop } from './port';
import { createVault, memoryKeyring } from './vault';

function follow(target: EventTarget, event: string, listener: () => void): Stop {
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}

const onVisibility = (state: DocumentVisibilityState) => (listener: () => void) =>
  follow(document, 'visibilitychange', () => document.visibilityState === state && listener());

const onBackground = onVisibility('hidden');
const onForeground = onVisibility('visible');

/** What a browser tells of the network, for shells that show the app in one. */
export const browserNetwork: Port['network'] = {
  isOnline: () => navigator.onLine,
  onChange: (listener) => {
    const stops = [follow(window, 'online', listener), follow(window, 'offline', listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
};

export function createWebPort(leaveFor = (url: string) => location.replace(url)): Port {
  return {
    kind: 'web',
    version: async () => 'web',
    vault: createVault({
      keyring: memoryKeyring(),
      prove: async () => 'proved',
      life: { onBackground, onForeground },
    }),
    onBackground,
    onForeground,
    loginRedirect: async () => new URL('/callback', location.origin).href,
    openLogin: (url) => {
      // Replaced, not followed: Back must not lead to a page that sends one forth again.
      leaveFor(url);
      return new Promise(() => {});
    },
    openBrowser: async (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
    isBrowserOpen: () => false,
    saveFile: async (name, bytes) => saveThroughBrowser(new Blob([bytes]), name),
    network: browserNetwork,
  };
}
