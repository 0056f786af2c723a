/** Signing in and out, and being sent to the right page. */
import type { Page } from '@playwright/test';
import { chooseDays } from './date-fields';
import { expect, expectAccessible, test } from './people';

const storedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('session') ?? '{}').state as Record<string, unknown>);

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
}

/** As a long pause does to a token, without waiting for it; the next load of the page reads it. */
async function ageToken(page: Page, ageMs: number): Promise<void> {
  // A page still on its way would write its own session over this one.
  await expect(page.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  await page.evaluate((age) => {
    const kept = JSON.parse(sessionStorage.getItem('session') ?? '{}');
    kept.state.obtainedAtMs -= age;
    kept.state.expiresAtMs -= age;
    sessionStorage.setItem('session', JSON.stringify(kept));
  }, ageMs);
}

test('someone signed out is asked to sign in and then gets the page they wanted', async ({ visitor, signInAs }) => {
  const page = await visitor();
  await page.goto('/manager/announcements');
  await signInAs(page, 'marcus');
  await expect(page).toHaveURL(/\/manager\/announcements$/);
  await expect(page).toHaveTitle('Announcements · Atrium');
  const left = await page.evaluate(() => Object.keys(sessionStorage));
  expect(left).not.toContain('sign-in');
});

test('the page one wanted is the one with the year one asked for', async ({ visitor, signInAs }) => {
  const page = await visitor();
  await page.goto('/pay/paystub?year=2025');
  await signInAs(page, 'ana');
  await expect(page).toHaveURL(/\/pay\/paystub\?year=2025$/);
  await expect(page.getByRole('tab', { name: '2025' })).toHaveAttribute('aria-selected', 'true');
});

test('a second tab of the same browser is signed in without a question', async ({ person }) => {
  const ana = await person('ana');
  const tab = await ana.context().newPage();
  await tab.goto('/');
  await expect(tab).toHaveURL(/\/employee\/home$/);
});

test('a provider that cannot be reached is told, and Retry leads on', async ({ visitor }) => {
  const page = await visitor();
  await page.route('**/.well-known/openid-configuration', (route) => route.abort());
  await page.goto('/signin');
  await expect(page.getByRole('heading', { name: 'We can’t reach the sign-in service' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/.well-known/openid-configuration');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(/\/login\?request=/);
});

test('an answer nobody asked for signs nobody in', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/callback?code=stolen&state=made-up');
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await page.goto('/signedout');
  expect((await storedSession(page)).accessToken).toBeNull();
});

test('an answer nobody asked for leaves whoever is signed in where they were', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/callback?code=stolen&state=made-up');
  await expect(ana).toHaveURL(/\/employee\/home$/);
  await expect(ana.getByRole('heading', { level: 1 })).toContainText('Ana');
});

test('home leads everyone to their own page', async ({ person }) => {
  await expect(await person('ana')).toHaveURL(/\/employee\/home$/);
  await expect(await person('marcus')).toHaveURL(/\/manager\/home$/);
  await expect(await person('priya')).toHaveURL(/\/employee\/home$/);
  const grace = await person('grace');
  await expect(grace).toHaveURL(/\/admin\/home$/);
  await expect(grace.getByText('You’re an administrator of Cedar Group')).toBeVisible();
  const omar = await person('omar');
  await expect(omar).toHaveURL(/\/accountSettings$/);
});

test("a manager's page sends an employee home", async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/manager/announcements');
  await expect(ana).toHaveURL(/\/employee\/home$/);
});

test('a change of page moves the focus to its heading', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Announcements' }).click();
  await expect(marcus.getByRole('heading', { level: 1, name: 'Announcements' })).toBeFocused();
});

test('priya switches hats and companies', async ({ person }) => {
  const priya = await person('priya');
  const profile = priya.getByRole('button', { name: 'Open profile menu' });
  await expect(profile).toContainText('Employee · Cedar Outfitters');
  await profile.click();
  await priya.getByRole('button', { name: 'Manager role' }).click();
  await expect(priya).toHaveURL(/\/manager\/home$/);
  await expect(profile).toContainText('Manager · Cedar Outfitters');
  await profile.click();
  await expect(priya.getByRole('button', { name: 'Cedar Outfitters Current' })).toBeVisible();
  await priya.getByRole('button', { name: 'Cedar Logistics' }).click();
  await expect(profile).toContainText('Manager · Cedar Logistics');
  await priya.reload();
  await expect(profile).toContainText('Manager · Cedar Logistics');
});

