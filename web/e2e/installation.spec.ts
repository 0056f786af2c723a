/**
 * A new installation from its first link on, as `atrium serve` runs it: nobody is there, mail goes by SMTP, and the operator
 * sits at a terminal. One story in order: each test goes on where the one before it stopped.
 */
import { expect, type Page } from '@playwright/test';
import { fromBase32, totpNow } from './factors';
import { type Mailbox, startMailbox } from './mailbox';
import { type OwnServer, startServer } from './own-server';
import { expectAccessible, phone, test } from './people';
import { typeIn } from './sign-in';
import { startUpstream, type Upstream } from './upstream';

const tenant = 'Juniper Group';
const email = 'rosa@juniper.example';
const password = 'nine slow turtles wander';

let mailbox: Mailbox;
let server: OwnServer;
let upstream: Upstream;
let recoveryCode = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startServer({ ATRIUM_SMTP_URL: mailbox.url });
  upstream = await startUpstream();
});
test.afterAll(async () => {
  await Promise.all([server, upstream, mailbox].map((started) => started?.stop()));
});

async function typePassword(page: Page, typed: string): Promise<void> {
  await page.goto(`${server.url}/signin`);
  await typeIn(page, 'rosa', typed);
}

async function signInOverThere(window: Page, name: string): Promise<void> {
  await window.getByLabel('Name').fill(name);
  await window.getByRole('button', { name: 'Go on' }).click();
}

const isHome = (page: Page) => expect(page).toHaveURL(`${server.url}/admin/home`);

/** The key of an authenticator app that is being set up, as the page shows it. */
async function shownKey(page: Page): Promise<Buffer> {
  const key = page.getByText(/^([A-Z2-7]{4} ?)+[A-Z2-7]{0,4}$/);
  await expect(key).toBeVisible();
  return fromBase32((await key.textContent()) ?? '');
}

