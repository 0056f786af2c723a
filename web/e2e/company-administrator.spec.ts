/** Someone who administers one company of two: their console is about it, nothing in it only fails, and the server stays the judge. */
import { type Mailbox, startMailbox } from './mailbox';
import { type OwnServer, startServer } from './own-server';
import {
  acceptInvitation,
  addCompany,
  addPerson,
  fillPerson,
  type Newcomer,
  proveByPassword,
  setUpTenant,
} from './own-tenant';
import { expect, expectAccessible, phone, test } from './people';

const [bakery, coast] = ['Juniper Bakery', 'Juniper Coast'];
const lena: Newcomer = { name: 'Lena Fischer', kind: 'Not an employee', role: 'Company Administrator', place: coast };
const bob: Newcomer = { name: 'Bob Stone', company: bakery, code: 'B-1' };

let mailbox: Mailbox;
let server: OwnServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startServer({ ATRIUM_SMTP_URL: mailbox.url });
});
test.afterAll(async () => {
  await Promise.all([server, mailbox].map((started) => started?.stop()));
});

test('lena looks after one company in a console of her own', { tag: '@postgres' }, async ({ visitor }) => {
  test.setTimeout(240_000);
  const rosa = await visitor();
  await setUpTenant(server, rosa, 'Juniper Group', bakery);
  await addCompany(server, rosa, coast);
  await addPerson(server, rosa, lena);
  await addPerson(server, rosa, bob);

  const page = await visitor();
  const failed: string[] = [];
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/graphql')) return;
    const text = await answer.text().catch(() => '');
    for (const [code] of text.matchAll(/"(FORBIDDEN|NOT_FOUND)"/g)) failed.push(`${code} at ${page.url()}`);
  });
  await acceptInvitation(server, mailbox, page, lena);
  await expect(page).toHaveURL(`${server.url}/admin/home`);
  await expect(page.getByRole('heading', { name: 'Companies you look after' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: coast })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(bakery);
  await expectAccessible(page);

  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'People', exact: true })).toBeVisible();
  for (const wholly of ['Audit trail', 'Health']) await expect(menu.getByRole('link', { name: wholly })).toBeHidden();

  await menu.getByRole('link', { name: 'People', exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['Lena Fischer']);
  await page.getByRole('button', { name: 'Add person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await expect(dialog.getByRole('checkbox', { name: /^Administrator/ })).toBeHidden();
  await fillPerson(page, { name: 'Noah Berg', code: 'C-2' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await proveByPassword(page);
  await expect(page.getByText('Noah Berg added and invited.').first()).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveText(['Noah Berg', 'Lena Fischer']);

  await menu.getByRole('link', { name: 'Roles' }).click();
  await page
    .getByRole('rowheader', { name: /^Administrator / })
    .getByRole('button')
    .click();
  const role = page.getByRole('dialog', { name: 'Administrator' });
  await expect(role.getByRole('button', { name: 'Copy' })).toBeHidden();
  await expect(role.getByRole('button', { name: 'Give role' })).toBeHidden();
  await page.keyboard.press('Escape');

  await menu.getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([coast]);
  await expect(page.getByRole('button', { name: 'Add company' })).toBeHidden();
  await page.getByRole('link', { name: coast }).click();
  for (const tab of ['Holidays', 'Time off', 'Organization', 'Pay groups', 'States'])
    await page.getByRole('tab', { name: tab }).click();
  await menu.getByRole('link', { name: 'Sign-in' }).click();
  await expect(page.getByText('No sign-in providers yet')).toBeVisible();
  expect(failed).toEqual([]);

  // What belongs to the whole tenant leads to her home, and another company isn't there.
  for (const wholly of ['/admin/audit', '/admin/health']) {
    await page.goto(`${server.url}${wholly}`);
    await expect(page).toHaveURL(`${server.url}/admin/home`);
  }
});

test('on a phone, in Spanish and in the dark', async ({ visitor }) => {
  const page = await visitor({ ...phone, colorScheme: 'dark', language: 'es' });
  await page.goto(`${server.url}/signin`);
  await page.getByLabel('Nombre de usuario').fill('lena');
  await page.keyboard.press('Enter');
  await page.getByLabel('Contraseña', { exact: true }).fill('nine slow turtles wander');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Empresas a su cargo' })).toBeVisible();
  await expectAccessible(page);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);
});
