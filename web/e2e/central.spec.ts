/** The central page and what hangs on applications and vendors. */
import { expect, expectAccessible, phone, test } from './people';

test('evan finds his applications, the Evolution card and the widget on the central page', async ({ person }) => {
  const evan = await person('evan');
  await expect(evan).toHaveURL('/home');
  const tiles = evan.getByRole('region', { name: 'Cedar Group applications' });
  await expect(tiles.getByRole('link')).toHaveCount(3);
  const payroll = tiles.getByRole('link', { name: /^Payroll/ });
  await expect(payroll).toHaveAttribute('href', 'https://payroll.example.com/start/payroll');
  await expect(payroll).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(evan.getByRole('link', { name: 'Open Evolution' })).toBeVisible();
  await expectAccessible(evan);
  await evan.getByRole('button', { name: 'Applications' }).click();
  await expect(evan.getByRole('menuitem', { name: 'Time & Labor' })).toBeVisible();
  await expectAccessible(evan);
  await evan.getByRole('menuitem', { name: 'Home' }).click();
  await expect(evan).toHaveURL('/home');
  await evan
    .getByRole('main')
    .getByRole('link', { name: /My work/ })
    .click();
  await expect(evan).toHaveURL('/employee/home');
});

test('ana sees what is open of her career, and opens an offer of the marketplace with a one-time code', {
  tag: '@postgres',
}, async ({ person }) => {
  const ana = await person('ana');
  await expect(ana.getByRole('button', { name: 'Applications' })).toHaveCount(0);
  const menu = ana.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Career' }).click();
  await expect(ana.getByRole('heading', { name: 'Performance reviews' })).toBeVisible();
  await expect(ana.getByRole('heading', { name: 'Training' })).toBeVisible();
  await expect(ana.getByRole('heading', { name: 'Open positions' })).toHaveCount(0);

  await menu.getByRole('link', { name: 'Marketplace' }).click();
  await expect(ana.getByRole('heading', { name: 'Equifax' })).toBeVisible();
  await ana.context().route('https://early-pay.example.com/**', (route) => route.fulfill({ body: 'The vendor' }));
  const opened = ana.context().waitForEvent('page');
  await ana.getByRole('button', { name: 'Open ZayZoon in a new tab' }).click();
  const tab = await opened;
  await tab.waitForURL(/^https:\/\/early-pay\.example\.com\/\?access_id=.{20,}/);

  await ana.route('**/graphql', (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    return query.includes('launchIntegration') ? route.fulfill({ status: 503 }) : route.continue();
  });
  await ana.getByRole('button', { name: 'Open Equifax in a new tab' }).click();
  await expect(ana.getByRole('alert').filter({ hasText: /./ }).first()).toBeAttached();
  await expect(ana).toHaveURL('/more/marketplace');
});

test('elena, whose company has no vendors, has no marketplace, in Spanish on a phone', async ({ person }) => {
  const elena = await person('elena', phone);
  await elena.goto('/more/career');
  await expect(elena.getByRole('heading', { level: 1, name: 'Carrera profesional' })).toBeVisible();
  await expectAccessible(elena);
  await elena.goto('/more/marketplace');
  await expect(elena).toHaveURL('/employee/home');
});
