/**
 * Keeps the app itself for when there is no network: the files the build made, and the page they start from. Nothing that belongs to a
 * person is ever kept, as no answer of the API, of the provider, or to anything but these files passes through here. The build fills in what
 * there is (scripts/worker-files.ts). The app asks for this worker once its first page is calm (app/offline.ts).
 */

// The browser's own types for a worker and for a page exclude each other.
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Scope = {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: {
    (event: 'install' | 'activate', act: (event: Lasting) => void): void;
    (event: 'fetch', act: (event: Fetching) => void): void;
  };
};
type Built = {
  version: string;
  files: readonly string[];
  /** With which word the addresses of the app's own pages begin. */
  pages: readonly string[];
};

declare const __BUILT__: Built;
const { version, files, pages } = __BUILT__;
const worker = self as unknown as Scope;

const prefix = 'app ';
const cacheName = prefix + version;
/** Every page of the app is the same file, with nothing about who asked for it. */
const page = '/';

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([...files, new Request(page, { credentials: 'omit', cache: 'no-store' })]);
  // No page has to wait for it: this worker changes nothing about one that runs, and the version before stays until the next.
  await worker.skipWaiting();
}

/** A tab may still run the version before this one, and ask for more of its code. */
async function forgetOlder(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await worker.clients.claim();
}

/** Its name says what is in it, whichever version it came with. */
async function codeOf(request: Request): Promise<Response> {
  return (await caches.match(new URL(request.url).pathname, { ignoreVary: true })) ?? fetch(request);
}

/** What the network has comes first: nothing is older than it must be. */
async function freshOr(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(cacheName);
    const found = await cache.match(path, { ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOlder()));
worker.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  const answer = (given: Promise<Response>) => event.respondWith(given);
  if (mode === 'navigate') {
    const word = pathname.split('/')[1]?.toLowerCase() ?? '';
    if (pages.includes(word)) answer(freshOr(event.request, page));
  } else if (pathname.startsWith('/assets/')) answer(codeOf(event.request));
  else if (files.includes(pathname)) answer(freshOr(event.request, pathname));
});
