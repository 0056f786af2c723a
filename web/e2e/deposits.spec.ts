/** Where pay goes, in a real browser: added, split, ordered and ended with a proof; decided by a manager; frozen by its owner. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chooseDay } from './date-fields';
import { prove, sentTo, stepUp } from './factors';
import { withFlags } from './flags';
import { expect, expectAccessible, phone, test } from './people';
import { worldOfThisWorker } from './world';

async function openDeposits(page: Page, heading = 'Direct deposit'): Promise<void> {
  await page.goto('/pay/disbursements');
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** The accounts, not the lines of the simulator. */
const rows = (page: Page) => page.getByRole('grid', { name: /^(Accounts|Cuentas)$/ }).getByRole('row');
const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });

const simulator = (page: Page) => page.getByRole('region', { name: 'How a paycheck would be split' });
const absent = (page: Page) => simulator(page).getByRole('list', { name: 'Not in use on this date' });

async function fillAccount(page: Page, number: string, amount: string): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Routing number').fill('920100378');
  await form.getByRole('textbox', { name: /^Account number/ }).fill(number);
  await form.getByLabel('Confirm account number').fill(number);
  await form.getByRole('textbox', { name: /^Amount/ }).fill(amount);
}

test('ana adds an account, sees what it would bring, proves it, and marcus approves it', { tag: '@postgres' }, async ({
  person,
}) => {
  test.setTimeout(120_000);
  const ana = await person('ana');
  await openDeposits(ana);
  await expect(row(ana, '$150.00 from each paycheck')).toBeVisible();
  await ana.getByRole('button', { name: 'Add an account' }).click();
  const form = ana.getByRole('dialog', { name: 'Add an account' });
  await form.getByRole('button', { name: 'Add account' }).click();
  await expect(form.getByText('All fields are required').first()).toBeVisible();
  // A number that is too long is said to be, not cut: cut twice it would confirm itself.
  await fillAccount(ana, '12345678901234567890', '75.00');
  await form.getByRole('button', { name: 'Add account' }).click();
  await expect(form.getByText('Account number must be 2-19 digits')).toBeVisible();
  // The bank's name comes as soon as the number is whole, and so does the news that there is no such bank.
  await form.getByLabel('Routing number').fill('021000021');
  await expect(form.getByText('Routing number not found')).toBeVisible();
  await fillAccount(ana, '70055501234', '75.00');
  await expect(form.getByText('Routing number not found')).toBeHidden();
  await expect(form.getByText('Rose City Savings', { exact: true })).toBeVisible();
  await form.getByLabel('Confirm account number').fill('70055501235');
  await form.getByRole('button', { name: 'Add account' }).click();
  await expect(form.getByText('Account number must match its confirmation')).toBeVisible();
  await form.getByLabel('Confirm account number').fill('70055501234');
  // Whatever the last pay was: 75 to the new account.
  await expect(form.getByRole('row', { name: /New account/ })).toContainText('$75.00');
  await form.getByRole('button', { name: 'Add account' }).click();
  await prove(ana);
  const added = row(ana, 'Rose City Savings ••••1234');
  await expect(added).toContainText('Pending');
  await expect(ana.locator('body')).not.toContainText('70055501234');
  expect(await ana.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    '70055501234',
  );

  const marcus = await person('marcus');
  await marcus.goto('/manager/disbursements');
  await marcus.getByRole('button', { name: 'Open Ana Morales’s request' }).click();
  const request = marcus.getByRole('dialog', { name: 'Ana Morales' });
  await expect(request.getByText('The account is new. It gets no pay for 24 hours.')).toBeVisible();
  await expect(request.getByText('Rose City Savings ••••1234')).toBeVisible();
  await request.getByRole('button', { name: 'Approve' }).click();
  // Money goes elsewhere from now on: he proves it as she did.
  await prove(marcus);
  await expect(marcus.getByRole('button', { name: 'Open Ana Morales’s request' })).toBeHidden();
  await ana.reload();
  await expect(row(ana, 'Rose City Savings ••••1234')).toContainText('On hold until');
  await expect(absent(ana)).toContainText('••••1234: from Nov 17, 2026');
  await chooseDay(ana, 'Pay date', '2026-11-17');
  await expect(simulator(ana).getByRole('row', { name: /1234/ })).toContainText('$75.00');
  await expect(absent(ana)).toBeHidden();
  await expectAccessible(ana);
});

