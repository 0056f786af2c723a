/** /requests, a page of the second version: victor has it, ana does not. */
import { expect, expectAccessible, phone, test } from './people';

test('victor finds his requests of every kind in one list, and goes to where each can be changed', async ({
  person,
}) => {
  const victor = await person('victor');
  await victor.goto('/employee/home');
  await victor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My requests' }).click();
  await expect(victor).toHaveURL('/requests');
  const list = victor.getByRole('table', { name: 'My requests' });
  for (const kind of ['Time off', 'Profile', 'Direct deposit'])
    await expect(
      list
        .getByRole('row')
        .filter({ has: victor.getByText(kind, { exact: true }) })
        .first(),
    ).toBeVisible();
  await expectAccessible(victor);

  const pending = victor.getByRole('radio', { name: 'Pending' });
  await pending.check();
  await expect(list.getByText('Approved', { exact: true })).toHaveCount(0);
  const count = await list.getByRole('link').count();
  expect(count).toBeGreaterThan(1);
  await expect(victor.getByRole('status').filter({ hasText: 'request' })).toHaveText(`${count} requests`);
  await victor.reload();
  await expect(pending).toBeChecked();
  await expect(list.getByRole('link')).toHaveCount(count);
  await list.getByRole('row').filter({ hasText: 'Time off' }).first().getByRole('link').press('Enter');
  await expect(victor).toHaveURL('/time');
});

test('on a phone, in Spanish and in the dark, the same list is cards', async ({ person }) => {
  const victor = await person('victor', { ...phone, language: 'es', colorScheme: 'dark' });
  await victor.goto('/requests');
  const list = victor.getByRole('list', { name: 'Mis solicitudes' });
  await expect(list.getByText('Depósito directo').first()).toBeVisible();
  await expectAccessible(victor);
  const wider = await victor.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
});

test('ana, on the first version, has no such page', async ({ person }) => {
  const ana = await person('ana');
  await expect(ana.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Time' })).toBeVisible();
  await expect(ana.getByRole('link', { name: 'My requests' })).toHaveCount(0);
  await ana.goto('/requests');
  await expect(ana).toHaveURL('/employee/home');
});