test('the link that the server prints makes the first administrator, once', { tag: '@postgres' }, async ({
  visitor,
}) => {
  const link = /\S+\/login\/setup\?token=\S+/.exec(server.said())?.[0] ?? '';
  const page = await visitor();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set up Atrium' })).toBeVisible();
  await expectAccessible(page);
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await type('Organization name', tenant);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('First company’s name')).toBeFocused();
  await type('First company’s name', 'Juniper Bakery');
  await page.getByLabel('Company time zone').selectOption('America/Chicago');
  await type('First name', 'Rosa');
  await type('Last name', 'Quintero');
  await type('Email', email);
  await type('Username', 'rosa');
  await type('New password', 'rosa quintero of juniper');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await type('New password', password);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { name: 'Atrium is ready' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username or email')).toBeVisible();
  await expect(page.getByText('Demo: choose someone')).toBeHidden();
  await typeIn(page, 'rosa', password);
  await isHome(page);
  await expect(page.getByText(`You’re an administrator of ${tenant}`)).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('the administrator adds the company’s own provider in the console, and tries it', { tag: '@postgres' }, async ({
  visitor,
}) => {
  const page = await visitor();
  await typePassword(page, password);
  await isHome(page);
  await page.goto(`${server.url}/admin/sign-in`);
  await expect(page.getByText('No sign-in providers yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add provider' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a sign-in provider' });
  await form.getByLabel('Name').fill('Juniper ID');
  await form.getByLabel('Email domains').fill('gmail.com');
  await form.getByLabel('Issuer').fill('http://id.juniper.example');
  await form.getByLabel('Client ID').fill(upstream.clientId);
  await form.getByRole('checkbox', { name: 'No client secret' }).check({ force: true });
  const save = () => form.getByRole('button', { name: 'Add provider' }).click();
  // Each is refused at its field, and before anybody has to prove anything.
  await save();
  await expect(form.getByText(/Enter an address that starts with https/)).toBeVisible();
  await form.getByLabel('Issuer').fill(upstream.issuer);
  await save();
  await expect(form.getByText(/Anyone can have an address at one of these/)).toBeVisible();
  await form.getByLabel('Email domains').fill('@Staff.Juniper.example');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(form.getByText(/We can’t read the discovery document/)).toBeVisible();
  await expectAccessible(page);
  await save();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Your password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Juniper ID added.').first()).toBeVisible();

  const details = page.getByRole('dialog', { name: 'Juniper ID' });
  await expect(details).toContainText('staff.juniper.example');
  const addresses = ((await details.textContent()) ?? '').match(
    /http:\/\/localhost:\d+\/login\/(upstream\/[0-9a-f-]+\/callback|signed-out)/g,
  );
  await upstream.register((addresses ?? []).map((address) => `: ${address}\n`).join(''));
  await details.getByRole('button', { name: 'Test connection' }).click();
  await expect(details.getByText('Ready for sign-ins')).toBeVisible();
  await expectAccessible(page);
});

test('where a second factor is asked for, it is set up on the way in; a recovery code opens once', {
  tag: '@postgres',
}, async ({ visitor }) => {
  server.run('second-factor', tenant, 'always');
  const page = await visitor();
  await typePassword(page, password);
  await expect(page.getByText('Your company asks everyone for a second factor.')).toBeVisible();
  await expectAccessible(page);
  const key = await shownKey(page);
  await page.getByLabel('Code from the app').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/That code isn’t right\. Tries left: 4\./)).toBeVisible();
  await page.getByLabel('Code from the app').fill(totpNow(key));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Atrium recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const code = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await isHome(page);

  const elsewhere = await visitor(phone);
  const give = async () => {
    await typePassword(elsewhere, password);
    await elsewhere.getByRole('button', { name: 'Recovery code' }).click();
    await elsewhere.getByLabel('Recovery code').fill(code);
    await elsewhere.keyboard.press('Enter');
  };
  await give();
  await isHome(elsewhere);
  await elsewhere.context().clearCookies();
  await give();
  await expect(elsewhere.getByText(/That code isn’t right/)).toBeVisible();
  await expectAccessible(elsewhere);
});

test('«this was not me» ends every session and takes back what was changed', { tag: '@postgres' }, async ({
  visitor,
}) => {
  const rosa = await visitor();
  await typePassword(rosa, password);
  await expect(rosa.getByLabel('Code from your authenticator app')).toBeVisible();
  const page = await visitor({ ...phone, language: 'es' });
  const link = await mailbox.link(email, 'not-me');
  await page.goto(`${server.url}${link}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Proteger mi cuenta' }).click();
  await expect(page.getByRole('heading', { name: 'Su cuenta está protegida' })).toBeVisible();
  await page.goto(`${server.url}${link}`);
  await expect(page.getByRole('heading', { name: 'Este enlace ya no funciona' })).toBeVisible();
  await typePassword(rosa, password);
  await expect(rosa.getByRole('alert')).toContainText('That username or password isn’t right.');
});

test('an invitation leads in through the company’s own provider, which proves what else has to be proved', {
  tag: '@postgres',
}, async ({ visitor }) => {
  server.run('second-factor', tenant, 'step_up');
  server.run('invite', 'rosa');
  const page = await visitor();
  await page.goto(`${server.url}/signin`);
  // The name is for those who are in, or invited: a stranger learns that there is a provider, and only by its mail domain.
  await page.getByLabel('Username or email').fill('anybody@staff.juniper.example');
  await page.keyboard.press('Enter');
  const company = page.getByRole('link', { name: 'Continue with your company account' });
  await expect(company).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Juniper ID');
  await expectAccessible(page);
  await company.click();
  await signInOverThere(page, 'rosa.q');
  await expect(page.getByText(/Your company account isn’t linked/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${server.url}${await mailbox.link(email, 'invitation')}`);
  await expect(page.getByRole('heading', { name: 'Welcome, Rosa' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue with Juniper ID' }).click();
  await isHome(page);

  // Neither a password nor a factor here: signing in over there once more is the proof.
  await page.goto(`${server.url}/accountSettings`);
  await expect(page.getByRole('button', { name: 'Choose a password' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const key = await shownKey(page);
  await page.getByLabel('Code from the app').fill(totpNow(key));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const prove = async (name: string) => {
    const opening = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: 'Continue with Juniper ID' }).click();
    const window = await opening;
    await signInOverThere(window, name);
    return window;
  };
  await expect(dialog.getByRole('button', { name: 'Continue with Juniper ID' })).toBeFocused();
  await expectAccessible(page);
  const wrong = await prove('somebody.else');
  await expect(wrong.getByRole('heading', { name: 'Not confirmed' })).toBeVisible();
  await expectAccessible(wrong);
  await wrong.close();
  await expect(dialog).toBeVisible();
  await prove('rosa.q');
  await expect(dialog).toBeHidden();
  const codes = page.getByRole('list', { name: 'Atrium recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  recoveryCode = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('Authenticator app turned on')).toBeVisible();
});

test('a forgotten password is chosen anew by the link in the mail, in Spanish', { tag: '@postgres' }, async ({
  visitor,
}) => {
  const page = await visitor({ ...phone, language: 'es', colorScheme: 'dark' });
  await page.goto(`${server.url}/login/forgot`);
  await page.getByLabel('Nombre de usuario').fill('rosa');
  await page.keyboard.press('Enter');
  await page.goto(`${server.url}${await mailbox.link(email, 'reset')}`);
  await expectAccessible(page);
  const field = page.getByLabel('Contraseña nueva', { exact: true });
  await field.fill('corta');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await field.fill('once nutrias más ruidosas');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Nombre de usuario').fill('rosa');
  await page.keyboard.press('Enter');
  await page.getByLabel('Contraseña', { exact: true }).fill('once nutrias más ruidosas');
  await page.keyboard.press('Enter');
  await isHome(page);
});

test('a company sign-in is listed and removed; whoever came from there can sign out there too', async ({ visitor }) => {
  server.run('invite', 'rosa');
  const page = await visitor();
  await page.goto(`${server.url}${await mailbox.link(email, 'invitation')}`);
  await page.getByRole('link', { name: 'Continue with Juniper ID' }).click();
  await signInOverThere(page, 'rosa.q');
  await isHome(page);
  await page.goto(`${server.url}/accountSettings`);
  await expect(page.getByRole('list', { name: 'Company sign-in' })).toContainText('Juniper ID');
  await page.getByRole('button', { name: 'Remove: Juniper ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByRole('button', { name: 'Recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The company sign-in was removed' })).toBeAttached();
  await expect(page.getByRole('list', { name: 'Company sign-in' })).toBeHidden();
  await expectAccessible(page);

  await page.goto(`${server.url}/signout`);
  await page.getByRole('button', { name: 'Also sign out of Juniper ID' }).click();
  await page.getByRole('button', { name: /sign me out/i }).click();
  await expect(page).toHaveURL(`${server.url}/login/signed-out`);
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await expect(page.getByText(/Also sign out/)).toBeHidden();
});
