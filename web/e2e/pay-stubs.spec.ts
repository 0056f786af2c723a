/** Pay stubs in a real browser, as the people of the demo world read them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';
import { pdfText } from './read-pdf';
import { worldOfThisWorker } from './world';

const money = /^[−+]?\$[\d,]+\.\d{2}$/;

async function openLatest(page: Page): Promise<void> {
  await page.goto('/pay');
  await page.getByRole('link', { name: /^(View pay stub|Ver talón de pago)$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^(Pay stub for|Talón de pago del) / })).toBeVisible();
}

/** Cents, whatever the sign is drawn with. */
function cents(text: string): number {
  const digits = Number(text.replace(/[^\d.]/g, '').replace('.', ''));
  return /[−-]/.test(text) ? -digits : digits;
}

async function column(page: Page, table: string | RegExp, nth: number): Promise<string[]> {
  const rows = page.getByRole('table', { name: table }).locator('tbody tr');
  return (await rows.locator(`td:nth-of-type(${nth})`).allTextContents()).map((text) => text.trim());
}

test('ana sees her last paycheck at home and opens it from there', async ({ person }) => {
  const ana = await person('ana');
  const card = ana.getByRole('region', { name: 'Latest paycheck' });
  await expect(card.getByRole('img', { name: /^Breakdown of \$[\d,]+\.\d\d gross pay$/ })).toBeVisible();
  await card.getByRole('link', { name: 'View pay stub' }).click();
  await expect(ana.getByRole('heading', { level: 1, name: /^Pay stub for / })).toBeVisible();
  await expect(ana).toHaveURL(/\/pay\/paystub\/[0-9a-f-]{36}$/);
});

test('a stub shows its lines, current and to date, and they add up', async ({ person }) => {
  const ana = await person('ana');
  await openLatest(ana);
  const earned = (await column(ana, 'Earnings', 3)).map(cents);
  const gross = earned.pop() ?? 0;
  expect(earned.reduce((sum, each) => sum + each, 0)).toBe(gross);
  const lines = (await column(ana, 'Taxes and deductions', 1)).map(cents);
  const withheld = lines.pop() ?? 0;
  expect(lines.reduce((sum, each) => sum + each, 0)).toBe(withheld);
  const [shownGross, taxes, deductions, net] = (await column(ana, 'Where it went', 1)).map(cents);
  expect(shownGross).toBe(gross);
  expect((taxes ?? 0) + (deductions ?? 0)).toBe(withheld);
  expect(net).toBe(gross - withheld);
  const paid = ana.getByRole('table', { name: 'How you were paid' });
  await expect(paid.getByRole('row').filter({ hasText: 'savings ending' })).toContainText('$150.00');
  await expectAccessible(ana);
});

test('the history goes year by year and page by page', { tag: '@postgres' }, async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/pay');
  await ana.getByRole('link', { name: /^All pay stubs/ }).click();
  await expect(ana.getByRole('heading', { level: 1, name: 'Pay history' })).toBeVisible();
  await expect(ana.getByRole('tab').nth(1)).toBeVisible();
  const [thisYear, lastYear] = await ana.getByRole('tab').allTextContents();
  expect(Number(thisYear)).toBe(Number(lastYear) + 1);
  await ana.getByRole('tab', { name: lastYear ?? '' }).click();
  const rows = ana.getByRole('table', { name: 'Pay history' }).locator('tbody tr');
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText(`, ${lastYear}`);
  await ana.getByRole('button', { name: 'Next' }).click();
  await expect(rows).toHaveCount(6);
  await expect(rows.last()).toContainText('Jan');
  await rows.last().getByRole('link').click();
  await expect(ana.getByRole('heading', { level: 1, name: `Jan`, exact: false })).toBeVisible();
  // Back is where she was: that year, and its second page.
  await ana.goBack();
  await expect(ana.getByRole('tab', { name: lastYear ?? '' })).toHaveAttribute('aria-selected', 'true');
  await expect(rows).toHaveCount(6);
  await ana.reload();
  await expect(rows).toHaveCount(6);
});

