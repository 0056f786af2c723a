/** npm's oidc-provider, as it is met at its address. */
import type { Browser, Page } from '../browser';
import { clientsAt, type PageKind, type Provider } from './provider';

/** Who signs in there. */
export const PERSON = { sub: 'ana', given_name: 'Ana', family_name: 'Morales', email: 'ana@example.com' };

export function referenceAt(url: string): Provider {
  return {
    name: 'oidc-provider',
    issuer: url,
    ...clientsAt(url),
    kindOf,
    signIn: (browser, page) => browser.open(page.url.href, new URLSearchParams({ username: PERSON.sub })),
    confirmSignOut,
  };
}

function kindOf({ url, status }: Page): PageKind {
  if (status >= 400) return 'error';
  if (url.pathname.startsWith('/interaction/')) return 'sign-in';
  if (url.pathname === '/session/end') return 'ask before signing out';
  if (url.pathname === '/session/end/success') return 'signed out';
  throw new Error(`${url} is no page of the provider`);
}

function confirmSignOut(browser: Browser, { html }: Page) {
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  return browser.open('/session/end/confirm', new URLSearchParams({ xsrf, logout: 'yes' }));
}
