/** A provider under test, as a relying party and the person at the browser know it. */
import type { Arrival, Browser, Page } from '../browser';

/** What a page of the provider's own wants of the person. */
export type PageKind = 'sign-in' | 'ask before signing out' | 'signed out' | 'error';

export interface Client {
  id: string;
  redirectUri: string;
  postLogoutRedirectUri: string;
}

export interface Provider {
  name: string;
  issuer: string;
  /** Both are public clients: no secret, PKCE always. */
  web: Client;
  native: Client;
  kindOf(page: Page): PageKind;
  /** Types username and password on the sign-in page, and goes where that leads. */
  signIn(browser: Browser, page: Page): Promise<Arrival>;
  /** Says yes on the page that asks before signing out. */
  confirmSignOut(browser: Browser, page: Page): Promise<Arrival>;
}

export interface Running {
  url: string;
  stop(): Promise<void>;
}

/** The clients of the portal; the reference has the same. */
export function clientsAt(url: string): Pick<Provider, 'web' | 'native'> {
  const client = (id: string, base: string): Client => ({
    id,
    redirectUri: `${base}/callback`,
    postLogoutRedirectUri: `${base}/signedout`,
  });
  return { web: client('atrium-web', url), native: client('atrium-native', 'com.atrium.app:') };
}
