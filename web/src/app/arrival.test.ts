import { afterEach, expect, it, vi } from 'vitest';
import { arrived, Unreachable } from './arrival';

const missing = new TypeError('Failed to fetch dynamically imported module');

afterEach(() => vi.unstubAllGlobals());

it('hands over what arrives, and asks nobody', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  await expect(arrived(Promise.resolve('the page'))).resolves.toBe('the page');
  expect(fetch).not.toHaveBeenCalled();
});

it('leaves it to the router to load the app anew where the server answers', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  await expect(arrived(Promise.reject(missing))).rejects.toBe(missing);
});

it.each([
  ['there is no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server is away', async () => new Response(null, { status: 502 })],
])('tells it apart where %s', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch);
  await expect(arrived(Promise.reject(missing))).rejects.toBeInstanceOf(Unreachable);
});
