/** Documents in a real browser, as the people of the demo world use them. */
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

const pdf = (words: string) => Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Title (${words}) >>\nendobj\nstartxref\n9\n%%EOF\n`);

let made = 0;
/** A name that no other test gives. */
function unique(words: string): string {
  made += 1;
  return `${words} ${Date.now() % 1_000_000}-${made}`;
}

async function openDocuments(page: Page): Promise<void> {
  await page.goto('/manager/resources');
  await page.getByRole('tab', { name: /^(Documents|Documentos)$/ }).click();
  await expect(page.getByRole('button', { name: /^(Add a document|Agregar un documento)$/ }).first()).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('marcus adds a document, ana downloads it, and once deleted it is gone', { tag: '@postgres' }, async ({
  person,
}) => {
  const marcus = await person('marcus');
  const name = unique('Parking rules');
  await openDocuments(marcus);
  await marcus.getByRole('button', { name: 'Add a document' }).first().click();
  const dialog = marcus.getByRole('dialog');
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'parking.pdf', mimeType: 'application/pdf', buffer: pdf(name) });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('parking');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row(marcus, name)).toContainText('Current');

  const ana = await person('ana');
  await ana.goto('/more/documents');
  const download = ana.waitForEvent('download');
  await ana.getByRole('button', { name: `Download: ${name}` }).click();
  expect((await download).suggestedFilename()).toBe('parking.pdf');

  await marcus.getByRole('button', { name: `Delete: ${name}` }).click();
  await marcus.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(marcus, name)).toBeHidden();
  await ana.reload();
  await expect(ana.getByText('Employee handbook')).toBeVisible();
  await expect(ana.getByText(name)).toBeHidden();
});

test('every refusal of a file is said in clear words beside it', async ({ person }) => {
  const marcus = await person('marcus');
  await openDocuments(marcus);
  await marcus.getByRole('button', { name: 'Add a document' }).first().click();
  const dialog = marcus.getByRole('dialog');
  const file = dialog.getByLabel('File');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Choose a file.')).toBeVisible();

  await file.setInputFiles({ name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await expect(dialog.getByText('tool.exe')).toBeVisible();
  await file.setInputFiles({ name: 'blank.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
  await expect(dialog.getByText('This file is empty.')).toBeVisible();
  await file.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(unique('Refused'));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('This file’s content doesn’t match its name.', { exact: false })).toBeVisible();

  const script = Buffer.from('%PDF-1.4\n1 0 obj\n<< /S /JavaScript /JS (x) >>\nendobj\nstartxref\n9\n%%EOF\n');
  await file.setInputFiles({ name: 'script.pdf', mimeType: 'application/pdf', buffer: script });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    dialog.getByText('This file contains macros, scripts or embedded programs.', { exact: false }),
  ).toBeVisible();

  await dialog.getByRole('textbox', { name: 'Name' }).fill('Employee handbook');
  await file.setInputFiles({ name: 'fine.pdf', mimeType: 'application/pdf', buffer: pdf('fine') });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('This name is already taken. Please choose another')).toBeVisible();
});

test('documents speak Spanish on a phone, in the dark, without an accessibility violation', async ({ person }) => {
  const setting = { ...phone, colorScheme: 'dark', language: 'es' } as const;
  const ana = await person('ana', setting);
  await ana.goto('/more/documents');
  await expect(ana.getByRole('button', { name: 'Descargar: Employee handbook' })).toBeVisible();
  await expectAccessible(ana);
  const marcus = await person('marcus', setting);
  await openDocuments(marcus);
  await expect(marcus.getByText('Summer schedule')).toBeVisible();
  // Three acts side by side keep their pictures, however long the words are.
  const pictures = marcus.getByRole('button', { name: /^(Descargar|Editar|Eliminar): / }).locator('svg');
  const widths = await pictures.evaluateAll((all) => all.map((picture) => picture.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThan(16);
  await expectAccessible(marcus);
  await marcus.getByRole('button', { name: 'Agregar un documento' }).first().click();
  await expect(marcus.getByRole('dialog')).toBeVisible();
  await expectAccessible(marcus);
});

test('marcus and priya edit the same document: he sees both versions and chooses', async ({ person }) => {
  const marcus = await person('marcus');
  const name = unique('Visitors');
  await openDocuments(marcus);
  await marcus.getByRole('button', { name: 'Add a document' }).first().click();
  const his = marcus.getByRole('dialog');
  await his.getByLabel('File').setInputFiles({ name: 'v.pdf', mimeType: 'application/pdf', buffer: pdf(name) });
  await his.getByRole('textbox', { name: 'Name' }).fill(name);
  await his.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(his).toBeHidden();

  const priya = await person('priya', { ...phone, colorScheme: 'dark', language: 'es' });
  await openDocuments(priya);
  const hers = priya.getByRole('dialog');
  const change = async (to: string) => {
    await priya.getByRole('button', { name: `Editar: ${name}` }).click();
    await hers.getByRole('textbox', { name: 'Nombre' }).fill(to);
    await hers.getByRole('button', { name: 'Guardar' }).click();
  };
  await marcus.getByRole('button', { name: `Edit: ${name}` }).click();
  await change(`${name} at the gate`);
  await expect(hers).toBeHidden();

  await his.getByRole('textbox', { name: 'Name' }).fill(`${name} in the lobby`);
  await his.getByRole('button', { name: 'Save' }).click();
  const conflict = his.getByRole('alert').filter({ hasText: 'Priya Raman changed this while you were editing' });
  await expect(conflict).toContainText(`${name} at the gate`);
  await expect(conflict).toContainText(`${name} in the lobby`);
  await expectAccessible(marcus);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(his).toBeHidden();
  await expect(row(marcus, `${name} in the lobby`)).toContainText('Marcus Bell');

  // She still has the list from before; he deletes it while she writes.
  await priya.reload();
  await priya.getByRole('tab', { name: 'Documentos' }).click();
  await priya.getByRole('button', { name: `Editar: ${name} in the lobby` }).click();
  await marcus.getByRole('button', { name: `Delete: ${name} in the lobby` }).click();
  await marcus.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(marcus, name)).toBeHidden();
  await hers.getByRole('textbox', { name: 'Nombre' }).fill(`${name} otra vez`);
  await hers.getByRole('button', { name: 'Guardar' }).click();
  await expect(hers).toContainText('Esto se eliminó mientras usted lo editaba');
  await expectAccessible(priya);
  // The bytes are gone with it: a new one needs a file.
  await hers.getByRole('button', { name: 'Agregar la mía como nueva' }).click();
  await expect(hers.getByText('Elija un archivo.')).toBeVisible();
  await expect(hers.getByRole('textbox', { name: 'Nombre' })).toHaveValue(`${name} otra vez`);
});
