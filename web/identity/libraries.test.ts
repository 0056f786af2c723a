/** Certified client libraries sign in, read userinfo, refresh and sign out; with the reference, to trust the test. */
import { describe, expect, inject, test } from 'vitest';
import { type Arrival, Browser } from './browser';
import { type Library, type LibraryTokens, oauth4webapi, openidClient } from './libraries';
import { atriumAt } from './providers/atrium';
import type { Provider } from './providers/provider';
import { referenceAt } from './providers/reference';

const providers = [atriumAt(inject('atriumUrl')), referenceAt(inject('referenceUrl'))];
const libraries = { 'openid-client': openidClient, oauth4webapi };

function clientAddress(arrival: Arrival): URL {
  if (arrival.at !== 'client') throw new Error(`the browser stopped at ${arrival.page.url}`);
  return arrival.url;
}

async function signIn(provider: Provider, library: Library, browser: Browser): Promise<LibraryTokens> {
  const { address, finish } = await library.beginSignIn();
  const arrival = await browser.open(address.href);
  if (arrival.at !== 'provider') throw new Error('nobody was asked to sign in');
  return finish(clientAddress(await provider.signIn(browser, arrival.page)));
}

for (const provider of providers) {
  for (const [name, of] of Object.entries(libraries)) {
    describe.concurrent(`${name} · ${provider.name}`, () => {
      test('signs in and reads who it is', async () => {
        const library = await of(provider);
        const tokens = await signIn(provider, library, new Browser(provider));
        expect(await library.userinfo(tokens)).toMatchObject({ sub: tokens.subject, given_name: 'Ana' });
      });

      test('refreshes; the new tokens are of the same person and work', async () => {
        const library = await of(provider);
        const first = await signIn(provider, library, new Browser(provider));
        const second = await library.refresh(first.refreshToken);
        expect(second.subject).toBe(first.subject);
        expect(second.refreshToken).not.toBe(first.refreshToken);
        expect(await library.userinfo(second)).toMatchObject({ sub: first.subject });
      });

      test('is refused with a refresh token of long ago, and all that came from it is dead', async () => {
        const library = await of(provider);
        const first = await signIn(provider, library, new Browser(provider));
        const second = await library.refresh(first.refreshToken);
        const third = await library.refresh(second.refreshToken);
        expect(await library.userinfo(third)).toMatchObject({ sub: first.subject });
        await expect(library.refresh(first.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
        await expect(library.refresh(third.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
        await expect(library.userinfo(third)).rejects.toThrow();
      });

      test('signs out and comes back; the tokens are dead', async () => {
        const library = await of(provider);
        const browser = new Browser(provider);
        const tokens = await signIn(provider, library, browser);
        let arrival = await browser.open(library.signOutAddress(tokens.idToken).href);
        if (arrival.at === 'provider') arrival = await provider.confirmSignOut(browser, arrival.page);
        expect(clientAddress(arrival).href).toBe(provider.web.postLogoutRedirectUri);
        await expect(library.refresh(tokens.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
        await expect(library.userinfo(tokens)).rejects.toThrow();
      });
    });
  }
}
