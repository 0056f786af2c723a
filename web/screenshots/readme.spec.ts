/** Each picture shows a page as one of the demo people sees it. */
import type { Page } from '@playwright/test';
import { phone, test } from '../e2e/people';

const keep = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `../docs/images/${name}.png` });
};

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

test('the announcements of a company', async ({ person }) => {
  const marcus = await person('marcus', { colorScheme: 'dark' });
  await marcus.goto('/manager/announcements');
  await keep(marcus, 'announcements-dark');
});

test('home on a phone, in Spanish', async ({ person }) => {
  const elena = await person('elena', { ...phone, language: 'es' });
  await keep(elena, 'home-phone-es');
});