test('victor sees that an account that waits gets nothing, whatever the pay date', async ({ person }) => {
  const victor = await person('victor');
  await openDeposits(victor);
  await expect(row(victor, '••••4402')).toContainText('Pending');
  await expect(absent(victor)).toContainText('••••4402: pending approval');
  await expect(simulator(victor).getByRole('row', { name: /4402/ })).toHaveCount(0);
  await chooseDay(victor, 'Pay date', '2027-11-15');
  await expect(absent(victor)).toContainText('••••4402: pending approval');
});

test('hugo changes the order with the keyboard alone, and it counts once it is proved', async ({ person }) => {
  test.setTimeout(120_000);
  const hugo = await person('hugo');
  await openDeposits(hugo);
  const first = row(hugo, 'The balance');
  await first.getByRole('button', { name: /^Actions for/ }).press('Enter');
  await hugo.getByRole('menuitem', { name: 'Move down' }).press('Enter');
  await expect(hugo.getByText('You changed the order')).toBeVisible();
  // The menu gives the focus back to the row before the next key counts.
  await expect(first).toBeFocused();
  await hugo.getByRole('button', { name: 'Save order' }).press('Enter');
  await prove(hugo);
  await expect(hugo.getByText('You changed the order')).toBeHidden();
  await hugo.reload();
  await expect(rows(hugo).first()).toContainText('10% of each paycheck');
});

test('evan ends an account, and declining to prove it changes nothing', async ({ person }) => {
  test.setTimeout(120_000);
  const evan = await person('evan');
  await openDeposits(evan);
  const savings = row(evan, '40% of each paycheck');
  await savings.getByRole('button', { name: /^Actions for/ }).click();
  await evan.getByRole('menuitem', { name: 'Stop using this account' }).click();
  await evan.getByRole('alertdialog').getByRole('button', { name: 'Stop using this account' }).click();
  await stepUp(evan).getByRole('button', { name: 'Cancel' }).click();
  await evan.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(savings.getByText('Change pending approval')).toBeHidden();
  await savings.getByRole('button', { name: /^Actions for/ }).click();
  await evan.getByRole('menuitem', { name: 'Stop using this account' }).click();
  await evan.getByRole('alertdialog').getByRole('button', { name: 'Stop using this account' }).click();
  await prove(evan);
  await expect(savings.getByText('Change pending approval')).toBeVisible();
});

test('elena reads it all in Spanish, on a phone', async ({ person }) => {
  const elena = await person('elena', { ...phone, language: 'es' });
  await openDeposits(elena, 'Depósito directo');
  await expect(row(elena, 'El resto')).toContainText('Activa');
  await elena.getByRole('button', { name: 'Agregar una cuenta' }).click();
  const form = elena.getByRole('dialog', { name: 'Agregar una cuenta' });
  await form.getByLabel('Número de ruta').fill('930300127');
  await form.getByRole('button', { name: 'Agregar cuenta' }).click();
  await expect(form.getByText('El número de ruta bancaria no es válido')).toBeVisible();
  await expect(form.getByText('Todos los campos son obligatorios').first()).toBeVisible();
  await expectAccessible(elena);
});

