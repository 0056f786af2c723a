/**
 * An application of a real installation, made with a certified client library, in a real browser: connected in the console, opened from
 * its tile without another password, and signed out of with Atrium, or the other way around. One story in order.
 */
import { expect, type Page } from '@playwright/test';
import { prove, stepUp } from './factors';
import { type HostApplication, startHostApplication } from './host-application';
import { type OwnServer, startServer } from './own-server';
import { expectAccessible, phone, test } from './people';
import { typeIn } from './sign-in';

const tenant = 'Juniper Group';
const password = 'nine slow turtles wander';

test.describe('in a real installation', () => {
  let server: OwnServer;
  let host: HostApplication;

  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    server = await startServer();
    host = await startHostApplication();
  });
  test.afterAll(async () => {
    await Promise.all([server, host].map((started) => started?.stop()));
  });

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${server.url}/signin`);
    await typeIn(page, 'rosa', password);
    await expect(page).toHaveURL(/\/(home|admin\/home)$/);
  }

  const inTab = async (page: Page, open: () => Promise<void>) => {
    const opening = page.context().waitForEvent('page');
    await open();
    return opening;
  };

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('an administrator connects it in the console, and sees its secret once', { tag: '@postgres' }, async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto(/\S+\/login\/setup\?token=\S+/.exec(server.said())?.[0] ?? '');
    const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    await type('Organization name', tenant);
    await type('First company’s name', 'Juniper Bakery');
    await page.getByLabel('Company time zone').selectOption('America/Chicago');
    await type('First name', 'Rosa');
    await type('Last name', 'Quintero');
    await type('Email', 'rosa@juniper.example');
    await type('Username', 'rosa');
    await type('New password', password);
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('heading', { name: 'Atrium is ready' })).toBeVisible();
    await signIn(page);

    await page.goto(`${server.url}/admin/applications`);
    await expect(page.getByText('No applications yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Connect application' }).first().click();
    const form = page.getByRole('dialog', { name: 'Connect an application' });
    const save = () => form.getByRole('button', { name: 'Connect application' }).click();
    await form.getByRole('button', { name: /Code$/ }).click();
    await page.getByRole('option', { name: 'A code of your own' }).click();
    await save();
    await expect(form.getByLabel('Your code')).toBeFocused();
    await form.getByLabel('Your code').fill('learn');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Learning');
    await form.getByRole('textbox', { name: 'Address', exact: true }).fill(host.url);
    await form.getByRole('textbox', { name: 'Path', exact: true }).fill('/start');
    await form.getByLabel('Post-logout redirect URIs').fill(host.signedOutUri);
    await form.getByLabel('Back-channel logout URI').fill(host.logoutUri);
    // Each is refused at its field, and before anyone has to prove anything.
    for (const [typed, told] of [
      ['http://learn.example/callback', /Each address must start with https/],
      ['https://*.learn.example/callback', /Enter each address in full/],
      [`${host.redirectUri}#top`, /Leave out the #/],
    ] as const) {
      await form.getByRole('textbox', { name: 'Redirect URIs', exact: true }).fill(typed);
      await save();
      await expect(form.getByText(told)).toBeVisible();
    }
    await form.getByRole('textbox', { name: 'Redirect URIs', exact: true }).fill(host.redirectUri);
    await expectAccessible(page);
    await save();
    await stepUp(page).getByLabel('Your password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');

    const shown = page.getByRole('dialog', { name: 'Secret for Learning' });
    await expect(shown.getByText('We can’t show it again')).toBeVisible();
    await expectAccessible(page);
    const [clientId = '', secret = ''] = await shown.getByRole('definition').allTextContents();
    await shown.getByRole('button', { name: 'I’ve saved it' }).click();
    const details = page.getByRole('dialog', { name: 'Learning' });
    await expect(details).toContainText('No role opens this application');
    await expect(details).not.toContainText(secret);
    await expectAccessible(page);
    await host.configure(`${server.url}/oauth2/token`, clientId, secret);
  });

  test('someone whose roles don’t open it is not let in', { tag: '@postgres' }, async ({ visitor }) => {
    const rosa = await visitor();
    await signIn(rosa);
    await rosa.goto(`${host.url}/start`);
    await expect(heading(rosa, 'Learning didn’t let you in: access_denied')).toBeVisible();
  });

  test('its tile signs in there without another password, and signing out here signs out there', {
    tag: '@postgres',
  }, async ({ visitor }) => {
    const role = (...words: string[]) => server.run('role', '--tenant', tenant, ...words);
    role('copy', 'Identity User', 'Learner');
    role('edit', 'Learner', '--applications', 'LEARN');
    role('give', 'rosa', 'Learner');
    const rosa = await visitor();
    await signIn(rosa);
    await rosa.goto(`${server.url}/home`);
    const tile = rosa.getByRole('link', { name: /^Learning/ });
    const there = await inTab(rosa, () => tile.click());
    await expect(heading(there, 'Hello Rosa Quintero')).toBeVisible();

    await rosa.getByRole('button', { name: 'Sign out' }).click();
    await rosa.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(rosa.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
    await expect(async () => {
      await there.goto(host.url);
      await expect(heading(there, 'Not signed in to Learning')).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  test('signing out there signs out here, and the browser returns there', { tag: '@postgres' }, async ({ visitor }) => {
    const rosa = await visitor();
    await signIn(rosa);
    await rosa.goto(`${host.url}/start`);
    await expect(heading(rosa, 'Hello Rosa Quintero')).toBeVisible();
    await rosa.getByRole('link', { name: 'Sign out' }).click();
    await expect(heading(rosa, 'Signed out of Learning')).toBeVisible();
    await expect(rosa).toHaveURL(new RegExp(`^${host.signedOutUri}`));
    await rosa.goto(`${host.url}/start`);
    await expect(rosa.getByLabel('Username or email')).toBeVisible();
    await typeIn(rosa, 'rosa', password);
    await expect(heading(rosa, 'Hello Rosa Quintero')).toBeVisible();
  });

  test('a replaced secret stops right away, and the application is removed', async ({ visitor }) => {
    const rosa = await visitor();
    await signIn(rosa);
    await rosa.goto(`${server.url}/admin/applications`);
    await rosa.getByRole('button', { name: 'Learning' }).click();
    const details = rosa.getByRole('dialog', { name: 'Learning' });
    await details.getByRole('button', { name: 'Replace secret' }).click();
    const question = rosa.getByRole('alertdialog', { name: 'Replace Learning’s secret?' });
    await question.getByRole('radio', { name: /Stop it right away/ }).check({ force: true });
    await expectAccessible(rosa);
    await question.getByRole('button', { name: 'Replace secret' }).click();
    await stepUp(rosa).getByLabel('Your password', { exact: true }).fill(password);
    await rosa.keyboard.press('Enter');
    await rosa.getByRole('button', { name: 'I’ve saved it' }).click();
    const there = await rosa.context().newPage();
    await there.goto(`${host.url}/start`);
    await expect(heading(there, 'Learning couldn’t sign you in')).toBeVisible();
    await there.close();

    await details.getByRole('button', { name: 'Remove' }).click();
    await rosa.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await stepUp(rosa).getByLabel('Your password', { exact: true }).fill(password);
    await rosa.keyboard.press('Enter');
    await expect(rosa.getByText('Learning removed.').first()).toBeVisible();
    await expect(rosa.getByText('No applications yet')).toBeVisible();
  });
});

test('the second of two administrators sees both versions', async ({ person }) => {
  test.setTimeout(300_000);
  const [first, second] = [await person('grace'), await person('grace')];
  const edit = async (page: Page) => {
    await page.goto('/admin/applications');
    await page.getByRole('searchbox').fill('talent');
    await page.getByRole('button', { name: 'Talent' }).click();
    await page.getByRole('dialog', { name: 'Talent' }).getByRole('button', { name: 'Edit' }).click();
    return page.getByRole('dialog', { name: 'Edit Talent' });
  };
  const [one, other] = [await edit(first), await edit(second)];
  await one.getByLabel('Path', { exact: true }).fill('/people');
  await one.getByRole('button', { name: 'Save' }).click();
  await prove(first);
  await expect(first.getByText('Talent saved.').first()).toBeVisible();
  await other.getByLabel('Path', { exact: true }).fill('/skills');
  await other.getByRole('button', { name: 'Save' }).click();
  await prove(second);
  await expect(other.getByText('/people')).toBeVisible();
  await expectAccessible(second);
  await other.getByRole('button', { name: /Keep mine|Save mine/ }).click();
  await prove(second);
  await expect(second.getByText('Talent saved.').first()).toBeVisible();
});

test('the page reads well in Spanish, on a phone and dark, by keyboard', async ({ person }) => {
  const grace = await person('grace', { ...phone, language: 'es', colorScheme: 'dark' });
  await grace.goto('/admin/applications');
  await expect(grace.getByRole('heading', { level: 1, name: 'Aplicaciones' })).toBeVisible();
  await expect(grace.getByRole('main')).toContainText('PAY');
  await expectAccessible(grace);
  await grace.getByRole('button', { name: 'Conectar aplicación' }).first().focus();
  await grace.keyboard.press('Enter');
  const form = grace.getByRole('dialog', { name: 'Conectar una aplicación' });
  await expect(form).toBeVisible();
  await expectAccessible(grace);
  await grace.keyboard.press('Escape');
  await expect(form).toBeHidden();
});
