/** Has the browser keep the app's own files once the first page is calm: no one waits for what is needed without a network. */
import { calmMs } from '../ui';
import { lookForVersion } from './version';

const path = '/service-worker.js';
/** A tab that stays open for days asks now and then whether there is a new version. */
const askAgainMs = 3_600_000;

export function keepForOffline(): void {
  // Not every browser has them, whatever the types say; nor does an address without HTTPS.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers || import.meta.env.DEV) return;
  // Without it the app is what it was before: a page that needs a network.
  setTimeout(() => void workers.register(path).then(followWorker, () => undefined), calmMs);
}

function followWorker(registration: ServiceWorkerRegistration): void {
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'activated') void lookForVersion();
    });
  });
  let askedMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedMs < askAgainMs) return;
    askedMs = Date.now();
    void registration.update().catch(() => undefined);
  });
}
