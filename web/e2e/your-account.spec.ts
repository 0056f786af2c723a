/**
 * Account settings and step-up in a real browser. Each test is somebody else: a code of the authenticator app counts once. The name of
 * the file puts it last: whoever changed a password or a phone has to wait before other things, such as deposits, are easy again.
 */
import type { Page } from '@playwright/test';
import { addAuthenticator, fromBase32, prove, sentTo, totpNow } from './factors';
import { expect, expectAccessible, phone, test } from './people';
import { typeIn } from './sign-in';

async function openSettings(page: Page): Promise<void> {
  await page.goto('/accountSettings');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
}

const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

/** In the step-up dialog: the code of the authenticator app; a second one within half a minute is the next. */
async function proveByApp(page: Page, code = totpNow()): Promise<void> {
  const other = stepUp(page).getByRole('button', { name: 'Authenticator app' });
  const field = stepUp(page).getByLabel('Code from your authenticator app');
  await expect(other.or(field).first()).toBeVisible();
  if (await other.isVisible()) await other.click();
  await field.fill(code);
  await page.keyboard.press('Enter');
  await expect(stepUp(page)).toBeHidden();
}

async function proveByPasskey(page: Page): Promise<void> {
  await stepUp(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(stepUp(page)).toBeHidden();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await proveByApp(page);
  await expect(page.getByRole('button', { name: `Rename: ${name}` })).toBeVisible();
}

test('a signed-out visit to the account settings leads back there, and somebody with only an account stays', async ({
  visitor,
  signInAs,
}) => {
  const omar = await visitor();
  await omar.goto('/accountSettings');
  await signInAs(omar, 'omar');
  await expect(omar).toHaveURL(/\/accountSettings$/);
  await expect(omar.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible();
  await omar.goto('/employee/home');
  await expect(omar).toHaveURL(/\/accountSettings$/);
});

test('ana reaches them from the profile menu, and no field may be empty', async ({ person }) => {
  const ana = await person('ana');
  await ana.getByRole('button', { name: 'Open profile menu' }).click();
  await ana.getByRole('link', { name: 'Account settings' }).click();
  await expect(ana).toHaveURL(/\/accountSettings$/);
  let sent = 0;
  await ana.route('**/users/*/self', (route) => {
    sent += 1;
    return route.continue();
  });
  await ana.getByLabel('Last name').fill('');
  await ana.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ana.getByText('All fields are required')).toBeVisible();
  expect(sent).toBe(0);
  await ana.getByLabel('Last name').fill('Morales Ruiz');
  await ana.getByRole('button', { name: 'Save', exact: true }).click();
  await prove(ana);
  await expect(ana.getByRole('button', { name: 'Open profile menu' })).toContainText('Ana Morales Ruiz');
});

test('a passkey is made, proves a change of e-mail, and signs in alone', { tag: '@postgres' }, async ({
  person,
  request,
  visitor,
}) => {
  const victor = await person('victor');
  await addAuthenticator(victor);
  await openSettings(victor);
  const before = await victor.getByLabel('Email').inputValue();
  await addPasskey(victor, 'Work laptop');

  const after = 'victor.new@example.com';
  await victor.getByLabel('Email').fill(after);
  await victor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(stepUp(victor).getByRole('button', { name: 'Use a passkey' })).toBeFocused();
  await expectAccessible(victor);
  await stepUp(victor).getByRole('button', { name: 'Cancel' }).click();
  await expect(victor.getByLabel('Email')).toHaveValue(after);
  await victor.getByRole('button', { name: 'Save', exact: true }).click();
  await proveByPasskey(victor);
  // The old address counts until the link sent to the new one was followed.
  await expect(victor.getByText(`We sent a link to ${after}`)).toBeVisible();
  await expect(victor.getByLabel('Email')).toHaveValue(before);
  await expectAccessible(victor);
  const mail = await sentTo(request, after, /login\/confirm-email/);
  const reader = await visitor();
  await reader.goto(/\/login\/confirm-email\?token=\S+/.exec(mail)?.[0] ?? '');
  await reader.getByRole('button', { name: 'Confirm address' }).click();
  await expect(reader.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await openSettings(victor);
  await expect(victor.getByLabel('Email')).toHaveValue(after);
  await expect(victor.getByText('Email changed')).toBeVisible();
  await sentTo(request, before, /email address was changed/);

  await victor.getByRole('button', { name: 'Sign out' }).click();
  await victor.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await victor.getByRole('link', { name: 'Sign in again' }).click();
  await victor.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(victor).toHaveURL(/\/home$/);
  await openSettings(victor);
  await victor.getByRole('button', { name: 'Remove: Work laptop' }).click();
  await victor.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await proveByPasskey(victor);
  await expect(victor.getByRole('button', { name: 'Rename: Work laptop' })).toBeHidden();
});

test('a wrong code says how many tries are left, and a challenge that ended starts again', async ({ person }) => {
  const dana = await person('dana', phone);
  await openSettings(dana);
  await dana.getByRole('button', { name: 'Get new codes' }).click();
  await dana.getByRole('alertdialog').getByRole('button', { name: 'Get new codes' }).click();
  const field = stepUp(dana).getByLabel('Code from your authenticator app');
  await field.fill('000000');
  await dana.keyboard.press('Enter');
  await expect(stepUp(dana).getByText(/That code isn’t right. \d tries left./)).toBeVisible();
  await expect(field).toHaveValue('');
  await dana.route('**/step-up/*', (route) => route.fulfill({ status: 410, json: { code: 'CHALLENGE_GONE' } }));
  await field.fill('111111');
  await dana.keyboard.press('Enter');
  const again = dana.getByRole('button', { name: 'Start again' });
  // Only now has the code been sent.
  await expect(again).toBeVisible();
  await dana.unroute('**/step-up/*');
  await again.click();
  await proveByApp(dana);
  const codes = dana.getByRole('list', { name: 'Atrium recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const download = dana.waitForEvent('download');
  await dana.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('atrium-recovery-codes.txt');
  await dana.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(dana.getByText('10 codes left')).toBeVisible();
});

test('a new phone is proved by the code that was sent to it, and removed again', async ({ person, request }) => {
  const hugo = await person('hugo');
  await openSettings(hugo);
  await hugo.getByRole('button', { name: /^(Add a|Change) phone number$/ }).click();
  await hugo.getByLabel('New phone number').fill('(312) 555-0188');
  await hugo.getByRole('button', { name: 'Send the code' }).click();
  await proveByApp(hugo);
  const field = hugo.getByLabel('Code from the text message');
  await expect(field).toBeFocused();
  const code = /\d{6}/.exec(await sentTo(request, '+13125550188', /\d{6}/))?.[0] ?? '';
  await field.fill(code === '000000' ? '000001' : '000000');
  await hugo.keyboard.press('Enter');
  await expect(hugo.getByText('The verification code you entered is incorrect.')).toBeVisible();
  await field.fill(code);
  await hugo.keyboard.press('Enter');
  await expect(hugo.getByText('(312) 555-0188', { exact: true })).toBeVisible();
  await expect(hugo.getByText(/Can confirm changes starting/)).toBeVisible();

  await hugo.getByRole('button', { name: 'Remove this phone number?' }).click();
  await hugo.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await proveByApp(hugo, totpNow(undefined, 1));
  await expect(hugo.getByText('(312) 555-0188', { exact: true })).toBeHidden();
  await expect(hugo.getByRole('button', { name: 'Add a phone number' })).toBeVisible();
  await sentTo(request, '+13125550188', /removed/);
});

test('another authenticator app counts once it has shown a code', async ({ person }) => {
  const grace = await person('grace');
  await openSettings(grace);
  await grace.getByRole('button', { name: 'Set up again' }).click();
  const dialog = grace.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(grace);
  const key = fromBase32((await dialog.getByText(/^([A-Z2-7]{4} ?)+[A-Z2-7]{0,4}$/).textContent()) ?? '');
  await dialog.getByLabel('Code from the app').fill(totpNow(key));
  await grace.keyboard.press('Enter');
  // Other tests of this world prove things as her, too.
  await prove(grace);
  await grace.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(grace.getByText('Authenticator app turned on')).toBeVisible();
});

test('ending another session signs that browser out', async ({ person }) => {
  const here = await person('mina');
  const there = await person('mina');
  await there.clock.install();
  await there.reload();
  await openSettings(here);
  const sessions = here.getByRole('list', { name: 'Where you’re signed in' }).getByRole('listitem');
  // Other tests may have left sessions of hers.
  await expect(sessions.nth(1)).toBeVisible();
  await here.getByRole('button', { name: 'End all others' }).click();
  await here.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click();
  await expect(sessions).toHaveCount(1);
  await there.bringToFront();
  await there.clock.runFor(11_000);
  await expect(there.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
});

test('a password is changed, forgotten, and chosen anew by the link in the mail', { tag: '@postgres' }, async ({
  person,
  visitor,
  request,
}) => {
  const evan = await person('evan');
  await openSettings(evan);
  const email = await evan.getByLabel('Email').inputValue();
  await evan.getByRole('button', { name: 'Change password' }).click();
  const dialog = evan.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('not it');
  await dialog.getByLabel('New password').fill('seven quiet otters');
  await evan.keyboard.press('Enter');
  await expect(dialog.getByText('That password isn’t right.')).toBeVisible();
  await dialog.getByLabel('Current password').fill('atrium-demo-only');
  await evan.keyboard.press('Enter');
  await proveByApp(evan);
  await expect(dialog).toBeHidden();
  await expect(evan.getByText('Password changed')).toBeVisible();

  const forgetful = await visitor();
  await forgetful.goto('/signin');
  await forgetful.getByLabel('Username').fill('evan');
  await forgetful.keyboard.press('Enter');
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(forgetful.getByLabel('Username')).toHaveValue('evan');
  await forgetful.keyboard.press('Enter');
  await expect(forgetful.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = /\/login\/reset\?token=\S+/.exec(await sentTo(request, email, /login\/reset/))?.[0] ?? '';
  await forgetful.goto(link);
  await expect(forgetful.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectAccessible(forgetful);
  await forgetful.getByLabel('New password').fill('short');
  await forgetful.keyboard.press('Enter');
  await expect(forgetful.getByText('This password is too short.')).toBeVisible();
  await forgetful.getByLabel('New password').fill('eleven louder otters');
  await forgetful.keyboard.press('Enter');
  await forgetful.getByRole('link', { name: 'Sign in' }).click();
  await typeIn(forgetful, 'evan', 'eleven louder otters');
  await expect(forgetful).toHaveURL(/\/home$/);

  await forgetful.goto(link);
  await expect(forgetful.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('two accounts become one, and two again', { tag: '@postgres' }, async ({ person }) => {
  const marcus = await person('marcus');
  await addAuthenticator(marcus);
  await openSettings(marcus);
  // A name is a text like any other: nothing in it runs.
  await addPasskey(marcus, 'Office <img src=x onerror=alert(1)>');
  await marcus.getByRole('button', { name: 'Merge an account' }).click();
  await marcus.getByLabel('Other account’s username').fill('elena');
  await marcus.getByLabel('Other account’s password').fill('atrium-demo-only');
  await marcus.keyboard.press('Enter');
  // The next step goes on with the keyboard where it asks for something.
  const code = marcus.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await marcus.keyboard.type('12 3');
  await expect(code).toHaveValue('123');
  await code.fill(totpNow());
  await marcus.getByRole('button', { name: 'Merge the accounts' }).click();
  await proveByPasskey(marcus);
  await expect(marcus.getByText('elena is part of this account')).toBeVisible();
  // Her company is in his list at once.
  await marcus.getByRole('button', { name: 'Open profile menu' }).click();
  await expect(marcus.getByRole('button', { name: 'Cedar Logistics' })).toBeVisible();
  await marcus.keyboard.press('Escape');
  await marcus.getByRole('button', { name: 'Undo' }).click();
  await marcus.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await proveByPasskey(marcus);
  await expect(marcus.getByRole('button', { name: 'Merge an account' })).toBeVisible();
});

test('a tab leaves when another person signs in in the same browser', async ({ person, signInAs }) => {
  const ana = await person('ana');
  await ana.clock.install();
  await ana.reload();
  await expect(ana.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  const other = await ana.context().newPage();
  // Asks for a fresh sign-in, as another client on this computer might.
  await other.route('**/oauth2/authorize?*', (route) => {
    const asked = new URL(route.request().url());
    if (asked.searchParams.has('prompt')) return route.continue();
    asked.searchParams.set('prompt', 'login');
    return route.fulfill({ status: 302, headers: { Location: asked.href } });
  });
  await other.goto('/signin');
  await signInAs(other, 'priya');
  await expect(other).toHaveURL(/\/home$/);
  await ana.bringToFront();
  await ana.clock.runFor(11_000);
  await expect(ana.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await other.bringToFront();
  await other.reload();
  await expect(other.getByRole('button', { name: 'Open profile menu' })).toContainText('Priya');
});

for (const setting of [
  { name: 'in English, wide and light', language: 'en', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'in Spanish, on a phone and dark', language: 'es', colorScheme: 'dark', ...phone },
] as const) {
  test(`no accessibility violation ${setting.name}`, async ({ person, visitor }) => {
    test.setTimeout(180_000);
    const nobody = await visitor(setting);
    for (const path of [
      '/login/forgot',
      '/login/reset?token=gone',
      '/login/setup?token=gone',
      '/login/not-me?token=gone',
    ]) {
      await nobody.goto(path);
      await expect(nobody.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(nobody);
    }
    const priya = await person('priya', setting);
    await priya.goto('/accountSettings');
    await expect(priya.getByRole('button', { name: /^(Save|Guardar)$/ })).toBeVisible();
    await expectAccessible(priya);
    expect(await priya.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    for (const name of [
      /^(Change password|Cambiar la contraseña)$/,
      /^(Add a passkey|Agregar una llave de acceso)$/,
      /^(Add a phone number|Change phone number|Agregar un número de teléfono|Cambiar el número de teléfono)$/,
      /^(Merge an account|Unir una cuenta)$/,
    ]) {
      await priya.getByRole('button', { name }).click();
      await expect(priya.getByRole('dialog')).toBeVisible();
      await expectAccessible(priya);
      await priya.keyboard.press('Escape');
      await expect(priya.getByRole('dialog')).toBeHidden();
    }
  });
}