test('why did my pay change: a sentence, its arithmetic, and any other payday', async ({ person }) => {
  const ana = await person('ana');
  await openLatest(ana);
  const change = ana.getByRole('region', { name: 'Why did my pay change?' });
  await expect(change.getByText(/^Your net pay is \$[\d,.]+ (higher|lower) than on /)).toBeVisible();
  const addsUp = async () => {
    const effects = (await column(ana, 'What changed', 2)).map(cents);
    const total = effects.pop();
    expect(effects.reduce((sum, each) => sum + each, 0)).toBe(total);
    expect((await column(ana, 'Where the difference went', 3)).map(cents).at(-1)).toBe(total);
  };
  await addsUp();
  const before = await change.getByText(/^Your net pay is/).textContent();
  await change.getByRole('button', { name: /Compare with/ }).click();
  await ana.getByRole('option').nth(9).click();
  await expect(change.getByText(/^Your net pay is/)).not.toHaveText(before ?? '');
  await addsUp();
  await expectAccessible(ana);
});

for (const { who, name, language, button, file, done, heading, summary, paid, netPay } of [
  {
    who: 'ana',
    name: 'Ana Morales',
    language: 'en',
    button: 'Download PDF',
    file: /^pay-stub-\d{4}-\d{2}-\d{2}\.pdf$/,
    done: 'PDF downloaded.',
    heading: /^Pay stub for (.+)$/,
    summary: /^Where it went$/,
    paid: 'Paid',
    netPay: 'Net pay',
  },
  {
    who: 'elena',
    name: 'Elena Vargas',
    language: 'es',
    button: 'Descargar PDF',
    file: /^talon-de-pago-\d{4}-\d{2}-\d{2}\.pdf$/,
    done: 'Se descargó el PDF.',
    heading: /^Talón de pago del (.+)$/,
    summary: /^Adónde fue$/,
    paid: 'Pagado el',
    netPay: 'Pago neto',
  },
] as const)
  test(`the PDF of ${who} says in ${language} what the page says: whom, when, how much`, async ({ person }) => {
    const page = await person(who, { language });
    await openLatest(page);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(file);
    await expect(page.getByText(done).first()).toBeVisible();
    const text = await pdfText(await download.path());
    const payday = heading.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[1] ?? '';
    const net = (await column(page, summary, 1)).at(-1) ?? '';
    expect(net).toMatch(money);
    expect(text).toContain(name);
    expect(text).toContain(`${paid} ${payday}`);
    expect(text).toContain(`${netPay} ${net}`);
  });

test('a stub is printed whole: nothing of the page around it, and all of its lines', async ({ person }, testInfo) => {
  const priya = await person('priya', { language: 'es' });
  await openLatest(priya);
  await expect(priya.getByRole('table', { name: 'Cómo se le pagó' }).getByRole('row')).toHaveCount(4);
  const path = testInfo.outputPath('printed.pdf');
  await priya.pdf({ path, format: 'Letter' });
  const text = await pdfText(path);
  for (const part of [
    'Adónde fue',
    'Detalles',
    'Ingresos',
    'Impuestos y deducciones',
    'Total retenido',
    'Cómo se le pagó',
  ])
    expect(text.split(part), part).toHaveLength(2);
  // The reader may take a kerned pair of digits for two words.
  expect(text.match(/terminada en (?:\d ?){4}/g)).toHaveLength(3);
  expect(text).not.toMatch(/Descargar PDF|¿Por qué cambió mi pago\?/);
});

