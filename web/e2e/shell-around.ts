/**
 * A native shell around the page: the app's fake port, compiled for the browser and put where a shell puts its own. Nothing of it is in the
 * app. What a person or a device does is a call in the page (src/app/platform/fake.ts); the device's key ring outlives a reload.
 */
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import type { FakeDevice } from '../src/app/platform/fake';
import { expect } from './people';
import { answerOf } from './sign-in';

const entry = join(import.meta.dirname, '../src/app/platform/fake.ts');

let compiled: Promise<string> | undefined;

async function compile(): Promise<string> {
  const lib = { entry, name: 'fakeShell', formats: ['iife' as const] };
  const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, minify: false, lib } });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  return output[0].code;
}

const keyring = `{
  read: async () => localStorage.getItem('key ring'),
  write: async (text) => localStorage.setItem('key ring', text),
  erase: async () => localStorage.removeItem('key ring'),
}`;

/** From the page's next load on. */
export async function putInShell(page: Page, version = '1.0.0'): Promise<void> {
  compiled ??= compile();
  await page.addInitScript(`${await compiled}
    Object.assign(window, { shell: fakeShell.createFakeShell({ keyring: ${keyring}, version: '${version}' }) });
    window.atriumShell = window.shell.port;`);
}

/** Has the device do something, or tells what it knows. */
export function onDevice<Result, Given = null>(
  page: Page,
  act: (device: FakeDevice, given: Given) => Result,
  given = null as Given,
): Promise<Awaited<Result>> {
  const source = `(${String(act)})(window.shell.device, ${JSON.stringify(given)})`;
  return page.evaluate(source) as Promise<Awaited<Result>>;
}

/** What the vault keeps, as long as it keeps something. */
export async function keptTokens(page: Page): Promise<{ accessToken: string } | null> {
  const kept = await page.evaluate(() => localStorage.getItem('key ring'));
  return kept === null ? null : JSON.parse(JSON.parse(kept).secret);
}

/** From the landing page: the system's browser has cookies of its own, and the app hears only what the provider answers. */
export async function signInThroughBrowser(page: Page, browser: APIRequestContext, username: string): Promise<URL> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(() => onDevice(page, (device) => device.openedUrl())).not.toBeNull();
  const asked = (await onDevice(page, (device) => device.openedUrl())) ?? '';
  const answer = await answerOf(browser, asked, username);
  await onDevice(page, (device, address) => device.endBrowser(address), answer);
  return new URL(asked);
}
