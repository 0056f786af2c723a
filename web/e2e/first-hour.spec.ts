/**
 * The first hour of a real tenant: `atrium serve` on an empty database, and everything else in the browser – no demo, no command
 * line, no SQL. Then the nine rules of the guard hold for the people made there. One story in order.
 */
import type { Page } from '@playwright/test';
import { chooseDay } from './date-fields';
import { type Mailbox, startMailbox } from './mailbox';
import { type OwnServer, startServer } from './own-server';
import {
  acceptInvitation,
  addCompany,
  addPerson,
  fillPerson,
  type Newcomer,
  password,
  proveByPassword,
  setUpTenant,
  usernameOf,
} from './own-tenant';
import { expect, expectAccessible, phone, test } from './people';
import { typeIn } from './sign-in';
import { startUpstream, type Upstream } from './upstream';

const [bakery, coast] = ['Juniper Bakery', 'Juniper Coast'];
const nextYear = new Date().getFullYear() + 1;

const mara: Newcomer = { name: 'Mara Holt', kind: 'Not an employee', role: 'Manager View', place: coast };
const noah: Newcomer = { name: 'Noah Berg', company: coast, code: 'C-2', manager: 'Mara Holt' };
const vito: Newcomer = { name: 'Vito Lang', company: bakery, code: 'B-1', isV2: true };
const tess: Newcomer = {
  name: 'Tess Okoye',
  company: bakery,
  code: 'B-2',
  roles: { with: ['Hours only'], without: ['Employee'] },
};
const erin: Newcomer = {
  name: 'Erin Vance',
  kind: 'Evolution user',
  role: 'Complete Evolution Access',
  place: 'The whole organization',
};
const iris: Newcomer = { name: 'Iris Bloom', kind: 'Account only' };

const shippedRoles = [
  'Administrator',
  'Company Administrator',
  'Complete Evolution Access',
  'Employee',
  'Evolution Payroll Access',
  'Identity User',
  'Manager View',
  'No Payroll Tile',
  'Payroll',
];

let mailbox: Mailbox;
let server: OwnServer;
let upstream: Upstream;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startServer({ ATRIUM_SMTP_URL: mailbox.url });
  upstream = await startUpstream();
});
test.afterAll(async () => {
  await Promise.all([server, upstream, mailbox].map((started) => started?.stop()));
});

async function asRosa(page: Page): Promise<Page> {
  await page.goto(`${server.url}/signin`);
  await typeIn(page, 'rosa', password);
  await expect(page).toHaveURL(`${server.url}/admin/home`);
  return page;
}

const isAt = (page: Page, path: string) => expect(page).toHaveURL(`${server.url}${path}`);

/** Opens a page, and says where the guard leads. */
async function leadsTo(page: Page, path: string, to: string): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await isAt(page, to);
}

test('the tenant, two companies and every shipped role', { tag: '@postgres' }, async ({ visitor }) => {
  const rosa = await visitor();
  await setUpTenant(server, rosa, 'Juniper Group', bakery);
  await expect(rosa.getByRole('heading', { name: 'Set up your organization' })).toBeVisible();
  await addCompany(server, rosa, coast);
  await rosa.goto(`${server.url}/admin/roles`);
  const roles = rosa.getByRole('table', { name: 'Roles' });
  for (const role of shippedRoles)
    await expect(roles.getByRole('rowheader', { name: new RegExp(`^${role} `) })).toBeVisible();
});

