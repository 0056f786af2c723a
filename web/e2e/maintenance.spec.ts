/** A tenant closed for maintenance: one page for all but administrators, from which hours can still be kept. */
import type { Page } from '@playwright/test';
import { withFlags } from './flags';
import { expect, expectAccessible, test } from './people';

const cedar = 'Cedar Group';

/** Presses the button and answers where the new tab was sent; the vendor of the demo is not there to answer. */
async function launch(page: Page): Promise<URL> {
  await page.context().route('https://time.example.com/**', (route) => route.fulfill({ body: 'The vendor' }));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Manage time and attendance' }).click();
  const tab = await opened;
  await tab.waitForURL('https://time.example.com/**');
  const address = new URL(tab.url());
  await tab.close();
  return address;
}

test('maintenance mode closes a tenant until it is over, and hours can be kept meanwhile', {
  tag: '@postgres',
}, async ({ person }) => {
  const ana = await person('ana');
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await withFlags(cedar, { 'maintenance-mode': 'on' }, async () => {
    await ana.reload();
    await expect(ana).toHaveURL('/maintenance');
    await expect(ana.getByRole('heading', { level: 1, name: 'We’re doing some maintenance' })).toBeVisible();
    await expect(ana.getByText('Please check back in a little while.')).toBeVisible();
    await ana.goto('/pay');
    await expect(ana).toHaveURL('/maintenance');

    const address = await launch(ana);
    expect(address.pathname).toBe('/cedar');
    expect(address.searchParams.get('access_id')).toMatch(/^.{20,}$/);
    await expectAccessible(ana);

    await ana.getByRole('button', { name: 'Refresh' }).click();
    await expect(ana.getByRole('button', { name: 'Refresh' })).toBeEnabled();
    await expect(ana).toHaveURL('/maintenance');

    const victor = await person('victor');
    await expect(victor).toHaveURL('/maintenance');
    const ofTheSecondVersion = await launch(victor);
    expect(ofTheSecondVersion.pathname).toBe('/cedar/openid/login');
    expect(ofTheSecondVersion.searchParams.get('code')).toMatch(/^.{20,}$/);

    // He is no employee: there are no hours of his to keep.
    const marcus = await person('marcus');
    await expect(marcus).toHaveURL('/maintenance');
    await marcus.waitForLoadState('networkidle');
    await expect(marcus.getByRole('button')).toHaveText(['Refresh']);

    const grace = await person('grace');
    await expect(grace).toHaveURL('/admin/home');
    const hugo = await person('hugo');
    await expect(hugo).toHaveURL('/employee/home');
  });

  // The answer is held back, so that what is shown meanwhile can be seen.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await ana.route('**/ofrep/v1/evaluate/flags/maintenance-mode', async (route) => {
    await held;
    await route.continue();
  });
  await ana.getByRole('button', { name: 'Refresh' }).click();
  await expect(ana.getByRole('button', { name: 'Refreshing' })).toBeVisible();
  answer();
  await expect(ana).toHaveURL('/employee/home');
});
