import { afterEach, expect, it, vi } from 'vitest';
import { followVersion, useVersion } from './version';

followVersion('https://portal.test/assets/app-1.js');

async function loseCode(answer: () => Promise<Response>): Promise<boolean> {
  vi.stubGlobal('fetch', vi.fn(answer));
  dispatchEvent(new Event('vite:preloadError'));
  await new Promise((resolve) => setTimeout(resolve));
  return useVersion.getState().isOutdated;
}

afterEach(() => vi.unstubAllGlobals());

it('tells a new version from a lost network and from one lost file', async () => {
  expect(await loseCode(() => Promise.reject(new TypeError('offline')))).toBe(false);
  expect(await loseCode(async () => new Response(null, { status: 200 }))).toBe(false);
  expect(await loseCode(async () => new Response(null, { status: 503 }))).toBe(false);
  expect(await loseCode(async () => new Response(null, { status: 404 }))).toBe(true);
});
