/** The native app, inside a shell that a test can lock, leave and come back to. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';
import { keptTokens, onDevice, putInShell, signInThroughBrowser } from './shell-around';

/** As following a link does: without loading the app anew. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const welcome = 'Welcome to Atrium';
const covered = (page: Page) => page.getByRole('alertdialog', { name: 'Atrium is locked' });
const browserOver = (page: Page) => onDevice(page, (device) => device.openedUrl());

test('pages have their addresses under the tabs root, and the empty path checks the version', async ({
  visitor,
  request,
}) => {
  const page = await visitor(phone);
  await putInShell(page);
  const ready = page.waitForRequest(/\/readyz$/);
  await page.goto('/');
  await ready;
  await expect(page).toHaveURL('/landing');
  await expectAccessible(page);
  const asked = await signInThroughBrowser(page, request, 'victor');
  expect(asked.searchParams.get('client_id')).toBe('atrium-native');
  expect(asked.searchParams.get('redirect_uri')).toBe('com.atrium.app:/callback');
  await expect(page).toHaveURL('/tabs/employee/home');
  // On the web the session is asked for as soon as the app is looked at again; here never.
  const polls: string[] = [];
  page.on('request', (sent) => sent.url().endsWith('/sessions/me') && polls.push(sent.url()));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  await expect(page).toHaveURL('/tabs/employee/home');

  // An address from a mail or the web knows nothing of tabs.
  for (const [typed, shown] of [
    ['/pay', '/tabs/pay'],
    ['/time?from=mail#top', '/tabs/time?from=mail#top'],
    ['/PAY', '/tabs/PAY'],
    ['/pay/paystub', '/tabs/pay/paystub'],
    ['/home', '/tabs/employee/home'],
    ['/central', '/tabs/employee/home'],
    ['/manager/home', '/tabs/employee/home'],
    ['/tabs', '/tabs/employee/home'],
    ['/', '/tabs/employee/home'],
  ] as const) {
    await page.goto(typed);
    await expect.soft(page.locator('main h1'), typed).toBeVisible();
    await expect.soft(page, typed).toHaveURL(shown);
  }
  await page.goto('/tabs/no/such/page');
  await expect(heading(page, 'Page not found')).toBeVisible();
  expect(polls).toEqual([]);
});

test('tokens are in the vault and in no storage of the browser', async ({ visitor, request }) => {
  const page = await visitor();
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'ana');
  await expect(page).toHaveURL('/tabs/employee/home');
  const accessToken = (await keptTokens(page))?.accessToken ?? '';
  expect(accessToken).not.toBe('');
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(stored).not.toContain(accessToken);
});

test('a sign-in that fails, or is given up, ends on the landing page', async ({ visitor }) => {
  const page = await visitor();
  await putInShell(page);
  await page.goto('/landing');
  for (const answer of [null, 'com.atrium.app:/callback?error=access_denied&state=made-up']) {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect.poll(() => browserOver(page)).toContain('/oauth2/authorize?');
    await onDevice(page, (device, given) => device.endBrowser(given), answer);
    await expect(page).toHaveURL('/landing');
    await expect(heading(page, welcome)).toBeVisible();
  }
  // A link that someone made up.
  await page.goto('/callback?error=access_denied&state=made-up');
  await expect(page).toHaveURL('/landing');
});

test('a shell that is too old says to update, and a server that does not answer is tried again', async ({
  visitor,
}) => {
  const old = await visitor(phone);
  await putInShell(old, '0.9.0');
  await old.goto('/');
  await expect(heading(old, 'Update the app')).toBeVisible();
  await expect(old).toHaveURL('/check-version');
  await expectAccessible(old);

  const page = await visitor({ ...phone, language: 'es' });
  await putInShell(page);
  await page.route('**/readyz', (route) => route.fulfill({ status: 503 }));
  await page.goto('/');
  await expect(heading(page, 'No se puede conectar con el servidor')).toBeVisible();
  await page.unroute('**/readyz');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page).toHaveURL('/landing');
});

test('leaving the app on a page that needs a person signs out and forgets everything', async ({
  visitor,
  request,
  baseURL,
}) => {
  const page = await visitor();
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'ana');
  await expect(page.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await follow(page, '/tabs/pay');
  await expect(page).toHaveURL('/tabs/pay');
  const { accessToken } = (await keptTokens(page)) ?? { accessToken: '' };
  const asks = () =>
    request.post(`${baseURL}/graphql`, {
      headers: { Authorization: `Bearer ${accessToken}` },
      data: { query: '{ viewer { tenantId } }' },
    });
  expect((await asks()).status()).toBe(200);

  await onDevice(page, (device) => device.leave());
  await expect(page).toHaveURL('/landing');
  await expect(heading(page, welcome)).toBeVisible();
  expect(await keptTokens(page)).toBeNull();
  // At the provider as well, and so everywhere.
  await expect.poll(async () => (await asks()).status()).toBe(401);
  await onDevice(page, (device) => device.comeBack());
  await expect(covered(page)).toBeHidden();
  // The next person starts at home.
  await signInThroughBrowser(page, request, 'marcus');
  await expect(page).toHaveURL('/tabs/manager/home');
  await expect(page.getByRole('region', { name: 'Announcements' })).toBeVisible();
});

