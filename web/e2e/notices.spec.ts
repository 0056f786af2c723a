/** Notices in a real browser: one comes with a request, leads to its place, and is read. */
import { expect, expectAccessible, phone, test } from './people';

test('victor asks for a day off, marcus hears of it in the app and follows it to his queue', {
  tag: '@postgres',
}, async ({ person }) => {
  const victor = await person('victor');
  await victor.goto('/time');
  await victor.getByRole('button', { name: 'Request time off' }).first().click();
  await victor.getByRole('dialog').getByRole('button', { name: /Type$/ }).click();
  await victor.getByRole('option', { name: /^Unpaid/ }).click();
  const segments = victor.getByRole('group', { name: /^Dates/ }).getByRole('spinbutton');
  for (const at of [0, 3]) {
    await segments.nth(at).click();
    await victor.keyboard.type('06072027');
  }
  await victor.getByRole('button', { name: 'Send request' }).click();
  await expect(victor.getByRole('dialog')).toBeHidden();

  const marcus = await person('marcus');
  await marcus.goto('/manager/home');
  await marcus.getByRole('button', { name: /^Notices, \d+\+? unread$/ }).click();
  const drawer = marcus.getByRole('dialog', { name: 'Notices' });
  await expect(drawer.getByRole('button', { name: /Unread: Victor .* requested time off.*Jun 7, 2027/ })).toBeVisible();
  await expectAccessible(marcus);
  await drawer.getByRole('button', { name: /Unread: Victor .* requested time off.*Jun 7, 2027/ }).click();
  await expect(marcus).toHaveURL(/\/manager\/leaverequests/);
  await expect(drawer).toBeHidden();
  await marcus.getByRole('button', { name: /^Notices/ }).click();
  await expect(drawer.getByRole('button', { name: /^Victor .* requested time off.*Jun 7, 2027/ })).toBeVisible();
  const all = drawer.getByRole('button', { name: 'Mark all as read' });
  if (await all.isVisible()) await all.click();
  await expect(all).toBeHidden();
  await marcus.keyboard.press('Escape');
  await expect(marcus.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
});

test('elena, on a phone and in Spanish, is told when there is nothing', async ({ person }) => {
  const elena = await person('elena', phone);
  await elena.goto('/employee/home');
  await elena.getByRole('button', { name: /^Avisos/ }).click();
  await expect(elena.getByRole('dialog', { name: 'Avisos' })).toBeVisible();
  await expect(elena.getByText('Está al día').or(elena.getByRole('list', { name: 'Avisos' }))).toBeVisible();
});
