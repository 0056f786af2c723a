/** W-2 forms in a real browser, as the people of the demo world read them and choose how to get them. */
import { readFileSync } from 'node:fs';
import { withFlags } from './flags';
import { expect, expectAccessible, expectInSight, phone, test } from './people';

test('victor reads his forms by year and downloads one', async ({ person }) => {
  const victor = await person('victor');
  await victor.goto('/pay/w2');
  await expect(victor.getByRole('heading', { level: 1, name: 'W-2 forms' })).toBeVisible();
  const forms = victor.getByRole('table', { name: /^Form W-2 for \d{4}$/ });
  await expect(forms).toHaveCount(2);
  await expect(forms.first()).toContainText('Wages, tips, other compensation');
  const waiting = victor.waitForEvent('download');
  await victor
    .getByRole('button', { name: /^Download Form W-2 for/ })
    .first()
    .click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^W-2-\d{4}\.pdf$/);
  const pdf = readFileSync(await download.path()).toString('latin1');
  expect(pdf.startsWith('%PDF-1.7')).toBe(true);
  expect(pdf).toContain('Victor Lindqvist');
  await expectAccessible(victor);
});

test('victor goes paperless after reading what it means, and back', { tag: '@postgres' }, async ({ person }) => {
  const victor = await person('victor');
  await victor.goto('/pay/w2');
  const delivery = victor.getByRole('region', { name: 'Delivery' });
  await expect(delivery).toContainText('On paper');
  await delivery.getByRole('button', { name: 'Go paperless' }).click();
  const dialog = victor.getByRole('dialog', { name: 'Get tax forms electronically' });
  for (const title of ['You may have paper instead', 'You may withdraw at any time', 'What you need'])
    await expect(dialog.getByText(title)).toBeVisible();
  await dialog.getByRole('button', { name: 'I agree' }).click();
  await expectInSight(dialog.getByText('Check the box to agree.'));
  await expectAccessible(victor);
  await dialog.getByRole('checkbox').check({ force: true });
  await dialog.getByRole('button', { name: 'I agree' }).click();
  await expect(dialog).toBeHidden();
  await expect(delivery).toContainText('Electronic');

  await delivery.getByRole('button', { name: 'Go back to paper' }).click();
  await victor.getByRole('alertdialog').getByRole('button', { name: 'Get paper forms' }).click();
  await expect(delivery).toContainText('On paper');
  // Another consent is another reading: nothing is ticked beforehand.
  await delivery.getByRole('button', { name: 'Go paperless' }).click();
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('evan consents in Spanish, and takes it back', async ({ person }) => {
  const evan = await person('evan', { language: 'es' });
  await evan.goto('/pay/w2');
  const delivery = evan.getByRole('region', { name: 'Entrega' });
  await delivery.getByRole('button', { name: 'Recibir sin papel' }).click();
  const dialog = evan.getByRole('dialog', { name: 'Recibir los formularios de impuestos en forma electrónica' });
  await expect(dialog.getByText('Puede retirarlo en cualquier momento')).toBeVisible();
  await dialog.getByRole('button', { name: 'Acepto' }).click();
  await expect(dialog.getByText('Marque la casilla para aceptar.')).toBeVisible();
  await dialog.getByRole('checkbox').check({ force: true });
  await dialog.getByRole('button', { name: 'Acepto' }).click();
  await expect(delivery).toContainText('Electrónica');
  await delivery.getByRole('button', { name: 'Volver al papel' }).click();
  await evan.getByRole('alertdialog').getByRole('button', { name: 'Recibir en papel' }).click();
  await expect(delivery).toContainText('En papel');
});

test('elena reads her forms in Spanish on a phone, in the dark', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark', language: 'es' });
  await elena.goto('/pay/w2');
  await expect(elena.getByRole('heading', { level: 1, name: 'Formularios W-2' })).toBeVisible();
  await expect(elena.getByRole('table', { name: /^Formulario W-2 de \d{4}$/ }).first()).toContainText(
    'Impuesto federal sobre la renta retenido',
  );
  await expect(elena.getByRole('region', { name: 'Entrega' })).toContainText('En papel');
  const width = await elena.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(elena);
});

test('the flag of tax products offers one beside the forms', async ({ person }) => {
  const victor = await person('victor');
  const offer = victor.getByRole('region', { name: 'File your return with tax software' });
  await victor.goto('/pay/w2');
  await expect(victor.getByRole('table', { name: /^Form W-2 for/ }).first()).toBeVisible();
  await expect(offer).toBeHidden();
  await withFlags('Cedar Group', { 'show-payment-card-and-tax-product-marketing': 'on' }, async () => {
    await victor.reload();
    await expect(offer).toBeVisible();
  });
});