test('a company gets holidays, types of time off, an organization and a pay group', async ({ visitor }) => {
  const rosa = await asRosa(await visitor());
  await rosa.goto(`${server.url}/admin/companies`);
  await rosa.getByRole('link', { name: coast }).click();
  const tab = (name: string) => rosa.getByRole('tab', { name }).click();
  await tab('Holidays');
  await rosa.getByRole('button', { name: 'Add holiday' }).click();
  await chooseDay(rosa, 'Day', `${nextYear}-07-05`);
  await rosa.getByRole('textbox', { name: 'Holiday' }).fill('Founders’ Day');
  await rosa.getByRole('button', { name: 'Save' }).click();
  await expect(rosa.getByRole('row', { name: /Founders’ Day/ })).toBeVisible();

  await tab('Time off');
  await rosa.getByRole('button', { name: 'Add type' }).click();
  const policy = rosa.getByRole('dialog', { name: 'Add type' });
  await policy.getByRole('textbox', { name: 'Name', exact: true }).fill('Vacation');
  await policy.getByRole('button', { name: 'Save' }).click();
  await expect(rosa.getByRole('row', { name: /Vacation/ })).toBeVisible();

  await tab('Pay groups');
  await rosa.getByRole('button', { name: 'Add pay group' }).click();
  await rosa.getByRole('textbox', { name: 'Pay group' }).fill('Biweekly hourly');
  await rosa.getByRole('button', { name: 'Save' }).click();
  await expect(rosa.getByRole('row', { name: /Biweekly hourly/ })).toBeVisible();

  await tab('Organization');
  const add = async (code: string, name: string, type: string, parent?: string) => {
    await rosa.getByRole('button', { name: 'Add organization' }).click();
    const dialog = rosa.getByRole('dialog', { name: 'Add organization' });
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: /Type$/ }).click();
    await rosa.getByRole('option', { name: type }).click();
    if (parent) {
      const larger = dialog.getByRole('combobox', { name: 'Part of' });
      await larger.click();
      await larger.pressSequentially(parent);
      await rosa.getByRole('option', { name: new RegExp(parent) }).click();
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await add('D1', 'Retail', 'Division');
  await add('D1B1', 'Harbor Street', 'Branch', 'Retail');
  const tree = rosa.getByRole('treegrid', { name: 'Organization' });
  await expect(tree.getByRole('row', { name: /Harbor Street/ })).toHaveAttribute('aria-level', '2');
  await expectAccessible(rosa);
  // The arrow keys walk and fold; Enter opens the form.
  await tree.getByRole('row', { name: /Retail/ }).focus();
  await rosa.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('row', { name: /Harbor Street/ })).toBeHidden();
  await rosa.keyboard.press('ArrowRight');
  await rosa.keyboard.press('ArrowDown');
  await rosa.keyboard.press('Enter');
  await expect(rosa.getByRole('dialog', { name: 'Edit D1B1' })).toBeVisible();
  await rosa.keyboard.press('Escape');

  // The open tab is in the address: a reload keeps it, and the back button returns to the one before.
  await expect(rosa).toHaveURL(/\?tab=organization$/);
  await rosa.reload();
  await expect(tree).toBeVisible();
  await rosa.goBack();
  await expect(rosa.getByRole('tab', { name: 'Pay groups' })).toHaveAttribute('aria-selected', 'true');
});

test('a company’s own sign-in provider', async ({ visitor }) => {
  const rosa = await asRosa(await visitor());
  await rosa.goto(`${server.url}/admin/sign-in`);
  await rosa.getByRole('button', { name: 'Add provider' }).first().click();
  const form = rosa.getByRole('dialog', { name: 'Add a sign-in provider' });
  await form.getByLabel('Name').fill('Coast ID');
  await form.getByRole('button', { name: /For$/ }).click();
  await rosa.getByRole('option', { name: coast }).click();
  await form.getByLabel('Email domains').fill('coast.juniper.example');
  await form.getByLabel('Issuer').fill(upstream.issuer);
  await form.getByLabel('Client ID').fill(upstream.clientId);
  await form.getByRole('checkbox', { name: 'No client secret' }).check({ force: true });
  await form.getByRole('button', { name: 'Add provider' }).click();
  await proveByPassword(rosa);
  await expect(rosa.getByText('Coast ID added.').first()).toBeVisible();
  await expect(rosa.getByRole('dialog', { name: 'Coast ID' })).toContainText(coast);
});

test('a host application, whose secret is shown once', async ({ visitor }) => {
  const rosa = await asRosa(await visitor());
  await rosa.goto(`${server.url}/admin/applications`);
  await rosa.getByRole('button', { name: 'Connect application' }).first().click();
  const form = rosa.getByRole('dialog', { name: 'Connect an application' });
  await form.getByRole('button', { name: /Code$/ }).click();
  await rosa.getByRole('option', { name: 'A code of your own' }).click();
  await form.getByLabel('Your code').fill('learn');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Learning');
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill('https://learn.juniper.example');
  await form.getByRole('textbox', { name: 'Path', exact: true }).fill('/start');
  await form
    .getByRole('textbox', { name: 'Redirect URIs', exact: true })
    .fill('https://learn.juniper.example/callback');
  await form.getByRole('button', { name: 'Connect application' }).click();
  await proveByPassword(rosa);
  const secret = rosa.getByRole('dialog', { name: 'Secret for Learning' });
  await expect(secret.getByText('We can’t show it again')).toBeVisible();
  await secret.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(rosa.getByRole('row', { name: /Learning/ })).toBeVisible();
});

test('a role of one’s own, copied and narrowed', async ({ visitor }) => {
  const rosa = await asRosa(await visitor());
  await rosa.goto(`${server.url}/admin/roles`);
  await rosa
    .getByRole('rowheader', { name: /^Employee / })
    .getByRole('button')
    .click();
  await rosa.getByRole('dialog', { name: 'Employee' }).getByRole('button', { name: 'Copy' }).click();
  const copying = rosa.getByRole('dialog', { name: /Copy/ });
  await copying.getByRole('textbox', { name: 'Name' }).fill('Hours only');
  await rosa.keyboard.press('Enter');
  const editing = rosa.getByRole('dialog', { name: /Hours only/ });
  for (const permission of [/^See their own pay(?! stubs)/, /^See their own benefits/])
    await editing.getByRole('checkbox', { name: permission }).uncheck({ force: true });
  await editing.getByRole('button', { name: 'Save' }).click();
  await proveByPassword(rosa);
  await expect(rosa.getByRole('rowheader', { name: 'Hours only' })).toBeVisible();
});

