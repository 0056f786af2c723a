/**
 * An import in the browser: a file as another program writes it, checked, imported and undone; and one that is declared complete, which
 * ends what it lacks once the number is typed in.
 */
import type { Page } from '@playwright/test';
import { prove } from './factors';
import { expect, expectAccessible, phone, test } from './people';
import { worldDay } from './world';

/** The year after the world's. Blackouts that stay are on weekends: other tests request days around them. */
const year = Number(worldDay.slice(0, 4)) + 1;

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/admin/import');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page).toHaveURL(/\/admin\/import\/[0-9a-f-]{36}$/);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** In the question that is open. */
const agree = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

test('a file in another format is mapped, checked, imported and undone', { tag: '@postgres' }, async ({ person }) => {
  test.setTimeout(240_000);
  const page = await person('grace');
  const day = `${year}-04-22`;
  await drop(
    page,
    'days.txt',
    `Company;Date;Holiday\nCedar Outfitters;22.04.${year};Arbor Day\nCedar Outfitters;soon;Never\n`,
  );
  await press(page, 'How to read days.txt');
  await page.getByLabel('Kind of file').click();
  await page.getByRole('option', { name: 'holidays' }).click();
  await expect(page.getByText(day)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Save mapping and use it');
  await prove(page);
  await press(page, 'Check');
  await expect(page.getByText('Errors: 1.', { exact: false })).toBeVisible();
  await expect(page.getByText('2 (Date)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import now' })).toBeHidden();
  await press(page, 'Cancel import');
  await agree(page, 'Cancel import');
  await expect(page.getByText('Canceled')).toBeVisible();

  await drop(page, 'holidays.csv', `company,day,holiday\nCedar Outfitters,${day},Arbor Day\n`);
  await press(page, 'How to read holidays.csv');
  await press(page, 'Use for this file');
  await press(page, 'Check');
  await expect(page.getByText('holiday Arbor Day')).toBeVisible();
  await press(page, 'Import now');
  await agree(page, 'Import now');
  await prove(page);
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await press(page, 'Undo import');
  await agree(page, 'Undo import');
  await prove(page);
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
});

test('a complete file ends what it lacks only with the number typed in', async ({ person }) => {
  // Three proofs, each with a code that counts once.
  test.setTimeout(240_000);
  const page = await person('grace', phone);
  await drop(
    page,
    'blackouts.csv',
    `company,first_day,last_day,reason\nCedar Outfitters,${year}-05-08,${year}-05-09,Inventory\n`,
  );
  await press(page, 'How to read blackouts.csv');
  await press(page, 'Use for this file');
  await press(page, 'Check');
  await press(page, 'Import now');
  await agree(page, 'Import now');
  await prove(page);
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();

  await drop(
    page,
    'fewer.csv',
    `company,first_day,last_day,reason\nCedar Outfitters,${year}-06-05,${year}-06-06,Moving\n`,
  );
  await press(page, 'How to read fewer.csv');
  await press(page, 'Use for this file');
  await press(page, 'Mark fewer.csv as complete');
  await page.getByRole('alertdialog').getByLabel('Company').click();
  await page.getByRole('option', { name: 'Cedar Outfitters' }).click();
  await agree(page, 'Mark as complete');
  await expect(page.getByText('complete for Cedar Outfitters', { exact: false })).toBeVisible();
  await press(page, 'Check');
  const warning = page.getByText(/Missing from these files: \d+/);
  await expect(warning).toBeVisible();
  const ends = /these files: (\d+)/.exec((await warning.textContent()) ?? '')?.[1] ?? '';
  await expectAccessible(page);
  await press(page, 'Import now');
  const number = page.getByRole('alertdialog').getByRole('textbox', { name: `Type how many will end (${ends})` });
  await number.fill(String(Number(ends) + 1));
  await number.blur();
  await agree(page, 'Import now');
  await expect(page.getByText(`Type ${ends} to confirm, or go back.`)).toBeVisible();
  await number.fill(ends);
  await number.blur();
  await agree(page, 'Import now');
  await prove(page);
  await expect(page.getByText(`Ended because they weren’t in the files: ${ends}.`)).toBeVisible();
  await press(page, 'Undo import');
  await agree(page, 'Undo import');
  await prove(page);
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
});
