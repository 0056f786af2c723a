/**
 * Webhooks of a real installation: added in the console, tested, and sent what happens, signed so that the receiver can tell. One story in
 * order.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { stepUp } from './factors';
import { type OwnServer, startServer } from './own-server';
import { expectAccessible, phone, test } from './people';
import { typeIn } from './sign-in';

const password = 'nine slow turtles wander';

type Message = { headers: IncomingHttpHeaders; body: string };

/** What came, checked as Standard Webhooks says. */
function isSigned({ headers, body }: Message, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

test.describe('in a real installation', () => {
  let server: OwnServer;
  let receiver: Server;
  let address: string;
  const got: Message[] = [];
  let status = 200;

  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    server = await startServer();
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  });
  test.afterAll(async () => {
    receiver?.close();
    await server?.stop();
  });

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${server.url}/signin`);
    await typeIn(page, 'rosa', password);
    await expect(page).toHaveURL(/\/(home|admin\/home)$/);
  }

  async function proveIt(page: Page): Promise<void> {
    await stepUp(page).getByLabel('Your password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }

  const next = async (count: number) => {
    await expect.poll(() => got.length, { timeout: 20_000 }).toBe(count);
    const message = got.at(-1);
    if (!message) throw new Error('nothing came');
    return message;
  };

  test('an administrator adds a webhook, tests it, and its receiver gets what happens', async ({ visitor }) => {
    const page = await visitor();
    await page.goto(/\S+\/login\/setup\?token=\S+/.exec(server.said())?.[0] ?? '');
    const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    await type('Organization name', 'Juniper Group');
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

    await page.goto(`${server.url}/admin/events`);
    await expect(page.getByText('No webhooks yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add a webhook' });
    const save = () => form.getByRole('button', { name: 'Add webhook' }).click();
    await save();
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Payroll');
    await form.getByRole('textbox', { name: 'Address', exact: true }).fill('http://payroll.example/hooks');
    await save();
    await expect(form.getByText(/Enter an address that starts with https/)).toBeVisible();
    await form.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
    await expectAccessible(page);
    await save();
    await proveIt(page);

    const shown = page.getByRole('dialog', { name: 'Secret for Payroll' });
    await expect(shown.getByText('We can’t show it again')).toBeVisible();
    await expectAccessible(page);
    const secret = (await shown.getByRole('definition').textContent())?.trim() ?? '';
    await shown.getByRole('button', { name: 'I’ve saved it' }).click();
    const details = page.getByRole('dialog', { name: 'Payroll' });
    await expect(details).not.toContainText(secret);
    await details.getByRole('button', { name: 'Send test' }).click();
    const tested = await next(1);
    expect(isSigned(tested, secret)).toBe(true);
    expect(JSON.parse(tested.body).type).toBe('webhook.test');

    server.run('company', '--tenant', 'Juniper Group', 'add', 'Juniper Mill', '--time-zone', 'America/Chicago');
    const told = await next(2);
    expect(isSigned(told, secret)).toBe(true);
    expect(isSigned({ ...told, body: told.body.replace('company', 'campany') }, secret)).toBe(false);
    expect(JSON.parse(told.body)).toMatchObject({ type: 'company.added', data: { subject: 'company' } });
    expect(told.body).not.toContain('Juniper');
  });

  test('what a receiver refuses is seen, and sent again by hand', async ({ visitor }) => {
    const page = await visitor();
    await signIn(page);
    status = 500;
    server.run('company', '--tenant', 'Juniper Group', 'add', 'Juniper Press', '--time-zone', 'America/Chicago');
    const refused = await next(3);
    await page.goto(`${server.url}/admin/events`);
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    const row = page.getByRole('row').filter({ hasText: 'On its way' });
    await expect(row).toContainText('500');
    await expectAccessible(page);
    status = 200;
    await row.getByRole('button').first().click();
    const details = page.getByRole('dialog', { name: 'company.added' });
    await expect(details).toContainText('the endpoint answered 500');
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => got.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    expect(got.at(-1)?.headers['webhook-id']).toBe(refused.headers['webhook-id']);

    await page.goto(`${server.url}/admin/events`);
    await page.getByRole('tab', { name: 'Recent events' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'company.added' })).toHaveCount(2);
    await expectAccessible(page);
  });

  test('a webhook is removed', async ({ visitor }) => {
    const page = await visitor();
    await signIn(page);
    await page.goto(`${server.url}/admin/events`);
    await page.getByRole('button', { name: 'Payroll' }).click();
    await page.getByRole('dialog', { name: 'Payroll' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await proveIt(page);
    await expect(page.getByText('Payroll removed.').first()).toBeVisible();
    await expect(page.getByText('No webhooks yet')).toBeVisible();
  });
});

test('the page reads well in Spanish, on a phone and dark, by keyboard', async ({ person }) => {
  const grace = await person('grace', { ...phone, language: 'es', colorScheme: 'dark' });
  await grace.goto('/admin/events');
  await expect(grace.getByRole('heading', { level: 1, name: 'Eventos' })).toBeVisible();
  await grace.getByRole('button', { name: 'Agregar webhook' }).first().focus();
  await grace.keyboard.press('Enter');
  const form = grace.getByRole('dialog', { name: 'Agregar un webhook' });
  await expect(form).toBeVisible();
  await expectAccessible(grace);
  await grace.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await grace.getByRole('tab', { name: 'Eventos recientes' }).click();
  await expectAccessible(grace);
});