test('with a browser over it the app only locks, and an unlocked one goes on where it was', async ({
  visitor,
  request,
}) => {
  const page = await visitor({ ...phone, language: 'en' });
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'ana');
  await expect(page.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await follow(page, '/tabs/accountSettings');
  const firstName = page.getByLabel('First name');
  await firstName.fill('Anabel');
  await page.getByRole('button', { name: 'Open profile menu' }).click();
  await page.getByRole('link', { name: 'User guide' }).click();
  await expect.poll(() => browserOver(page)).toMatch(/\/guide$/);

  await onDevice(page, (device) => device.leave());
  await expect(covered(page)).toBeVisible();
  await expectAccessible(page);
  await onDevice(page, (device) => device.endBrowser(null));
  await onDevice(page, (device) => device.comeBack());
  await expect(covered(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await onDevice(page, (device) => device.provesNext('failed'));
  await covered(page).getByRole('button', { name: 'Unlock' }).click();
  await expect(covered(page).getByText('After one more failed try')).toBeVisible();
  await covered(page).getByRole('button', { name: 'Unlock' }).click();
  await expect(covered(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/tabs/accountSettings');
  await expect(firstName).toHaveValue('Anabel');
});

test('two failed unlocks empty the vault and lead to the landing page', async ({ visitor, request }) => {
  const page = await visitor({ ...phone, language: 'en' });
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'ana');
  await expect(page).toHaveURL('/tabs/employee/home');
  // On a page for anyone, leaving the app is not leaving the session.
  await page.goto('/guide');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await onDevice(page, (device) => device.leave());
  await expect(covered(page)).toBeVisible();
  await onDevice(page, (device) => device.comeBack());
  await onDevice(page, (device) => device.provesNext('failed', 'failed'));
  await covered(page).getByRole('button', { name: 'Unlock' }).click();
  await expect(covered(page).getByText('After one more failed try')).toBeVisible();
  expect(await keptTokens(page)).not.toBeNull();
  await covered(page).getByRole('button', { name: 'Unlock' }).click();
  await expect(page).toHaveURL('/landing');
  expect(await keptTokens(page)).toBeNull();
  await page.goto('/pay');
  await expect(page).toHaveURL('/landing');
});

test('a file goes to the device, and one it does not take says so', async ({ visitor, request }) => {
  const page = await visitor({ language: 'en' });
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'ana');
  await expect(page).toHaveURL('/tabs/employee/home');
  await page.goto('/pay');
  await page.getByRole('link', { name: 'View pay stub' }).click();
  await expect(page).toHaveURL(/\/tabs\/pay\/paystub\/./);
  const save = page.getByRole('button', { name: 'Download PDF' });
  await save.click();
  const files = () =>
    onDevice(page, (device) =>
      device.saved.map(({ name, bytes }) => [name, String.fromCharCode(...bytes.slice(0, 5))]),
    );
  await expect.poll(files).toEqual([[expect.stringMatching(/\.pdf$/), '%PDF-']]);
  await onDevice(page, (device) => device.refuseFiles());
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: /^Error downloading file$/ })).toBeAttached();
  expect(await files()).toHaveLength(1);
});

test('an offer whose address is only asked for opens in the device’s browser, and the app stays', async ({
  visitor,
  request,
}) => {
  const page = await visitor({ ...phone, language: 'en' });
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'ana');
  await expect(page).toHaveURL('/tabs/employee/home');
  await page.goto('/more/marketplace');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  await expect.poll(() => browserOver(page)).toMatch(/^https?:/);
  await onDevice(page, (device) => device.leave());
  await expect(covered(page)).toBeVisible();
  await expect(page).toHaveURL('/tabs/more/marketplace');
});

test('the clock says that this device does not support it, and the assistant has its place under the tabs', async ({
  visitor,
  request,
}) => {
  const page = await visitor({ ...phone, language: 'en' });
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'ana');
  await expect(page).toHaveURL('/tabs/employee/home');
  await page.goto('/time/swipeclock');
  await expect(page).toHaveURL('/tabs/time/swipeclock');
  const notSupported = 'Time features are currently not supported on the device you are using.';
  await expect(page.getByRole('main').getByText(notSupported)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/assistant');
  await expect(page).toHaveURL(/\/tabs\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a feature that is turned off leads home, under the tabs, and says so', async ({ visitor, request }) => {
  const page = await visitor({ ...phone, language: 'en' });
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'elena');
  await expect(page.getByRole('region', { name: 'Announcements' })).toBeVisible();
  // Her company has no vendor in the marketplace.
  await follow(page, '/tabs/more/marketplace');
  await expect(page).toHaveURL('/tabs/employee/home');
  const told = 'This feature is not enabled for your account. Please contact support.';
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeAttached();
});

test('the network is the device’s, and so is the banner', async ({ visitor, request }) => {
  const page = await visitor({ ...phone, language: 'en' });
  await putInShell(page);
  await page.goto('/');
  await signInThroughBrowser(page, request, 'ana');
  await expect(page).toHaveURL('/tabs/employee/home');
  const offline = page.getByText('You are currently offline. Please check your internet connection.');
  await onDevice(page, (device) => device.setOnline(false));
  await expect(offline).toBeVisible();
  await onDevice(page, (device) => device.setOnline(true));
  await expect(offline).toBeHidden();
});
