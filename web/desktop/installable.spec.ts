/** Chromium's own word on whether the web app can be installed. Only the whole browser looks; the headless one that other tests use never objects. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { expect, test } from './people';

async function objections(browser: BrowserContext, portal: string, manifest?: object): Promise<string[]> {
  const page = await browser.newPage();
  if (manifest) await page.route('**/manifest.webmanifest', (route) => route.fulfill({ json: manifest }));
  await page.goto(`${portal}/guide`);
  const tools = await browser.newCDPSession(page);
  const { errors } = await tools.send('Page.getAppManifest');
  const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors');
  await page.close();
  return [...errors.map(({ message }) => message), ...installabilityErrors.map(({ errorId }) => errorId)];
}

test('chromium installs the web app, and would say why not', async ({ world }) => {
  const home = mkdtempSync(join(tmpdir(), 'atrium-chromium-'));
  // A window that is incognito can install nothing.
  const browser = await chromium.launchPersistentContext(home, {
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    expect(await objections(browser, world.url)).toEqual([]);
    const icons = [{ src: '/favicon.svg', sizes: '16x16', type: 'image/svg+xml' }];
    const poor = { name: 'Atrium', start_url: '/home', display: 'browser', icons };
    expect(await objections(browser, world.url, poor)).toContain('manifest-display-not-supported');
  } finally {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
});
