/** Cards of the homes that lead elsewhere or cost something, as the people of the demo world see them. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

/** Where a press sends the new tab; the demo's vendors are not there to answer. */
async function opened(page: Page, host: string, press: () => Promise<void>): Promise<URL> {
  await page.context().route(`https://${host}/**`, (route) => route.fulfill({ body: 'The vendor' }));
  const tab = page.context().waitForEvent('page');
  await press();
  const vendor = await tab;
  await vendor.waitForURL(`https://${host}/**`);
  const address = new URL(vendor.url());
  await vendor.close();
  return address;
}

test('ana reads what always holds, and goes from an offer to its vendor', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/employee/home');
  const standing = ana.getByRole('region', { name: 'Announcements' }).getByRole('list', { name: 'Good to know' });
  await expect(standing).toContainText('Questions about your pay? Write to payroll before Wednesday noon.');
  const offers = ana.getByRole('region', { name: 'Offers' });
  await expect(offers.getByRole('heading', { name: 'Equifax' })).toBeVisible();
  const address = await opened(ana, 'early-pay.example.com', () =>
    offers.getByRole('button', { name: 'Open ZayZoon in a new tab' }).click(),
  );
  expect(address.searchParams.get('access_id')).toMatch(/^.{20,}$/);
});

test('on a phone the offers are a row to move through, in Spanish', async ({ person }) => {
  const victor = await person('victor', { ...phone, language: 'es', colorScheme: 'dark' });
  await victor.goto('/employee/home');
  const offers = victor.getByRole('region', { name: 'Ofertas' });
  const next = offers.getByRole('button', { name: 'Más ofertas' });
  await next.click();
  await expect(next).toBeDisabled();
  await expect(offers.getByRole('button', { name: /^Abrir .+ en una pestaña nueva$/ }).last()).toBeInViewport();
  await expectAccessible(victor);
});

test('mina has HR services, and marcus, whose company has none, has requests about accounts', async ({ person }) => {
  const mina = await person('mina');
  await mina.goto('/manager/home');
  const services = mina.getByRole('region', { name: 'HR services' });
  const address = await opened(mina, 'hr-advice.example.com', () =>
    services.getByRole('button', { name: 'Open Mineral in a new tab' }).click(),
  );
  expect(address.hostname).toBe('hr-advice.example.com');
  await expectAccessible(mina);

  const marcus = await person('marcus');
  await marcus.goto('/manager/home');
  const requests = marcus.getByRole('region', { name: 'Direct deposit requests' });
  const ofVictor = requests.getByRole('listitem').filter({ hasText: 'Victor Lindqvist' });
  await expect(ofVictor).toContainText('Since Nov 16, 2026');
  await expect(marcus.getByRole('region', { name: 'HR services' })).toHaveCount(0);
  const items = marcus.getByRole('region', { name: 'Action items' });
  await expect(items.getByText(/^\d+ of 60 ha(s|ve) acknowledged$/).first()).toBeVisible();
  await expect(items.getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/manager/resources');
  await expect(marcus.getByRole('region', { name: 'Resources' }).getByRole('listitem').first()).toBeVisible();
  await requests.getByRole('link', { name: 'All requests' }).click();
  await expect(marcus).toHaveURL('/manager/disbursements');
  await expect(marcus.getByRole('button', { name: /^Open Victor Lindqvist’s request/ })).toBeVisible();
});

test('the home of ana costs a statement a card, and three', { tag: '@postgres' }, async ({ person }) => {
  const page = await person('ana');
  const asked = page.waitForResponse(
    (answer) => answer.url().endsWith('/graphql') && answer.request().postData()?.includes('query Home') === true,
  );
  await page.goto('/employee/home');
  const answer = await asked;
  const statements = Number(answer.headers()['x-statements']);
  expect(statements).toBeGreaterThan(0);
  // Cards are drawn three at a time.
  await expect(async () => {
    const cards = await page.getByRole('main').getByRole('region').count();
    expect(cards).toBeGreaterThan(8);
    expect(statements).toBeLessThanOrEqual(cards + 3);
  }).toPass();
});
