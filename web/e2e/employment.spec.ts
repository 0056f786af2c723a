/** An administrator ends an employment and begins it again; the person keeps their pay stubs and tax forms in between. */

import type { Locator } from '@playwright/test';
import { chooseDay } from './date-fields';
import { prove, sentTo } from './factors';
import { expect, expectAccessible, phone, test } from './people';

test('grace terminates evan, who keeps his stubs and W-2s, and rehires him @postgres', async ({ person }) => {
  const grace = await person('grace');
  await grace.goto('/admin/people');
  await expect(grace.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await grace.getByRole('searchbox', { name: 'Name, code, email or username' }).fill('sato evan');
  await grace.getByRole('row', { name: /Evan Sato/ }).click();
  const drawer = grace.getByRole('dialog', { name: 'Evan Sato' });
  await expect(drawer.getByText('Active')).toBeVisible();
  await expectAccessible(grace);

  await drawer.getByRole('button', { name: 'Terminate' }).click();
  const dialog = grace.getByRole('dialog', { name: 'Terminate Evan Sato' });
  await expect(dialog.getByRole('region', { name: 'What ends' })).toContainText('Roles');
  await expectAccessible(grace);
  // Before he was hired is refused at the field, before anyone has to prove anything, and what was typed stays.
  await chooseDay(grace, 'Last day', '1999-01-01');
  await dialog.getByRole('button', { name: 'Terminate' }).click();
  await expect(dialog.getByText('This is before the hire date. Enter that day or a later one.')).toBeVisible();
  await chooseDay(grace, 'Last day', '2026-11-13');
  await dialog.getByRole('button', { name: 'Terminate' }).click();
  await prove(grace);
  await expect(grace.getByText('Termination saved.').first()).toBeVisible();
  await expect(drawer.getByText('Terminated')).toBeVisible();

  const evan = await person('evan', phone);
  await evan.goto('/');
  await expect(evan.getByText(/Your last day at .* was Nov 13, 2026/)).toBeVisible();
  await expectAccessible(evan);
  const left = evan.getByRole('list', { name: 'What you can open' });
  await expect(left.getByRole('link')).toHaveCount(3);
  await left.getByRole('link', { name: /W-2 forms/ }).click();
  await expect(evan.getByRole('heading', { level: 1 })).toContainText('W-2');
  await evan.goto('/pay/paystub');
  await expect(evan.getByRole('heading', { level: 1, name: 'Pay history' })).toBeVisible();
  await evan.goto('/time');
  await expect(evan.getByText(/Your last day at/)).toBeVisible();

  await drawer.getByRole('button', { name: 'Rehire' }).click();
  await chooseDay(grace, 'First day', '2026-11-16');
  await grace.getByRole('dialog', { name: 'Rehire Evan Sato' }).getByRole('button', { name: 'Rehire' }).click();
  await prove(grace);
  await expect(grace.getByText('Rehire saved.').first()).toBeVisible();
  await evan.goto('/');
  await expect(evan.getByText(/Your last day at/)).toBeHidden();
});

test('grace sees on a phone, in Spanish and in the dark, who has no manager', async ({ person }) => {
  const grace = await person('grace', { ...phone, colorScheme: 'dark', language: 'es' });
  await grace.goto('/admin/people');
  await grace.getByRole('tab', { name: 'Sin gerente' }).click();
  await expect(grace.getByRole('heading', { level: 1, name: 'Personas' })).toBeVisible();
  await expectAccessible(grace);
});

test('grace helps omar, who lost his phone, in five clicks @postgres', async ({ person, request }) => {
  const omar = await person('omar');
  await omar.goto('/');
  const grace = await person('grace');
  await grace.goto('/admin/home');
  await expect(grace.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expectAccessible(grace);
  // Typing isn't a click, and neither is the code at the end. The dialog that asks for it may offer a choice first: the fifth.
  let clicks = 0;
  const click = async (what: Locator) => {
    await what.click();
    clicks += 1;
  };
  await click(grace.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People', exact: true }));
  await grace.getByRole('searchbox', { name: 'Name, code, email or username' }).fill('omar');
  await click(grace.getByRole('row', { name: /^Omar / }));
  const drawer = grace.getByRole('dialog', { name: /^Omar / });
  const signIn = drawer.getByRole('region', { name: 'Sign-in' });
  await expect(signIn.getByText('Can sign in')).toBeVisible();
  // Tests before this one may have left sessions of his in this world.
  await expect(signIn.getByRole('button', { name: /^End session on/ }).first()).toBeVisible();
  await expectAccessible(grace);
  await click(signIn.getByRole('button', { name: 'Reset sign-in' }));
  const dialog = grace.getByRole('dialog', { name: /^Reset sign-in for Omar/ });
  await expect(dialog.getByRole('checkbox', { name: /Authenticator app/ })).toBeChecked();
  await expectAccessible(grace);
  await click(dialog.getByRole('button', { name: 'Reset sign-in' }));
  await prove(grace);
  clicks += 1;
  expect(clicks).toBeLessThanOrEqual(5);
  await expect(grace.getByText(/^Sign-in reset for Omar/).first()).toBeVisible();
  await expect(signIn.getByText('They aren’t signed in anywhere.')).toBeVisible();
  await expect(signIn.getByText('New password').first()).toBeVisible();

  const email = await drawer
    .getByText(/^omar.*@/)
    .first()
    .innerText();
  await sentTo(request, email, /removed ways to sign in/);
  await sentTo(request, email, /\/login\/reset\?token=/);
  await omar.goto('/accountSettings');
  await expect(omar.getByRole('heading', { level: 1, name: 'Account settings' })).toBeHidden();
  await expect(omar).not.toHaveURL(/accountSettings/);
});
