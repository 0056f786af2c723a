/** Sign-in providers in a real browser: an administrator adds one for a company, changes it, and removes it. */
import type { Page } from '@playwright/test';
import { prove } from './factors';
import { expect, expectAccessible, phone, test } from './people';

async function openSignIn(page: Page, title = 'Sign-in'): Promise<void> {
  await page.goto('/admin/sign-in');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('grace adds a provider for one company, changes it and removes it', { tag: '@postgres' }, async ({ person }) => {
  // A code of the app counts once: two changes wait for the next one.
  test.setTimeout(300_000);
  const grace = await person('grace');
  await openSignIn(grace);
  await grace.getByRole('button', { name: 'Add provider' }).first().click();
  const form = grace.getByRole('dialog', { name: 'Add a sign-in provider' });
  await form.getByRole('button', { name: 'Add provider' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('Logistics ID');
  await form.getByRole('button', { name: /For$/ }).click();
  await grace.getByRole('option', { name: 'Cedar Logistics' }).click();
  // People of Harbor Clinic have addresses there, too.
  await form.getByLabel('Email domains').fill('logistics.example, example.com');
  await form.getByLabel('Issuer').fill('https://id.logistics.example');
  await form.getByLabel('Client ID').fill('atrium');
  await form.getByLabel('Client secret', { exact: true }).fill('a secret of ours');
  await form.getByRole('button', { name: 'Add provider' }).click();
  await expect(form.getByText(/One of these email domains is in use elsewhere/)).toBeVisible();
  await form.getByLabel('Email domains').fill('logistics.example');
  await form.getByRole('button', { name: 'Add provider' }).click();
  await prove(grace);
  const details = grace.getByRole('dialog', { name: 'Logistics ID' });
  await expect(details).toContainText('Cedar Logistics');
  await expect(details).toContainText('Saved. It’s never shown.');
  await expect(details).not.toContainText('a secret of ours');
  await expectAccessible(grace);

  await details.getByRole('button', { name: 'Edit' }).click();
  const editing = grace.getByRole('dialog', { name: 'Edit Logistics ID' });
  await editing.getByLabel('Email domains').fill('logistics.example, cedar-logistics.example');
  await editing.getByRole('button', { name: 'Save' }).click();
  await prove(grace);
  await expect(grace.getByText('Logistics ID saved.').first()).toBeVisible();
  await expect(grace.getByRole('main')).toContainText('cedar-logistics.example, logistics.example');

  await openSignIn(grace);
  await grace.getByRole('searchbox').fill('cedar-log');
  await grace.getByRole('button', { name: 'Logistics ID' }).click();
  await details.getByRole('button', { name: 'Remove' }).click();
  await grace.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await prove(grace);
  await expect(grace.getByText('Logistics ID removed.').first()).toBeVisible();
});

test('the page reads well in Spanish, on a phone and dark, by keyboard', async ({ person }) => {
  const grace = await person('grace', { ...phone, language: 'es', colorScheme: 'dark' });
  await openSignIn(grace, 'Inicio de sesión');
  await expect(grace.getByRole('main')).toContainText('Todavía no hay proveedores');
  await expectAccessible(grace);
  await grace.getByRole('button', { name: 'Agregar proveedor' }).first().focus();
  await grace.keyboard.press('Enter');
  const form = grace.getByRole('dialog', { name: 'Agregar un proveedor de inicio de sesión' });
  await expect(form).toBeVisible();
  await expectAccessible(grace);
  await grace.keyboard.press('Escape');
  await expect(form).toBeHidden();
});
