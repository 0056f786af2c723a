/** /admin/reports: figures, the people behind them, files, and a schedule, as Grace uses them. */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible, phone, test } from './people';

test('@postgres an administrator reads a report, saves it, and has its link mailed', async ({ person }) => {
  const grace = await person('grace');
  await grace.goto('/admin/reports');
  await expect(grace.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  const balances = grace.getByRole('region', { name: 'Time-off balances' });
  await expect(balances.getByRole('row', { name: /Vacation/ })).toBeVisible();
  // What the hours are worth is for payroll.
  await expect(balances.getByRole('columnheader', { name: 'Liability' })).toHaveCount(0);
  await expectAccessible(grace);

  await grace.getByRole('button', { name: 'Time-off balances Report' }).click();
  await grace.getByRole('option', { name: 'Electronic W-2 consent' }).click();
  await expect(grace).toHaveURL(/report=consent/);
  const people = grace.getByRole('region', { name: 'People' });
  await expect(people.getByRole('row').nth(1)).toBeVisible();
  const saving = grace.waitForEvent('download');
  await grace.getByRole('button', { name: 'Save the people as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^w2-consent-people-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Employee,Employee code,Department,W-2 delivery,Since');

  await grace.getByRole('button', { name: 'Schedule report' }).click();
  const dialog = grace.getByRole('dialog', { name: 'Schedule Electronic W-2 consent' });
  await dialog.getByRole('button', { name: 'Schedule report' }).click();
  const schedules = grace.getByRole('region', { name: 'Scheduled reports' });
  const row = schedules.getByRole('row', { name: /Electronic W-2 consent/ });
  await expect(row).toContainText('Every month, on day 1');
  await row.getByRole('button', { name: 'Pause: Electronic W-2 consent' }).click();
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: 'Delete: Electronic W-2 consent' }).click();
  await grace.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(schedules.getByText('No scheduled reports yet')).toBeVisible();
});

test('on a phone, in Spanish, a link from a mail opens the report it names', async ({ person }) => {
  const grace = await person('grace', { ...phone, language: 'es' });
  await grace.goto('/admin/reports?report=headcount&from=2026-01-01&to=2026-06-30');
  const report = grace.getByRole('region', { name: 'Personal y rotación' });
  await expect(report.getByRole('img', { name: 'Personal y rotación' })).toContainText('junio de 2026');
  await expect(report.getByText('julio de 2026')).toHaveCount(0);
  await expectAccessible(grace);
});
