/** Files of a time-off request in a real browser: dropped by the employee, read by the decider. */
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { chooseDays } from './date-fields';
import { expect, expectAccessible, expectInSight, test } from './people';

const pdf = (words: string) => Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Title (${words}) >>\nendobj\nstartxref\n9\n%%EOF\n`);
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function ask(page: Page, type: string, first: string, last: string): Promise<void> {
  await page.goto('/time');
  await page.getByRole('button', { name: 'Request time off' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: /Type$/ }).click();
  await page.getByRole('option', { name: new RegExp(`^${type}`) }).click();
  await chooseDays(page, /^Dates/, first, last);
}

test('victor attaches notes to his request, and marcus opens them before he decides', { tag: '@postgres' }, async ({
  person,
}) => {
  const victor = await person('victor');
  await ask(victor, 'Unpaid', '2027-05-10', '2027-05-10');
  const dialog = victor.getByRole('dialog');
  await dialog.getByLabel('Attachments').setInputFiles([file('summons.pdf'), file('map.pdf')]);
  await expect(dialog.getByText('map.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove map.pdf' }).click();
  // A file that is not taken is not left out in silence.
  const notTaken = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
  await dialog.getByLabel('Attachments').setInputFiles(notTaken);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  const refusal = 'notes.txt can’t be attached. Remove it or choose another file, then send again.';
  await expectInSight(dialog.getByText(refusal));
  await dialog.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(dialog.getByText(refusal)).toBeHidden();
  await expectAccessible(victor);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(victor, 'May 10')).toContainText('1 attachment');

  await row(victor, 'May 10')
    .getByRole('button', { name: /May 10/ })
    .first()
    .click();
  const details = victor.getByRole('dialog');
  await details.getByLabel('Add an attachment').setInputFiles(file('second.pdf'));
  await expect(details.getByText('second.pdf')).toBeVisible();
  await details.getByRole('button', { name: 'Remove second.pdf' }).click();
  await victor
    .getByRole('alertdialog', { name: 'Remove “second.pdf”?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(details.getByText('second.pdf')).toBeHidden();
  const own = victor.waitForEvent('download');
  await details.getByRole('button', { name: 'Download summons.pdf' }).click();
  expect((await own).suggestedFilename()).toBe('summons.pdf');

  const marcus = await person('marcus');
  await marcus.goto('/manager/leaverequests');
  // The queue is by day; the newest request may be on a later page.
  while (!(await row(marcus, 'May 10').isVisible())) {
    const next = marcus.getByRole('button', { name: 'Next' });
    await expect(row(marcus, 'May 10').or(next).first()).toBeVisible();
    if (await row(marcus, 'May 10').isVisible()) break;
    await next.click();
  }
  await row(marcus, 'May 10')
    .getByRole('button', { name: /Victor/ })
    .first()
    .click();
  const decision = marcus.getByRole('dialog');
  await expect(decision.getByLabel('Add an attachment')).toHaveCount(0);
  const read = marcus.waitForEvent('download');
  await decision.getByRole('button', { name: 'Download summons.pdf' }).click();
  expect((await read).suggestedFilename()).toBe('summons.pdf');
  await decision.getByRole('button', { name: 'Deny' }).click();
  await expect(decision).toBeHidden();
});

test('a long sick leave without a note is refused in clear words, and sent with one', async ({ person }) => {
  const victor = await person('victor');
  await ask(victor, 'Sick', '2027-04-05', '2027-04-08');
  const dialog = victor.getByRole('dialog');
  await expect(dialog.getByText('Sick for more than 3 days needs an attachment.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  const refusal = 'A request this long needs an attachment, such as a doctor’s note.';
  await expect(dialog.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
  await dialog.getByLabel('Attachments').setInputFiles(file('note.pdf'));
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toBeHidden();
  await row(victor, 'Apr 5')
    .getByRole('button', { name: /^Withdraw/ })
    .click();
  await victor.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(row(victor, 'Apr 5')).toContainText('Canceled');
});
