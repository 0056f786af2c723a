/** Signing in and out, and being sent to the right page. */
import { expect, test } from './people';

test('someone signed out is asked to sign in and then gets the page they wanted', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/manager/announcements');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText('Demo', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Marcus Bell' }).click();
  await expect(page).toHaveURL(/\/manager\/announcements$/);
  await expect(page).toHaveTitle('Announcements · Atrium');
});

test('home leads everyone to their own page', async ({ person }) => {
  await expect(await person('ana')).toHaveURL(/\/employee\/home$/);
  await expect(await person('marcus')).toHaveURL(/\/manager\/home$/);
  await expect(await person('priya')).toHaveURL(/\/employee\/home$/);
  const grace = await person('grace');
  await expect(grace).toHaveURL(/\/home$/);
  await expect(grace.getByText('You are an administrator of Cedar Group')).toBeVisible();
  const omar = await person('omar');
  await expect(omar.getByText('You have an account with Cedar Group, and nothing else yet')).toBeVisible();
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
  await ana.getByRole('radio', { name: 'Español' }).check();
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
  await ana.getByRole('button', { name: 'Sign out' }).click();
  await ana.getByRole('alertdialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(ana.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  expect(await ana.evaluate(() => sessionStorage.getItem('session'))).toContain('"token":null');
  await ana.goto('/employee/home');
  await expect(ana).toHaveURL(/\/signin$/);
});

test('a session the server no longer knows is told, and signing in again leads back', async ({ person }) => {
  const marcus = await person('marcus');
  await expect(marcus.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await marcus.route('**/graphql', (route) => route.fulfill({ status: 401 }));
  await marcus.getByRole('link', { name: 'View all' }).click();
  const alert = marcus.getByRole('alertdialog', { name: 'Your session has expired' });
  await marcus.keyboard.press('Escape');
  await expect(alert).toBeVisible();
  await marcus.unroute('**/graphql');
  await alert.getByRole('button', { name: 'OK' }).click();
  await marcus.getByRole('button', { name: 'Marcus Bell' }).click();
  await expect(marcus).toHaveURL(/\/manager\/announcements$/);
});

test('a session that ended before the page was opened leads back to that page as well', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.route('**/graphql', (route) => route.fulfill({ status: 401 }));
  await marcus.goto('/manager/announcements');
  await marcus
    .getByRole('alertdialog', { name: 'Your session has expired' })
    .getByRole('button', { name: 'OK' })
    .click();
  await marcus.unroute('**/graphql');
  await marcus.getByRole('button', { name: 'Marcus Bell' }).click();
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

test('an unknown address has a page of its own', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Atrium');
});
