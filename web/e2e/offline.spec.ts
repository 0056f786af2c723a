/** The app as one installs it: what the browser keeps of it, what it shows without a network, and how a new version is offered. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

const offline = 'You are currently offline. Please check your internet connection.';

/** Once the first page is calm the worker comes, and takes over the page. */
async function keptByWorker(page: Page): Promise<void> {
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
  await expect.poll(isControlled, { timeout: 60_000 }).toBe('activated');
}

const paycheck = (page: Page) => page.getByRole('region', { name: 'Latest paycheck' });

test('chromium can install it', async ({ person }) => {
  const ana = await person('ana', phone);
  const browser = await ana.context().newCDPSession(ana);
  const manifest = await browser.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);

  // What Chromium asks for, by hand: not every build of it looks.
  const { name, short_name, start_url, display, icons, prefer_related_applications } = JSON.parse(manifest.data ?? '');
  expect([name, short_name, start_url, display]).toEqual(['Atrium', 'Atrium', '/home', 'standalone']);
  expect(prefer_related_applications).toBeUndefined();
  const drawn = await ana.evaluate(
    (listed: { src: string }[]) =>
      Promise.all(
        listed.map(async ({ src }) => {
          const picture = Object.assign(new Image(), { src });
          await picture.decode();
          return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }),
      ),
    icons.filter(({ type }: { type: string }) => type === 'image/png'),
  );
  expect(drawn).toEqual(['192x192', '512x512', '512x512']);
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
});

test('the browser keeps the app’s own files and nothing else, and the app starts without a network', async ({
  person,
}) => {
  const ana = await person('ana', { ...phone, language: 'en', hasWorker: true });
  await expect(paycheck(ana)).toBeVisible();
  await keptByWorker(ana);
  // Pages, answers of the API and of the provider pass by.
  await ana.goto('/profile');
  await expect(ana.getByRole('heading', { level: 1 })).toBeVisible();
  await ana.waitForLoadState('networkidle');
  const kept = await ana.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        found.push({ path: new URL(request.url).pathname, text: (await answer?.text()) ?? '' });
      }
    }
    return found;
  });
  const ownFile = /^\/(assets\/[^/]+|icons\/[^/]+\.png|favicon\.svg|manifest\.webmanifest)?$/;
  expect(kept.map(({ path }) => path).filter((path) => !ownFile.test(path))).toEqual([]);
  expect(kept.length).toBeGreaterThan(100);
  const { firstName, accessToken } = await ana.evaluate(async () => {
    const session = JSON.parse(sessionStorage.getItem('session') ?? '{}').state;
    const answer = await fetch('/oauth2/userinfo', { headers: { Authorization: `Bearer ${session.accessToken}` } });
    const { given_name, family_name } = await answer.json();
    return { firstName: `${given_name} ${family_name}`, accessToken: session.accessToken };
  });
  for (const secret of [firstName, accessToken]) {
    expect(secret.length).toBeGreaterThan(3);
    expect(kept.filter(({ text }) => text.includes(secret)).map(({ path }) => path)).toEqual([]);
  }

  await ana.context().setOffline(true);
  await ana.goto('/pay');
  await expect(ana.getByRole('status').getByText(offline)).toBeVisible();
  await expect(ana.getByRole('heading', { level: 1, name: 'We couldn’t load this' })).toBeVisible();
  await expectAccessible(ana);
  await ana.context().setOffline(false);
  await expect(ana).toHaveURL('/pay');
  await expect(ana.getByRole('link', { name: 'View pay stub' })).toBeVisible();
  await expect(ana.getByText(offline)).toBeHidden();
});

test('someone who is signed out and has no network is told so, and signs in once there is one', async ({ visitor }) => {
  const page = await visitor({ ...phone, language: 'en', hasWorker: true });
  await page.goto('/guide');
  await keptByWorker(page);
  await page.context().setOffline(true);
  await page.goto('/home');
  await expect(page.getByRole('status').getByText(offline)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.waitForURL(/\/login\?request=/);
});

test('a new version is offered, and never over a form that is half filled out', async ({ person }) => {
  const ana = await person('ana', { language: 'en', hasWorker: true });
  await ana.goto('/accountSettings');
  const firstName = ana.getByLabel('First name');
  await expect(firstName).toHaveValue('Ana');
  await keptByWorker(ana);
  // The server has another app now: this one's own file is gone from it, and its worker is another one.
  await ana.route(/\/assets\/app-/, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await firstName.fill('Anabel');
  await ana.evaluate(() => navigator.serviceWorker.register('/service-worker.js?next'));
  await expect(ana.getByText('A new version is ready. Save your changes, then reload.')).toBeVisible();
  await expect(ana.getByRole('button', { name: 'Reload' })).toBeHidden();
  await expect(firstName).toHaveValue('Anabel');
  await expectAccessible(ana);
  await firstName.fill('Ana');
  await ana.getByRole('button', { name: 'Reload' }).click();
  await expect(ana.getByText('A new version is ready.')).toBeHidden();
  await expect(firstName).toHaveValue('Ana');
});

test('what the worker may do is said by its own policy, and it is never older than the server’s', async ({
  request,
}) => {
  const worker = await request.get('/service-worker.js');
  expect(worker.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^text\/javascript/),
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
  const manifest = await request.get('/manifest.webmanifest');
  expect(manifest.headers()).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
  });
});
