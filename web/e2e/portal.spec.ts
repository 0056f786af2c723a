/** The portal's settings in a real browser: an administrator closes a page, changes a flag, and writes a company's message. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

async function openPortal(page: Page): Promise<void> {
  await page.goto('/admin/portal');
  await expect(page.getByRole('heading', { level: 1, name: 'Portal' })).toBeVisible();
}

async function setOpening(page: Page, opening: string): Promise<void> {
  await openPortal(page);
  await page.getByRole('searchbox', { name: 'Search pages and cards' }).fill('Marketplace');
  await page.getByRole('button', { name: 'Marketplace', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Marketplace' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /Who has it$/ }).click();
  await page.getByRole('option', { name: opening }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Marketplace saved.').first()).toBeVisible();
}

test('grace closes a page to everyone and gives it back', { tag: '@postgres' }, async ({ person }) => {
  const grace = await person('grace');
  await setOpening(grace, 'No one');
  await expect(grace.getByRole('row', { name: /Marketplace/ })).toContainText('No one');
  await setOpening(grace, 'People with the permission');
  await expect(grace.getByRole('row', { name: /Marketplace/ })).toContainText('People with the permission');
});

test('grace turns a flag on and back, and is asked before the portal closes', async ({ person }) => {
  const grace = await person('grace');
  await openPortal(grace);
  await grace.getByRole('tab', { name: 'Settings' }).click();
  const guide = grace.getByRole('switch', { name: /User guide in the portal/ });
  await expectAccessible(grace);
  await guide.press('Space');
  await expect(grace.getByText('User guide in the portal turned on.').first()).toBeVisible();
  await grace.getByRole('button', { name: 'Use default for User guide in the portal' }).click();
  await expect(guide).not.toBeChecked();
  await grace.getByRole('button', { name: 'Close the portal' }).click();
  const question = grace.getByRole('alertdialog', { name: 'Close the portal for maintenance?' });
  await expectAccessible(grace);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(grace.getByRole('region', { name: 'Maintenance' })).toContainText('Open');
});

test('grace sees a company’s links on a phone', async ({ person }) => {
  const grace = await person('grace', phone);
  await openPortal(grace);
  await grace.getByRole('tab', { name: 'Links and messages' }).click();
  await expect(grace.getByRole('textbox', { name: 'State W-4 form' })).toBeVisible();
  await expectAccessible(grace);
});