test('a PDF that cannot be made says so in the words of the spec', async ({ person }) => {
  const ana = await person('ana');
  await openLatest(ana);
  await ana.route('**/graphql', (route) =>
    route.request().postData()?.includes('paystubString') ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await ana.getByRole('button', { name: 'Download PDF' }).click();
  await expect(ana.getByText('Paystub cannot be downloaded. Please contact support').first()).toBeVisible();
});

test('a stub of somebody else is not there, and a history that fails can be tried again', async ({ person }) => {
  const hugo = await person('hugo');
  await openLatest(hugo);
  const foreign = new URL(hugo.url()).pathname;
  const ana = await person('ana');
  await ana.goto(foreign);
  await expect(ana.getByRole('alert').getByText('Failed to get paystub').first()).toBeVisible();

  let isDown = true;
  await ana.route('**/graphql', (route) =>
    isDown && route.request().postData()?.includes('listEmployeePayStubs')
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  );
  await ana.goto('/pay/paystub');
  // The title says what failed, the line below what to do: not the same words twice.
  const failed = ana.getByRole('main').getByRole('alert').filter({ hasText: 'Failed to get pay history' });
  await expect(failed).toContainText('There was a problem. Please try again later.');
  isDown = false;
  await ana.getByRole('button', { name: 'Retry' }).click();
  await expect(ana.getByRole('table', { name: 'Pay history' })).toBeVisible();
});

test('elena reads her stub in Spanish on a phone, in the dark', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark', language: 'es' });
  await openLatest(elena);
  await expect(elena.getByRole('table', { name: 'Ingresos' })).toContainText('Prima nocturna');
  await expect(elena.getByRole('table', { name: 'Impuestos y deducciones' })).toContainText(
    'Impuesto federal sobre la renta',
  );
  const change = elena.getByRole('region', { name: '¿Por qué cambió mi pago?' });
  await expect(change.getByText(/^Su pago neto es \$[\d,.]+ más (alto|bajo) que el del /)).toBeVisible();
  for (const effect of await column(elena, 'Qué cambió', 2)) expect(effect).toMatch(money);
  const width = await elena.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(elena);
});

/** Payroll corrects a check: the same day and number, with other lines. */
async function correct(page: Page, company: string): Promise<void> {
  const answered = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/graphql') && (await answer.text().catch(() => '')).includes('"checkNumber"'),
  );
  await page.reload();
  const text = await (await answered).text();
  const said = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';
  const check = `${company},${said('employeeNumber')},${said('checkDate')},${said('checkNumber')},${said('periodBegin')},${said('periodEnd')}`;
  const folder = mkdtempSync(join(tmpdir(), 'atrium-corrected-'));
  const lines = [
    'company,employee_code,check_date,check_number,period_begin,period_end,line,item,current,ytd,replaces',
    `${check},earning,SAL,2000.00,50000.00,${said('checkNumber')}`,
    `${check},tax,FIT,200.00,5000.00,`,
    `${check},reimbursement,MILEAGE,42.50,42.50,`,
    `${check},employer,401K-ER,80.00,80.00,`,
    `${check},check,,,1842.50,`,
  ];
  writeFileSync(join(folder, 'corrected.csv'), `${lines.join('\n')}\n`);
  worldOfThisWorker().operate('import', '--tenant', 'Cedar Group', join(folder, 'corrected.csv'));
  rmSync(folder, { recursive: true });
}

test('a corrected check takes the place of the voided one, and both stay to be read', async ({ person }) => {
  const victor = await person('victor');
  await openLatest(victor);
  await correct(victor, 'Cedar Outfitters');
  await victor.reload();
  const voided = victor.getByText('This check was voided').first();
  await expect(voided).toBeVisible();
  await expectAccessible(victor);
  await victor.getByRole('link', { name: /^See check \S+ of .+, which replaces it$/ }).click();
  await expect(victor.getByText(/^This check replaces check \S+ of .+, which was voided\.$/)).toBeVisible();
  expect((await column(victor, 'Where it went', 1)).map(cents)).toEqual([200_000, 20_000, 0, 4_250, 184_250]);
  await expect(victor.getByRole('table', { name: 'Reimbursements' })).toContainText('Mileage');
  await expect(victor.getByRole('table', { name: 'Paid by your employer' })).toContainText('401(k) match');
  await expectAccessible(victor);
  await victor.getByRole('link', { name: 'See the voided check' }).click();
  await expect(voided).toBeVisible();
  // The last pay is the one that counts, and the history has both.
  await victor.goto('/pay');
  await expect(victor.getByRole('region', { name: 'Latest paycheck' })).toContainText('$1,842.50');
  await victor.getByRole('link', { name: /^All pay stubs/ }).click();
  const first = victor.getByRole('table', { name: 'Pay history' }).locator('tbody tr');
  await expect(first.nth(0)).not.toContainText('Voided');
  await expect(first.nth(1)).toContainText('Voided');
  await expectAccessible(victor);
});
