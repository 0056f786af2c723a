/** Our own provider, as it is met at its address. */
import type { Arrival, Browser, Page } from '../browser';
import { clientsAt, type PageKind, type Provider } from './provider';

export function atriumAt(url: string): Provider {
  return {
    name: 'atrium',
    issuer: `${url}/oauth2/token`,
    ...clientsAt(url),
    kindOf,
    // One address may try a hundred times in a quarter of an hour: all tests together stay well below.
    signIn: (browser, page) => submit(browser, page, { username: 'ana', password: 'atrium-demo-only' }),
    confirmSignOut: async (browser) => browser.open(await next(browser, '/login/sign-out', {})),
  };
}

/** The pages are scripts; what they show is tested in a real browser, and here their address says which one it is. */
function kindOf({ url, status }: Page): PageKind {
  if (status === 200 && url.pathname === '/login') return 'sign-in';
  if (status === 200 && url.pathname === '/login/signed-out') {
    return url.searchParams.has('confirm') ? 'ask before signing out' : 'signed out';
  }
  if (status >= 400) return 'error';
  throw new Error(`${url} is no page of the provider`);
}

async function submit(browser: Browser, page: Page, typed: Record<string, string>): Promise<Arrival> {
  const request = page.url.searchParams.get('request');
  return browser.open(await next(browser, '/login/password', { request, ...typed }));
}

/** What the script of a page does with its answer: it goes to `next`. */
async function next(browser: Browser, path: string, body: Record<string, unknown>): Promise<string> {
  const response = await browser.send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: browser.origin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { next: string }).next;
}
