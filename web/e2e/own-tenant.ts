/** A tenant that a test sets up by itself on a server of its own, in the browser alone: the set-up page, the console, and mail. */
import { expect, type Page } from '@playwright/test';
import { chooseDay } from './date-fields';
import type { Mailbox } from './mailbox';
import type { OwnServer } from './own-server';
import { typeIn } from './sign-in';

export const password = 'nine slow turtles wander';

/** Follows the link the server prints: Rosa becomes the administrator, and signs in. */
export async function setUpTenant(server: OwnServer, page: Page, tenant: string, company: string): Promise<void> {
  await page.goto(/\S+\/login\/setup\?token=\S+/.exec(server.said())?.[0] ?? '');
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await type('Organization name', tenant);
  await type('First company’s name', company);
  await page.getByLabel('Company time zone').selectOption('America/Chicago');
  await type('First name', 'Rosa');
  await type('Last name', 'Quintero');
  await type('Email', 'rosa@juniper.example');
  await type('Username', 'rosa');
  await type('New password', password);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await typeIn(page, 'rosa', password);
  await expect(page).toHaveURL(`${server.url}/admin/home`);
}

/** Answers the question that a change with rights in it asks. Without a second factor, the password is the proof. */
export async function proveByPassword(page: Page): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Your password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(proof).toBeHidden();
}

export async function addCompany(server: OwnServer, page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/admin/companies`);
  await page.getByRole('button', { name: 'Add company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add company' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Company ${name} added.`).first()).toBeVisible();
}

export type Newcomer = {
  name: `${string} ${string}`;
  kind?: 'Employee' | 'Not an employee' | 'Evolution user' | 'Account only';
  /** Of an employee. */
  company?: string;
  code?: string;
  /** Besides, or instead of, the role Employee. */
  roles?: { with?: string[]; without?: string[] };
  manager?: string;
  /** Of someone who doesn't work here, and where it applies. */
  role?: string;
  place?: string;
  isV2?: true;
};

export const usernameOf = ({ name }: Newcomer) => (name.split(' ')[0] ?? '').toLowerCase();
const addressOf = (one: Newcomer) => `${usernameOf(one)}@juniper.example`;

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`${label}$`) })
    .click();
  await page.getByRole('option', { name: option }).click();
}

/** Fills in the form; it isn't sent yet. */
export async function fillPerson(page: Page, one: Newcomer): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  const [first = '', last = ''] = one.name.split(' ');
  if (one.kind) await dialog.getByRole('radio', { name: one.kind }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'First name' }).fill(first);
  await dialog.getByRole('textbox', { name: 'Last name' }).fill(last);
  await dialog.getByRole('textbox', { name: 'Work email' }).fill(addressOf(one));
  await dialog.getByRole('textbox', { name: 'Username' }).fill(usernameOf(one));
  if (one.company) await choose(page, 'Company', one.company);
  if (one.code) {
    await dialog.getByRole('textbox', { name: 'Employee code' }).fill(one.code);
    await chooseDay(page, 'Date of birth', '1990-04-23');
    await chooseDay(page, 'Hire date', '2024-03-01');
  }
  if (one.manager) {
    // The list closes where the form scrolls: first there, then typed.
    await dialog.getByRole('combobox', { name: 'Manager' }).click();
    await dialog.getByRole('combobox', { name: 'Manager' }).pressSequentially(one.manager.slice(0, 3), { delay: 40 });
    await page.getByRole('option', { name: new RegExp(one.manager) }).click();
  }
  for (const role of one.roles?.with ?? []) await dialog.getByRole('checkbox', { name: role }).check({ force: true });
  for (const role of one.roles?.without ?? [])
    await dialog.getByRole('checkbox', { name: role, exact: true }).uncheck({ force: true });
  if (one.role) await choose(page, 'Role', one.role);
  if (one.place) await choose(page, 'Applies in', one.place);
  if (one.isV2) await choose(page, 'Portal version', 'Version 2');
}

export async function addPerson(server: OwnServer, page: Page, one: Newcomer): Promise<void> {
  await page.goto(`${server.url}/admin/people`);
  await page.getByRole('button', { name: 'Add person' }).click();
  await fillPerson(page, one);
  await page.getByRole('dialog', { name: 'Add person' }).getByRole('button', { name: 'Add person' }).click();
  await proveByPassword(page);
  await expect(page.getByText(`${one.name} added and invited.`).first()).toBeVisible();
  // The toast comes first.
  await expect(page.getByRole('dialog', { name: 'Add person' })).toBeHidden();
}

/** Follows the mailed invitation, chooses a password and signs in; where that leads is for the test to say. */
export async function acceptInvitation(server: OwnServer, mailbox: Mailbox, page: Page, one: Newcomer): Promise<void> {
  await page.goto(`${server.url}${await mailbox.link(addressOf(one), 'invitation')}`);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.goto(`${server.url}/signin`);
  await typeIn(page, usernameOf(one), password);
}
