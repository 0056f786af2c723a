/** Companies in a real browser: a new installation gets a second one with a calendar and time off, and they work for its people. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chooseDay } from './date-fields';
import { type OwnServer, startServer } from './own-server';
import { expect, expectAccessible, phone, test } from './people';
import { typeIn } from './sign-in';

const tenant = 'Juniper Group';
const password = 'nine slow turtles wander';
const nextYear = new Date().getFullYear() + 1;

async function setUp(server: OwnServer, page: Page): Promise<void> {
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
  await page.getByRole('link', { name: 'Sign in' }).click();
}

async function signIn(server: OwnServer, page: Page, username: string): Promise<void> {
  await page.goto(`${server.url}/signin`);
  await typeIn(page, username, password);
}

/** Someone at the new company, who chooses a password by their invitation. */
async function hire(server: OwnServer, page: Page): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-people-'));
  const file = join(folder, 'people.csv');
  writeFileSync(
    file,
    'username,first_name,last_name,email,company,employee_code,date_of_birth,original_hire_date,current_hire_date,status\n' +
      'noah,Noah,Berg,noah@juniper.example,Juniper Coast,7,1990-04-23,2020-03-02,2020-03-02,Active\n',
  );
  const roles = join(folder, 'roles.csv');
  writeFileSync(roles, 'username,role,company\nnoah,Employee,Juniper Coast\n');
  server.run('import', '--tenant', tenant, file, roles);
  rmSync(folder, { recursive: true });
  await page.goto(/https?:\/\/\S+/.exec(server.run('invite', 'noah'))?.[0] ?? '');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(server, page, 'noah');
  await expect(page).toHaveURL(`${server.url}/employee/home`);
}

test('a second company gets a holiday and a type of time off, and they count for its people', async ({ visitor }) => {
  test.setTimeout(240_000);
  const server = await startServer();
  try {
    const rosa = await visitor();
    await setUp(server, rosa);
    await signIn(server, rosa, 'rosa');
    await expect(rosa).toHaveURL(`${server.url}/admin/home`);
    await rosa.goto(`${server.url}/admin/companies`);
    await expect(rosa.getByRole('link', { name: 'Juniper Bakery' })).toBeVisible();
    await expectAccessible(rosa);

    await rosa.getByRole('button', { name: 'Add company' }).click();
    const adding = rosa.getByRole('dialog', { name: 'Add company' });
    await adding.getByRole('textbox', { name: 'Name' }).fill('Juniper Bakery');
    await adding.getByRole('button', { name: 'Add company' }).click();
    await expect(adding.getByText('This name is already taken. Please choose another')).toBeVisible();
    await expectAccessible(rosa);
    await adding.getByRole('textbox', { name: 'Name' }).fill('Juniper Coast');
    await rosa.keyboard.press('Enter');
    await expect(rosa.getByText('Company Juniper Coast added.').first()).toBeVisible();
    await rosa.getByRole('link', { name: 'Juniper Coast' }).click();
    await expect(rosa.getByRole('heading', { level: 1, name: 'Juniper Coast' })).toBeVisible();
    await expectAccessible(rosa);

    await rosa.getByRole('tab', { name: 'Holidays' }).click();
    await expect(rosa.getByText('No upcoming holidays')).toBeVisible();
    await rosa.getByRole('button', { name: 'Add holiday' }).click();
    await chooseDay(rosa, 'Day', `${nextYear}-07-05`);
    await rosa.getByRole('textbox', { name: 'Holiday' }).fill('Founders’ Day');
    await expectAccessible(rosa);
    await rosa.getByRole('button', { name: 'Save' }).click();
    await expect(rosa.getByText('Founders’ Day saved.').first()).toBeVisible();
    await expect(rosa.getByRole('row', { name: /Founders’ Day/ })).toBeVisible();

    await rosa.getByRole('tab', { name: 'Time off' }).click();
    await rosa.getByRole('button', { name: 'Add type' }).click();
    const policy = rosa.getByRole('dialog', { name: 'Add type' });
    await policy.getByRole('textbox', { name: 'Name', exact: true }).fill('Vacation');
    await expectAccessible(rosa);
    await policy.getByRole('button', { name: 'Save' }).click();
    await expect(rosa.getByText('Vacation saved.').first()).toBeVisible();
    await expect(rosa.getByRole('row', { name: /Vacation.*80(\.00)? h per year/ })).toBeVisible();

    const noah = await visitor(phone);
    await hire(server, noah);
    await noah.goto(`${server.url}/time`);
    await expect(noah.getByText('Vacation').first()).toBeVisible();
    await noah.goto(`${server.url}/more/company`);
    await expect(noah.getByText('Founders’ Day')).toBeVisible();

    // What a change would mean for him, before it is saved.
    await rosa.bringToFront();
    await rosa.getByRole('row', { name: /Vacation/ }).click();
    const editing = rosa.getByRole('dialog', { name: 'Edit Vacation' });
    await editing.getByRole('textbox', { name: 'Hours', exact: true }).fill('120');
    await rosa.keyboard.press('Tab');
    await chooseDay(rosa, 'New rules start', `${nextYear}-01-01`);
    await editing.getByRole('combobox', { name: 'Person' }).click();
    await rosa.keyboard.type('ber');
    await rosa.getByRole('option', { name: /Noah Berg/ }).click();
    const meaning = editing.getByRole('region', { name: 'What would this mean for …' });
    await expect(meaning.getByRole('row').filter({ hasText: `Jan 1, ${nextYear}` })).toContainText('hours');
    await expectAccessible(rosa);
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(rosa.getByRole('row', { name: /Vacation/ })).toContainText(`From Jan 1, ${nextYear}: 120`);

    // He has a year's vacation in his ledger, so it can end and not go.
    await rosa.getByRole('button', { name: 'End Vacation' }).click();
    await chooseDay(rosa, 'Last day', `${nextYear}-06-30`);
    await rosa.getByRole('dialog', { name: 'End Vacation' }).getByRole('button', { name: 'Save' }).click();
    await expect(rosa.getByRole('row', { name: /Vacation/ })).toContainText(`Ends Jun 30, ${nextYear}`);
  } finally {
    await server.stop();
  }
});

test('grace sees who stands in the way, on a phone, in Spanish and in the dark', async ({ person }) => {
  const grace = await person('grace', { ...phone, colorScheme: 'dark', language: 'es' });
  await grace.goto('/admin/companies');
  await expect(grace.getByRole('heading', { level: 1, name: 'Empresas' })).toBeVisible();
  await expectAccessible(grace);
  await grace.getByRole('link', { name: 'Cedar Outfitters' }).click();
  await expect(grace.getByRole('heading', { level: 1, name: 'Cedar Outfitters' })).toBeVisible();
  for (const tab of ['Días feriados', 'Días bloqueados', 'Tiempo libre', 'Organización', 'Grupos de pago', 'Estados']) {
    await grace.getByRole('tab', { name: tab }).click();
    await expect(
      grace
        .getByRole('tabpanel', { name: tab })
        .getByRole('list')
        .or(grace.getByRole('table'))
        .or(grace.getByRole('treegrid'))
        .first(),
    ).toBeVisible();
    await expectAccessible(grace);
  }
  await grace.getByRole('tab', { name: 'Grupos de pago' }).click();
  await grace
    .getByRole('button', { name: /^Quitar / })
    .first()
    .click();
  const question = grace.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Quitar' }).click();
  await expect(question.getByText(/Hay \d+ personas\. Muévalas primero\./)).toBeVisible();
  await expectAccessible(grace);
});
