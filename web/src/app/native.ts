/**
 * What a native device does to the app, and the app to it: loaded by a native shell only (main.tsx). The tokens live in its vault; leaving
 * the app signs out; files and pages of others go where the device puts them.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { FileNotSaved } from '../api/error';
import { openTabsWith, saveFilesWith } from '../ui';
import { useErrors } from './errors/errors';
import { useFlags } from './flags/flags';
import { needsPerson } from './layout/FirstFrame';
import { native } from './platform/platform';
import type { Port } from './platform/port';
import { useInactivity } from './session/inactivity';
import { forgetMaintenance } from './session/maintenance';
import { loadProvider } from './session/refresh';
import { useSession } from './session/store';
import { declineAll } from './step-up/asked';

export { keepInVault } from './session/in-vault';

type Followed = { port: Port; router: AnyRouter; queryClient: QueryClient };

export function followDevice({ port, router, queryClient }: Followed): void {
  saveFilesWith(async (file, fileName) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    await port.saveFile(fileName, bytes).catch((cause: unknown) => {
      throw new FileNotSaved(fileName, { cause });
    });
  });

  openTabsWith(() => ({ goTo: (url) => void port.openBrowser(url), close: () => undefined }));

  port.onBackground(() => {
    const { accessToken, idToken } = useSession.getState();
    const isAway = port.isBrowserOpen() || !needsPerson(router.state.location.pathname);
    if (isAway || accessToken === null) return;
    // Asked for before the app may be frozen. Where it doesn't get through, the session ends by itself.
    void loadProvider()
      .then(({ endSession }) => endSession(idToken))
      .catch(() => undefined);
    void reset(router, queryClient);
  });

  // Before the link hears of it itself.
  const openOutside = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[target="_blank"]') : null;
    if (link === null) return;
    event.preventDefault();
    void port.openBrowser(link.href);
  };
  document.addEventListener('click', openOutside, { capture: true });
}

/** Nothing of the person stays in memory, and the next one begins on the landing page. */
async function reset(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  useSession.getState().signOut();
  declineAll();
  forgetMaintenance();
  useErrors.setState({ errors: [], featureNotEnabled: null });
  useFlags.setState(useFlags.getInitialState(), true);
  useInactivity.setState(useInactivity.getInitialState(), true);
  await router.navigate({ to: native.signedOutPath, replace: true });
  queryClient.clear();
  // The guard remembered the page that had to be left.
  useSession.getState().takeRememberedPath();
}