test('people of every kind are added, and mistakes are told at their field', async ({ visitor }) => {
  test.setTimeout(240_000);
  const rosa = await asRosa(await visitor());
  for (const one of [mara, noah, vito, tess, erin, iris]) await addPerson(server, rosa, one);
  await rosa.getByRole('button', { name: 'Add person' }).click();
  const dialog = rosa.getByRole('dialog', { name: 'Add person' });
  await expectAccessible(rosa);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toBeFocused();
  // A code that is taken is told before anyone proves anything, and what was typed stays.
  await fillPerson(rosa, { name: 'Otto Marsh', company: coast, code: 'C-2' });
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(dialog.getByText('Someone else in this company has this code. Enter another.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Otto');
  await dialog.getByRole('textbox', { name: 'Username' }).fill('noah');
  await dialog.getByRole('textbox', { name: 'Employee code' }).fill('C-3');
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(dialog.getByText('Someone else uses this username.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await rosa.getByRole('button', { name: 'Discard' }).click();
  await expect(rosa.getByRole('rowheader')).toHaveCount(7);

  await rosa.getByRole('searchbox', { name: 'Name, code, email or username' }).fill('noah');
  await rosa.getByRole('rowheader', { name: 'Noah Berg' }).getByRole('button').click();
  const drawer = rosa.getByRole('dialog', { name: 'Noah Berg' });
  await expect(drawer.getByText('Mara Holt').first()).toBeVisible();
  await expect(drawer.getByText(`${coast} · C-2`)).toBeVisible();
});

test('1, 5: signed out, every page leads to sign-in; someone with only an account has account settings', async ({
  visitor,
}) => {
  const page = await visitor();
  for (const path of ['/employee/home', '/manager/home', '/admin/people'])
    await page.goto(`${server.url}${path}`).then(() => expect(page).toHaveURL(/\/(signin$|login\?request=)/));
  // Where they all end, before the next page is asked for.
  await expect(page).toHaveURL(/\/login\?request=/);
  await acceptInvitation(server, mailbox, page, iris);
  await isAt(page, '/accountSettings');
  // 5: someone with only an account has this page and no other.
  for (const path of ['/home', '/employee/home', '/manager/home', '/admin/home', '/pay', '/requests'])
    await leadsTo(page, path, '/accountSettings');
});

test('3: Home keeps an Evolution user and someone on version 2', async ({ visitor }) => {
  const ofErin = await visitor();
  await acceptInvitation(server, mailbox, ofErin, erin);
  await isAt(ofErin, '/home');
  const ofVito = await visitor(phone);
  await acceptInvitation(server, mailbox, ofVito, vito);
  await isAt(ofVito, '/home');
  await leadsTo(ofVito, '/requests', '/requests');
});

test('2, 4, 6, 8, 9: managers and employees go to their homes, and not to each other’s', async ({ visitor }) => {
  const ofMara = await visitor();
  await acceptInvitation(server, mailbox, ofMara, mara);
  await isAt(ofMara, '/manager/home');
  await leadsTo(ofMara, '/home', '/manager/home');
  await leadsTo(ofMara, '/employee/home', '/manager/home');
  const ofNoah = await visitor();
  await acceptInvitation(server, mailbox, ofNoah, noah);
  await isAt(ofNoah, '/employee/home');
  await leadsTo(ofNoah, '/manager/home', '/employee/home');
  await leadsTo(ofNoah, '/admin/people', '/employee/home');
  await leadsTo(ofNoah, '/requests', '/employee/home');
  // Where a signed-out visit was meant to lead is remembered.
  const again = await visitor();
  await again.goto(`${server.url}/accountSettings`);
  await typeIn(again, usernameOf(noah), password);
  await isAt(again, '/accountSettings');
  // What was set up for the company is there for its people.
  await ofNoah.goto(`${server.url}/time`);
  await expect(ofNoah.getByText('Vacation').first()).toBeVisible();
  await ofNoah.goto(`${server.url}/more/company`);
  await expect(ofNoah.getByText('Founders’ Day')).toBeVisible();
});

test('7: a page whose feature is not among someone’s rights leads Home', async ({ visitor }) => {
  const ofTess = await visitor();
  await acceptInvitation(server, mailbox, ofTess, tess);
  await isAt(ofTess, '/employee/home');
  await leadsTo(ofTess, '/benefits', '/employee/home');
  const told = ofTess.getByText('This feature is not enabled for your account. Please contact support.');
  await expect(told.first()).toBeVisible();
  await leadsTo(ofTess, '/time', '/time');
});
