/** Each picture shows a page as one of the demo people sees it, at rest. */
import { expect, type Page } from '@playwright/test';
import { phone, test } from '../e2e/people';

const keep = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `../docs/images/${name}.png` });
};

test('an employee’s home', async ({ person }) => {
  const ana = await person('ana');
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await keep(ana, 'home');
});

test('a pay stub', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/pay/paystub');
  await ana.getByRole('main').locator('a[href^="/pay/paystub/"]').first().click();
  await expect(ana.getByRole('main').getByRole('table').first()).toBeVisible();
  await keep(ana, 'pay-stub');
});

test('a manager’s queue', async ({ person }) => {
  const marcus = await person('marcus', { colorScheme: 'dark' });
  await marcus.goto('/manager/leaverequests');
  await expect(marcus.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  await keep(marcus, 'manager-queue-dark');
});

test('a manager writes an announcement and sees who will read it', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/announcements');
  await marcus.getByRole('button', { name: 'New announcement' }).first().click();
  await marcus
    .getByRole('textbox', { name: 'Message' })
    .fill('Inventory night on Friday: doors close at 8. Pizza is on us, and every hour counts as overtime.');
  await marcus.getByRole('button', { name: 'Department' }).click();
  await marcus.getByRole('option', { name: 'Sales Floor', exact: true }).click();
  await marcus.getByRole('region', { name: 'Who will see it' }).getByRole('meter').first().waitFor();
  await keep(marcus, 'announcement-form');
});

test('home on a phone, in Spanish', async ({ person }) => {
  const elena = await person('elena', { ...phone, language: 'es' });
  await expect(elena.getByRole('region', { name: 'Anuncios' }).getByRole('button').first()).toBeVisible();
  await keep(elena, 'home-phone-es');
});