test('priya says «this was not me»: the change is frozen, and marcus can only deny it', { tag: '@postgres' }, async ({
  person,
  visitor,
  request,
}) => {
  test.setTimeout(120_000);
  const priya = await person('priya');
  await openDeposits(priya);
  await priya.getByRole('button', { name: 'Add an account' }).click();
  await fillAccount(priya, '660077889', '900.00');
  await priya.getByRole('dialog').getByRole('button', { name: 'Add account' }).click();
  await prove(priya);
  await expect(row(priya, '••••7889')).toContainText('Pending');
  const mail = await sentTo(request, 'priya@example.com', /7889/);
  const link = /http\S+\/login\/freeze\?token=\S+/.exec(mail)?.[0] ?? '';
  const owner = await visitor();
  await owner.goto(new URL(link).pathname + new URL(link).search);
  await expect(owner.getByRole('heading', { name: 'Not your change?' })).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Freeze the change' }).click();
  await expect(owner.getByRole('heading', { name: 'The change is frozen' })).toBeVisible();
  await owner.reload();
  await expect(owner.getByRole('heading', { name: 'Not your change?' })).toBeHidden();

  await priya.reload();
  await expect(priya.getByText('A change to your accounts is frozen.').filter({ visible: true })).toBeVisible();
  const marcus = await person('marcus');
  await marcus.goto('/manager/disbursements');
  await marcus.getByRole('button', { name: 'Open Priya Raman’s request' }).first().click();
  const drawer = marcus.getByRole('dialog', { name: 'Priya Raman' });
  await expect(
    drawer.getByRole('listitem').filter({ hasText: 'The employee says someone else made this change.' }),
  ).toBeVisible();
  await expect(drawer.getByText('You can only deny it.')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Approve' })).toBeHidden();
  await expect(drawer.getByText(/^Before you approve/)).toBeHidden();
  await expectAccessible(marcus);
  await drawer.getByLabel('Note').fill('Account taken over; payroll informed.');
  await drawer.getByRole('button', { name: 'Deny' }).click();
  await expect(drawer).toBeHidden();
});

test('in Spanish: evan adds an account, priya approves it, and evan says that it was not him', async ({
  person,
  visitor,
  request,
}) => {
  test.setTimeout(180_000);
  const evan = await person('evan', { language: 'es' });
  await openDeposits(evan, 'Depósito directo');
  await evan.getByRole('button', { name: 'Agregar una cuenta' }).click();
  const form = evan.getByRole('dialog', { name: 'Agregar una cuenta' });
  await form.getByLabel('Número de ruta').fill('920100378');
  await form.getByRole('textbox', { name: /^Número de cuenta/ }).fill('770044556');
  await form.getByLabel('Confirme el número').fill('770044556');
  // Nothing of his is the balance, which is offered first then.
  await form.getByText('Un monto fijo', { exact: true }).click();
  await form.getByRole('textbox', { name: /^Monto/ }).fill('60.00');
  await form.getByRole('button', { name: 'Agregar cuenta' }).click();
  await prove(evan);
  await expect(row(evan, '••••4556')).toContainText('Pendiente');

  const priya = await person('priya', { language: 'es' });
  /** The newest comes last: he may have asked for something before. */
  const queue = async () => {
    await priya.goto('/manager/disbursements');
    await priya
      .getByRole('button', { name: /^Abrir la solicitud de Evan Sato/ })
      .last()
      .click();
    return priya.getByRole('dialog', { name: 'Evan Sato' });
  };
  const waiting = await queue();
  await expect(waiting.getByText('Motivos de precaución')).toBeVisible();
  await waiting.getByRole('button', { name: 'Aprobar' }).click();
  await prove(priya);
  await expect(waiting).toBeHidden();
  await evan.reload();
  await expect(row(evan, '••••4556')).toContainText('Aprobada');

  const link = /http\S+\/login\/freeze\?token=\S+/.exec(await sentTo(request, 'evan@example.com', /4556/))?.[0] ?? '';
  const owner = await visitor({ language: 'es' });
  await owner.goto(new URL(link).pathname + new URL(link).search);
  await expect(owner.getByRole('heading', { name: '¿No hizo usted este cambio?' })).toBeVisible();
  await owner.getByRole('button', { name: 'Congelar el cambio' }).click();
  await expect(owner.getByRole('heading', { name: 'El cambio está congelado' })).toBeVisible();
  await evan.reload();
  await expect(evan.getByText('Congelada', { exact: true }).first()).toBeVisible();
  await expect(evan.getByText('Hay un cambio congelado en sus cuentas.').filter({ visible: true })).toBeVisible();

  const frozen = await queue();
  await expect(frozen.getByText('Solo puede rechazarla.')).toBeVisible();
  await expect(frozen.getByRole('button', { name: 'Aprobar' })).toBeHidden();
  await frozen.getByRole('button', { name: 'Rechazar' }).click();
  await expect(frozen).toBeHidden();
});

/** Payroll brings an account that has ended: no one can make one in a day. */
async function bringEndedAccount(page: Page, company: string, number: string): Promise<void> {
  const answered = page.waitForResponse(
    // What the page before had asked for has no body any more.
    async (answer) =>
      answer.url().endsWith('/graphql') && (await answer.text().catch(() => '')).includes('"employeeCode"'),
  );
  await page.goto('/profile');
  const code = /"employeeCode":"([^"]+)"/.exec(await (await answered).text())?.[1];
  const folder = mkdtempSync(join(tmpdir(), 'atrium-ended-'));
  const header =
    'company,employee_code,routing_number,account_number,account_type,amount_type,amount,priority,start_date,end_date';
  const row = `${company},${code},920100378,${number},savings,fixed,40.00,9,2024-01-05,2025-06-30`;
  writeFileSync(join(folder, 'deposits.csv'), `${header}\n${row}\n`);
  worldOfThisWorker().operate('import', '--tenant', 'Cedar Group', join(folder, 'deposits.csv'));
  rmSync(folder, { recursive: true });
}

