/**
 * Notices that the server has another version of the app than this tab: code asked for is gone, and so is the app's own file. A tab that
 * is merely offline, or had bad luck with one file, is not told so.
 */
import { create } from 'zustand';

export const useVersion = create(() => ({ isOutdated: false }));

/** Vite tells of every piece of code that does not arrive. */
export function followVersion(ownFile = import.meta.url): void {
  addEventListener('vite:preloadError', async () => {
    const answer = await fetch(ownFile, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.status === 404) useVersion.setState({ isOutdated: true });
  });
}
