/** A company's pay calendar in a real browser: planned, closed and opened again; and a form says which payday it counts for. */
import { chooseDay } from './date-fields';
import { expect, expectAccessible, test } from './people';

test('grace plans a pay calendar, closes a run and opens it again', { tag: '@postgres' }, async ({ person }) => {
  test.setTimeout(120_000);
  const grace = await person('grace');
  await grace.goto('/admin/companies');
  await grace.getByRole('link', { name: 'Cedar Logistics' }).click();
  await grace.getByRole('tab', { name: 'Pay calendar' }).click();
  const runs = grace.getByRole('grid', { name: 'Pay calendar' }).or(grace.getByRole('table', { name: 'Pay calendar' }));
  await expect(runs.getByRole('row', { name: /Nov 27, 2026.*Open/ }).first()).toBeVisible();
  await expectAccessible(grace);

  // Far from the calendar that is there; the dates are shown before they are added.
  await grace.getByRole('button', { name: 'Add schedule' }).click();
  const schedule = grace.getByRole('dialog', { name: 'Add schedule' });
  await expect(schedule.getByText('Fill out the form to see the dates.')).toBeVisible();
  await chooseDay(grace, /First period begins/, '2031-05-04');
  await chooseDay(grace, /First payday/, '2031-05-24');
  const dates = schedule.getByRole('region', { name: 'Dates to add' });
  await expect(dates).toContainText('Fri, May 23');
  await expectAccessible(grace);
  await schedule.getByRole('button', { name: 'Add pay runs' }).click();
  await expect(grace.getByText('26 pay runs added.').first()).toBeVisible();
  await grace.getByRole('button', { name: 'Add schedule' }).click();
  await chooseDay(grace, /First period begins/, '2031-05-04');
  await chooseDay(grace, /First payday/, '2031-05-24');
  await expect(dates).toContainText('Another pay run has some of these days.');
  await schedule.getByRole('button', { name: 'Add pay runs' }).click();
  await expect(schedule.getByText(/There is already a run for some of these days/)).toBeVisible();
  await schedule.getByRole('button', { name: 'Cancel' }).click();
  await grace.getByRole('button', { name: 'Discard' }).click();

  const closing = /^Start processing payday Nov 30, 2026/;
  await grace.getByRole('button', { name: closing }).click();
  const question = grace.getByRole('alertdialog').or(grace.getByRole('dialog'));
  await question.getByRole('button', { name: 'Start processing' }).click();
  await expect(runs.getByRole('row', { name: /Nov 30, 2026.*Processing/ })).toBeVisible();
  await grace.getByRole('button', { name: /^Reopen payday Nov 30, 2026/ }).click();
  await question.getByRole('button', { name: 'Reopen' }).click();
  await expect(runs.getByRole('row', { name: /Nov 30, 2026.*Open/ })).toBeVisible();
});

test('ana’s form says which payday a change counts for', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/pay/disbursements');
  await ana.getByRole('button', { name: 'Add an account' }).click();
  const form = ana.getByRole('dialog', { name: 'Add an account' });
  await expect(
    form.getByText(/^Approved by Nov \d+, 2026, .*, this counts for your pay on \w+, Nov \d+\.$/),
  ).toBeVisible();
  await expectAccessible(ana);
});

test('so do the forms for dependents, and for contacts, which no one approves', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/profile');
  await ana.getByRole('region', { name: 'Dependents' }).getByRole('button', { name: 'Add dependent' }).click();
  const dependent = ana.getByRole('dialog', { name: 'Add dependent' });
  await expect(dependent.getByText(/^Approved by Nov \d+, 2026, .*, this counts for your pay on /)).toBeVisible();
  await dependent.getByRole('button', { name: 'Cancel' }).click();
  await ana.getByRole('region', { name: 'Contacts' }).getByRole('button', { name: 'Add contact' }).click();
  const contact = ana.getByRole('dialog', { name: 'Add contact' });
  await expect(
    contact.getByText(/^Saved by Nov \d+, 2026, .*, this reaches payroll in time for your pay on /),
  ).toBeVisible();
  await expectAccessible(ana);
});