test('the flags of accounts list what has ended, offer a card, and take the way to end one away', async ({
  person,
}) => {
  const elena = await person('elena', { language: 'en' });
  await bringEndedAccount(elena, 'Cedar Logistics', '31005552266');
  const ended = elena.getByRole('region', { name: 'No longer used' }).getByText('••••2266');
  const offer = elena.getByRole('region', { name: 'A payment card for your pay' });
  const toEnd = elena.getByRole('menuitem', { name: 'Stop using this account' });
  const openMenu = () =>
    rows(elena)
      .filter({ hasText: 'Active' })
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click();
  await openDeposits(elena);
  await openMenu();
  await expect(toEnd).toBeVisible();
  await expect(ended).toBeHidden();
  await expect(offer).toBeHidden();
  const flags = {
    'show-inactive-accounts': 'on',
    'hide-inactivate-link': 'on',
    'show-payment-card-and-tax-product-marketing': 'on',
  } as const;
  await withFlags('Cedar Group', flags, async () => {
    await openDeposits(elena);
    await expect(ended).toBeVisible();
    await expect(offer).toContainText('3.00% APY');
    await openMenu();
    await expect(elena.getByRole('menuitem').first()).toBeVisible();
    await expect(toEnd).toBeHidden();
  });
});

test('hugo splits his pay, changes the order and ends an account, in Spanish', async ({ person }) => {
  test.setTimeout(240_000);
  const hugo = await person('hugo', { language: 'es' });
  await openDeposits(hugo, 'Depósito directo');
  const share = row(hugo, '10% de cada pago');
  await share.getByRole('button', { name: /^Acciones/ }).click();
  await hugo.getByRole('menuitem', { name: 'Editar' }).click();
  const form = hugo.getByRole('dialog');
  await form.getByRole('textbox', { name: /^Porcentaje/ }).fill('25.9');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await prove(hugo);
  await expect(row(hugo, '25% de cada pago')).toBeVisible();

  const first = await rows(hugo).first().textContent();
  await rows(hugo)
    .first()
    .getByRole('button', { name: /^Acciones/ })
    .click();
  await hugo.getByRole('menuitem', { name: 'Bajar' }).click();
  await hugo.getByRole('button', { name: 'Guardar el orden' }).click();
  await prove(hugo);
  await expect(hugo.getByText('Cambió el orden')).toBeHidden();
  await expect(rows(hugo).first()).not.toHaveText(first ?? '');

  await row(hugo, '25% de cada pago')
    .getByRole('button', { name: /^Acciones/ })
    .click();
  await hugo.getByRole('menuitem', { name: /^(Quitar|Dejar de usar) esta cuenta$/ }).click();
  await hugo
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Quitar|Dejar de usar) esta cuenta$/ })
    .click();
  await prove(hugo);
  await expect(hugo.getByText('Se guardaron sus cuentas.').first()).toBeVisible();
});
