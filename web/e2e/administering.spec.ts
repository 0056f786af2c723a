/** Tools of an administrator that change little and matter much: an employee code, two people compared, words in a mail. */
import type { Page } from '@playwright/test';
import { prove } from './factors';
import { expect, expectAccessible, phone, test } from './people';

async function openPerson(page: Page, typed: string, name: string): Promise<void> {
  await page.goto('/admin/people');
  await page.getByRole('searchbox', { name: 'Name, code, email or username' }).fill(typed);
  await page.getByRole('row', { name: new RegExp(name) }).click();
  await expect(page.getByRole('dialog', { name, exact: true })).toContainText('Can sign in');
}

async function setCode(page: Page, code: string): Promise<string> {
  await page.getByRole('dialog').getByRole('button', { name: 'Change employee code' }).click();
  const dialog = page.getByRole('dialog', { name: 'New employee code for Evan Sato' });
  const field = dialog.getByRole('textbox', { name: /Employee code/ });
  const before = await field.inputValue();
  await expectAccessible(page);
  await field.fill(code);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await prove(page);
  await expect(page.getByText(`Evan Sato now has the code ${code}.`).first()).toBeVisible();
  return before;
}

test('grace gives someone another employee code and finds them by it', { tag: '@postgres' }, async ({ person }) => {
  const grace = await person('grace');
  await openPerson(grace, 'evan', 'Evan Sato');
  await expectAccessible(grace);
  const before = await setCode(grace, 'EV-77');
  await openPerson(grace, 'EV-77', 'Evan Sato');
  await expect(grace.getByRole('region', { name: 'Cedar Outfitters · EV-77' })).toBeVisible();
  await setCode(grace, before);
});

test('grace sees what one of two may do and the other may not', async ({ person }) => {
  const grace = await person('grace');
  await grace.goto('/admin/roles');
  await grace.getByRole('button', { name: 'Compare two people' }).click();
  const dialog = grace.getByRole('dialog', { name: 'Compare two people' });
  await expectAccessible(grace);
  await dialog.getByRole('combobox', { name: 'One person', exact: true }).fill('marc');
  await grace.getByRole('option', { name: 'Marcus Bell' }).click();
  await dialog.getByRole('combobox', { name: 'The other person', exact: true }).fill('evan');
  await grace.getByRole('option', { name: 'Evan Sato' }).click();
  await expect(dialog.getByRole('heading', { name: 'Only Marcus Bell' }).first()).toBeVisible();
  await expect(dialog).toContainText('Decide their team’s time off');
  await expectAccessible(grace);
});

test('grace adds her own words to a mail, on a phone and in Spanish', async ({ person }) => {
  const grace = await person('grace', { ...phone, language: 'es', colorScheme: 'dark' });
  await grace.goto('/admin/portal');
  await grace.getByRole('tab', { name: 'Textos de los correos' }).click();
  await grace.getByRole('button', { name: 'Editar el texto de Bienvenida' }).click();
  const dialog = grace.getByRole('dialog', { name: 'Texto de Bienvenida' });
  const field = dialog.getByRole('textbox', { name: /En los correos en español/ });
  await field.fill('¿Preguntas? Extensión 12.');
  await expect(dialog.getByRole('region', { name: 'Ejemplo en español' })).toContainText('¿Preguntas? Extensión 12.');
  await expectAccessible(grace);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(grace.getByText('Se guardó el texto de Bienvenida.').first()).toBeVisible();
  await expect(grace.getByRole('listitem').filter({ hasText: 'Bienvenida' })).toContainText('Extensión 12.');
});