test('language and appearance are kept on the device', async ({ person }) => {
  const ana = await person('ana');
  await ana.getByRole('button', { name: 'Open profile menu' }).click();
  // The other language is loaded first.
  await ana.getByRole('radio', { name: 'Español' }).click();
  await expect(ana.locator('html')).toHaveAttribute('lang', 'es');
  await ana.getByRole('radio', { name: 'Oscuro' }).check();
  await expect(ana.locator('html')).toHaveAttribute('data-theme', 'dark');
  await ana.reload();
  await expect(ana.getByRole('heading', { name: 'Anuncios' })).toBeVisible();
  await expect(ana.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('signing out asks first, and nothing is left behind', async ({ person }) => {
  const ana = await person('ana');
  const stored = await ana.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage));
  expect(stored).not.toContain('Ana');
  expect(stored).not.toContain('Morales');
  const { accessToken } = await storedSession(ana);
  const askAsAna = () =>
    ana.request.post('/graphql', {
      headers: { Authorization: `Bearer ${accessToken}` },
      data: { query: '{ viewer { firstName } }' },
    });
  expect((await askAsAna()).status()).toBe(200);
  await signOut(ana);
  await expect(ana).toHaveURL(/\/signedout$/);
  expect(await storedSession(ana)).toMatchObject({ accessToken: null, refreshToken: null, idToken: null });
  expect((await askAsAna()).status()).toBe(401);
  await ana.getByRole('link', { name: 'Sign in again' }).click();
  await expect(ana).toHaveURL(/\/login\?request=/);
});

test('after signing out, Back shows nothing of the person', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.getByRole('region', { name: 'Announcements' }).getByRole('link', { name: 'View all' }).click();
  await expect(marcus).toHaveURL(/\/manager\/announcements$/);
  await signOut(marcus);
  await marcus.goBack();
  await expect(marcus).toHaveURL(/\/login\?request=/);
});

