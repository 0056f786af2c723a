/**
 * Notices that the server has another version of the app than this tab: code asked for is gone, or a new version was kept for offline, and
 * the app's own file is gone from the server. A tab that is merely offline, or had bad luck with one file, is not told so.
 */
import { create } from 'zustand';

export const useVersion = create(() => ({ isOutdated: false }));

export async function lookForVersion(ownFile = import.meta.url): Promise<void> {
  const answer = await fetch(ownFile, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.status === 404) useVersion.setState({ isOutdated: true });
}

/** Vite tells of every piece of code that does not arrive. */
export function followVersion(ownFile?: string): void {
  addEventListener('vite:preloadError', () => void lookForVersion(ownFile));
}
