/** Roles in a real browser: an administrator gives one, ends it, and adapts a copy. */
import type { Page } from '@playwright/test';
import { prove, stepUp } from './factors';
import { expect, expectAccessible, phone, test } from './people';

async function openRoles(page: Page, title = 'Roles'): Promise<void> {
  await page.goto('/admin/roles');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function openRole(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').first().fill(name);
  await page.getByRole('button', { name: new RegExp(`^${name}( Comes with Atrium)?$`) }).click();
  await expect(drawer(page, name)).toBeVisible();
}

async function choosePerson(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Person' }).fill(typed);
  await page.getByRole('option', { name }).click();
}

test('grace gives a role, sees what it opens, and ends it', { tag: '@postgres' }, async ({ person }) => {
  const grace = await person('grace');
  await openRoles(grace);
  await expect(grace.getByRole('row').filter({ hasText: 'Comes with Atrium' })).toHaveCount(9);
  await expectAccessible(grace);
  await openRole(grace, 'Payroll');
  await expect(drawer(grace, 'Payroll')).toContainText('No one holds this role');
  await expectAccessible(grace);
  await drawer(grace, 'Payroll').getByRole('button', { name: 'Give role' }).click();
  await choosePerson(grace, 'elen', 'Elena Vargas');
  await grace.getByRole('button', { name: /Where$/ }).click();
  await grace.getByRole('option', { name: 'Cedar Logistics' }).click();
  const preview = grace.getByRole('region', { name: 'What changes' });
  await expect(preview).toContainText('payroll.write');
  await expectAccessible(grace);
  await grace.getByRole('dialog').getByRole('button', { name: 'Give role' }).click();
  await prove(grace);
  await expect(grace.getByText('Elena Vargas now has the role Payroll.').first()).toBeVisible();

  await openRoles(grace);
  await openRole(grace, 'Payroll');
  const holders = grace.getByRole('region', { name: 'Held by' });
  await expect(holders).toContainText('Elena Vargas');
  await holders.getByRole('button', { name: 'End this role for Elena Vargas' }).click();
  await expect(grace.getByRole('region', { name: 'What changes' })).toContainText('payroll.write');
  await grace.getByRole('button', { name: 'Save' }).click();
  await expect(stepUp(grace)).toBeVisible();
  await prove(grace);
  await expect(grace.getByText('Elena Vargas’s role Payroll was updated.').first()).toBeVisible();
});

test('a copy is adapted and removed; a shipped role and one’s own rights stay', async ({ person }) => {
  // A code of the app counts once: two changes wait for the next one.
  test.setTimeout(240_000);
  const grace = await person('grace');
  await openRoles(grace);
  await openRole(grace, 'Manager View');
  await expect(drawer(grace, 'Manager View').getByRole('button', { name: 'Edit' })).toBeHidden();
  await drawer(grace, 'Manager View').getByRole('button', { name: 'Copy' }).click();
  await grace.getByLabel('Name').fill('Floor lead');
  await grace.keyboard.press('Enter');
  const editing = grace.getByRole('dialog', { name: 'Edit Floor lead' });
  await expect(editing).toBeVisible();
  await editing
    .getByRole('checkbox', { name: 'Decide their team’s personal information requests' })
    .uncheck({ force: true });
  await expect(grace.getByRole('region', { name: 'What changes' })).toContainText('manager:profile.write');
  await expectAccessible(grace);
  await editing.getByRole('button', { name: 'Save' }).click();
  await prove(grace);
  await expect(grace.getByText('Role Floor lead saved.').first()).toBeVisible();

  await openRoles(grace);
  await openRole(grace, 'Floor lead');
  await drawer(grace, 'Floor lead').getByRole('button', { name: 'Remove' }).click();
  await grace.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await prove(grace);
  await expect(grace.getByText('Role Floor lead removed.').first()).toBeVisible();

  await openRoles(grace);
  await openRole(grace, 'Payroll');
  await drawer(grace, 'Payroll').getByRole('button', { name: 'Give role' }).click();
  await choosePerson(grace, 'grace', "Grace O'Neil");
  await grace.getByRole('button', { name: /Where$/ }).click();
  await grace.getByRole('option', { name: 'Cedar Outfitters' }).click();
  await expect(grace.getByRole('region', { name: 'What changes' })).toContainText(
    'You can’t give yourself more permissions',
  );
});

test('the page reads well in Spanish, on a phone and dark, by keyboard', async ({ person }) => {
  const grace = await person('grace', { ...phone, language: 'es', colorScheme: 'dark' });
  await openRoles(grace);
  await expect(grace.getByRole('main')).toContainText('Viene con Atrium');
  await expectAccessible(grace);
  await grace.getByRole('searchbox').fill('nada así');
  await expect(grace.getByRole('main')).toContainText('No hay coincidencias');
  await grace.getByRole('searchbox').fill('Payroll');
  await grace.getByText('Payroll', { exact: true }).first().click();
  await expect(drawer(grace, 'Payroll')).toBeVisible();
  await expectAccessible(grace);
  await grace.keyboard.press('Escape');
  await expect(drawer(grace, 'Payroll')).toBeHidden();
});