test('a session ended elsewhere signs this tab out within a poll', { tag: '@postgres' }, async ({ person }) => {
  const ana = await person('ana');
  await ana.clock.install();
  await ana.reload();
  await expect(ana.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  const other = await ana.context().newPage();
  await other.goto('/employee/home');
  await signOut(other);
  await ana.bringToFront();
  await ana.clock.runFor(11_000);
  await expect(ana.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  expect((await storedSession(ana)).accessToken).toBeNull();
});

test('a token that expired is refreshed before the next call, and nobody notices', async ({ person }) => {
  const marcus = await person('marcus');
  const before = await storedSession(marcus);
  await ageToken(marcus, 20 * 60_000);
  await marcus.goto('/manager/announcements');
  await expect(marcus).toHaveTitle('Announcements · Atrium');
  const after = await storedSession(marcus);
  expect(after.accessToken).not.toBe(before.accessToken);
  expect(after.refreshToken).not.toBe(before.refreshToken);
});

test('a duplicated tab and its original refresh in turn and both stay signed in', { tag: '@postgres' }, async ({
  person,
}) => {
  const ana = await person('ana');
  await ageToken(ana, 20 * 60_000);
  const opening = ana.context().waitForEvent('page');
  // A window opened by script starts with a copy of session storage, as a duplicated tab does.
  await ana.evaluate(() => void window.open('/employee/home'));
  const twin = await opening;
  await Promise.all([ana.reload(), twin.waitForLoadState()]);
  for (const tab of [ana, twin]) await expect(tab.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  await expect
    .poll(async () => (await storedSession(ana)).refreshToken === (await storedSession(twin)).refreshToken)
    .toBe(true);
  for (const tab of [ana, twin]) {
    await tab.reload();
    await expect(tab.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  }
});

test('a refresh the provider refuses is told as an expired session', async ({ person }) => {
  const ana = await person('ana');
  await ageToken(ana, 20 * 60_000);
  await ana.route('**/oauth2/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
  await ana.goto('/employee/home');
  await ana.getByRole('alertdialog', { name: 'Your session has expired' }).getByRole('button', { name: 'OK' }).click();
  await ana.unroute('**/oauth2/token');
  await expect(ana).toHaveURL(/\/employee\/home$/);
});

test('a session the server no longer knows is told, and signing in again leads back', async ({ person, signInAs }) => {
  const marcus = await person('marcus');
  await expect(marcus.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await marcus.route('**/graphql', (route) => route.fulfill({ status: 401 }));
  await marcus.getByRole('region', { name: 'Announcements' }).getByRole('link', { name: 'View all' }).click();
  const alert = marcus.getByRole('alertdialog', { name: 'Your session has expired' });
  await marcus.keyboard.press('Escape');
  await expect(alert).toBeVisible();
  await marcus.unroute('**/graphql');
  await marcus.context().clearCookies();
  await alert.getByRole('button', { name: 'OK' }).click();
  await signInAs(marcus, 'marcus');
  await expect(marcus).toHaveURL(/\/manager\/announcements$/);
});

test('an open form outlives its session: signing in again happens in a window beside it', async ({
  person,
  signInAs,
}) => {
  const ana = await person('ana');
  await ana.goto('/time');
  await ana.getByRole('button', { name: 'Request time off' }).first().click();
  const form = ana.getByRole('dialog', { name: 'Request time off' });
  await form.getByRole('button', { name: /Type$/ }).click();
  await ana.getByRole('option', { name: /^Unpaid/ }).click();
  await chooseDays(ana, /^Dates/, '2027-10-04', '2027-10-04');
  const notes = form.getByRole('textbox', { name: /^Notes/ });
  await notes.fill('A wedding in Reno');
  // As after a restart that has lost the session: neither the old token nor the cookie is known any more.
  const { accessToken } = await storedSession(ana);
  await ana.route('**/graphql', async (route) =>
    (await route.request().headerValue('Authorization')) === `Bearer ${accessToken}`
      ? route.fulfill({ status: 401 })
      : route.continue(),
  );
  await ana.context().clearCookies();
  // Within a poll.
  const alert = ana.getByRole('alertdialog', { name: 'Your session has expired' });
  await expect(alert.getByText('What you typed stays here.')).toBeVisible();
  await expectAccessible(ana);
  const opening = ana.waitForEvent('popup');
  await alert.getByRole('button', { name: 'OK' }).click();
  const beside = await opening;
  const closing = beside.waitForEvent('close');
  await signInAs(beside, 'ana');
  await closing;
  await expect(alert).toBeHidden();
  await expect(notes).toHaveValue('A wedding in Reno');
  const stored = await ana.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage));
  expect(stored).not.toContain('Reno');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(ana.getByText('Your time-off request was sent to Cedar Outfitters.').last()).toBeVisible();
});

test('a session that ended before the page was opened leads back to that page as well', async ({
  person,
  signInAs,
}) => {
  const marcus = await person('marcus');
  await marcus.route('**/graphql', (route) => route.fulfill({ status: 401 }));
  await marcus.goto('/manager/announcements');
  const alert = marcus.getByRole('alertdialog', { name: 'Your session has expired' });
  await expect(alert).toBeVisible();
  await marcus.unroute('**/graphql');
  await marcus.context().clearCookies();
  await alert.getByRole('button', { name: 'OK' }).click();
  await signInAs(marcus, 'marcus');
  await expect(marcus).toHaveURL(/\/manager\/announcements$/);
});

test('an outage leads to the error page, and Retry back', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.route('**/graphql', (route) => route.fulfill({ status: 503 }));
  await marcus.goto('/manager/announcements');
  await expect(marcus.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
  await marcus.unroute('**/graphql');
  await marcus.getByRole('button', { name: 'Retry' }).click();
  await expect(marcus).toHaveURL(/\/manager\/announcements$/);
});

for (const [language, userInfo, employee] of [
  ['en', 'Unable to get user info', 'Failed to retrieve employee information'],
  ['es', 'No se pudo obtener la información del usuario', 'No se pudo obtener la información del empleado'],
] as const)
  test(`the error page comes with what could not be had, said in ${language}`, async ({ person }) => {
    const ana = await person('ana', { language });
    for (const [asked, message] of [
      ['query Viewer', userInfo],
      ['query Features', employee],
    ] as const) {
      await ana.route('**/graphql', (route) => {
        const { query } = route.request().postDataJSON() as { query: string };
        return query.includes(asked) ? route.fulfill({ status: 500 }) : route.continue();
      });
      await ana.goto('/pay');
      await expect(ana.getByRole('alert').filter({ hasText: message })).toBeAttached();
      await expect(ana).toHaveURL('/error');
      await ana.unroute('**/graphql');
    }
    await ana.route('**/graphql', (route) => {
      const { query } = route.request().postDataJSON() as { query: string };
      return query.includes('employeeById') ? route.fulfill({ status: 500 }) : route.continue();
    });
    await ana.goto('/profile');
    await expect(ana.getByRole('alert').filter({ hasText: employee })).toBeAttached();
    await expect(ana).toHaveURL('/error');
    await ana.unroute('**/graphql');
    await ana.getByRole('button', { name: language === 'es' ? 'Reintentar' : 'Retry' }).click();
    await expect(ana).toHaveURL('/profile');
    await expect(ana.getByText('Ana Morales', { exact: true }).first()).toBeVisible();
  });

test('an unknown address has a page of its own', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Atrium');
});
