/**
 * A browser without a screen: it keeps cookies and follows redirects, and stops at a page of the provider or at an
 * address of a client, which it never requests.
 */
import type { Provider } from './providers/provider';

export interface Page {
  url: URL;
  status: number;
  html: string;
}

export type Arrival = { at: 'client'; url: URL } | { at: 'provider'; page: Page };

interface Cookie {
  name: string;
  value: string;
  path: string;
}

const MOST_REDIRECTS = 10;

export class Browser {
  readonly origin: string;
  #clientAddresses: string[];
  #cookies: Cookie[] = [];

  constructor({ issuer, web }: Provider) {
    this.origin = new URL(issuer).origin;
    this.#clientAddresses = [web.redirectUri, web.postLogoutRedirectUri];
  }

  /** Goes to an address, by GET or with a form by POST. */
  async open(address: string, form?: URLSearchParams): Promise<Arrival> {
    let url = new URL(address, this.origin);
    let init: RequestInit = form ? { method: 'POST', body: form } : {};
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      if (this.#isClients(url)) return { at: 'client', url };
      const response = await this.send(url.href, init);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) {
        return { at: 'provider', page: { url, status: response.status, html: await response.text() } };
      }
      url = new URL(location, url);
      init = {};
    }
    throw new Error(`${address} leads round in circles`);
  }

  /** One request with this browser's cookies; redirects are left alone. */
  async send(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin);
    const headers = new Headers(init.headers);
    const sent = this.#cookies.filter(({ path }) => reaches(path, url.pathname));
    if (sent.length > 0) headers.set('Cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #isClients(url: URL): boolean {
    return url.origin !== this.origin || this.#clientAddresses.includes(`${url.origin}${url.pathname}`);
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = split(pair);
    const of = new Map(attributes.map(split).map(([key, text]) => [key.toLowerCase(), text]));
    const path = of.get('path') ?? '/';
    const isOver = of.get('max-age') === '0' || Date.parse(of.get('expires') ?? '') <= Date.now();
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!isOver) this.#cookies.push({ name, value, path });
  }
}

/** RFC 6265, 5.1.4. */
function reaches(cookiePath: string, path: string): boolean {
  if (path === cookiePath) return true;
  return path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);
}

function split(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
