/** A manager's team in a real browser, as the people of the demo world use it. */
import { expect, expectAccessible, expectInSight, phone, test } from './people';

test('marcus finds ana in his team and sees what his areas open', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/employees');
  await expect(marcus.getByRole('heading', { level: 1, name: 'Employees' })).toBeVisible();
  await marcus.getByRole('searchbox', { name: 'Search employees' }).fill('morales, an');
  const ana = marcus.getByRole('row').filter({ hasText: 'Morales, Ana' });
  await expect(ana).toContainText('Footwear');
  await ana.getByRole('button').first().click();
  const card = marcus.getByRole('dialog', { name: 'Ana Morales' });
  await expect(card).toContainText('Date of birth');
  await expect(card).toContainText('Retail › Portland Store › Sales Floor › Footwear');
  await marcus.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await marcus.getByRole('searchbox', { name: 'Search employees' }).fill('no such person');
  await expect(marcus.getByText('No one found')).toBeVisible();
});

test('a report for time off alone keeps their personal information', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/employees');
  await marcus.getByRole('tab', { name: 'Indirect reports' }).click();
  const forTimeOff = marcus.getByRole('row').filter({ hasText: 'Time off', hasNotText: 'Personal info' });
  await forTimeOff.first().getByRole('button').first().click();
  const card = marcus.getByRole('dialog');
  await expect(card).toContainText('You don’t have access to this person’s personal information.');
  await expect(card).not.toContainText('Date of birth');
});

test('priya walks through the organization and the pages of a large company', { tag: '@postgres' }, async ({
  person,
}) => {
  const priya = await person('priya');
  const profile = priya.getByRole('button', { name: /^Open profile menu/ });
  await profile.click();
  await priya.getByRole('button', { name: 'Cedar Logistics' }).click();
  await expect(profile).toContainText('Manager · Cedar Logistics');
  await priya.goto('/manager/employees');
  await priya.getByRole('tab', { name: 'Indirect reports' }).click();
  await priya.getByRole('button', { name: 'Next' }).click();
  await expect(priya.getByRole('button', { name: 'Previous' })).toBeEnabled();
  await priya.getByRole('tab', { name: 'Organization' }).click();
  await priya.getByRole('button', { name: /^Drivers/ }).click();
  await expect(priya.getByRole('region', { name: 'Drivers' }).getByRole('row').nth(1)).toBeVisible();
});

test('the team speaks Spanish on a phone, in the dark, without an accessibility violation', async ({ person }) => {
  const marcus = await person('marcus', { ...phone, colorScheme: 'dark', language: 'es' });
  await marcus.goto('/manager/employees');
  await expect(marcus.getByRole('heading', { level: 1, name: 'Empleados' })).toBeVisible();
  await expect(marcus.getByText('Morales, Ana')).toBeVisible();
  await expectAccessible(marcus);
  await marcus.getByRole('tab', { name: 'Organización' }).click();
  await expect(marcus.getByRole('button', { name: /^Retail/ })).toBeVisible();
  await expectAccessible(marcus);
  await marcus.getByRole('button', { name: /^Retail/ }).click();
  const place = marcus.getByRole('region', { name: 'Retail' }).getByRole('heading', { name: 'Retail' });
  await expect(place).toBeFocused();
  await expectInSight(place);
  await marcus.getByRole('tab', { name: 'Cumpleaños y aniversarios' }).click();
  await expect(marcus.getByText(/en la empresa|Cumpleaños/).first()).toBeVisible();
  await expectAccessible(marcus);
});

test('who manages nobody, or opens no profiles, is sent home', async ({ person }) => {
  for (const username of ['ana', 'dana']) {
    const somebody = await person(username);
    await somebody.goto('/manager/employees');
    await expect(somebody).not.toHaveURL(/employees/);
  }
});
