/** Benefits in a real browser: what they cost agrees with the pay stub. */
import { expect, expectAccessible, phone, test } from './people';

test('ana sees her plans, and pays for them what her last stub says', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/benefits');
  await expect(ana.getByRole('heading', { level: 1, name: 'Benefits' })).toBeVisible();
  await expect(ana.getByRole('img', { name: 'Your benefits per year' })).toBeVisible();
  const retirement = ana.getByRole('region', { name: 'Retirement' });
  await expect(retirement).toContainText('Enrolled');
  const paid = await retirement
    .getByRole('row', { name: /You pay/ })
    .getByRole('cell')
    .first()
    .textContent();
  expect(paid).toMatch(/^\$[\d,]+\.\d\d$/);
  await expectAccessible(ana);
  await ana.goto('/pay');
  await ana.getByRole('link', { name: 'View pay stub' }).click();
  await expect(ana.getByRole('main')).toContainText(paid ?? 'an amount');
});

test('elena reads her benefits in Spanish on a phone in the dark', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark', language: 'es' });
  await elena.goto('/benefits');
  await expect(elena.getByRole('heading', { level: 1, name: 'Beneficios' })).toBeVisible();
  await expect(elena.getByRole('region', { name: 'Seguro de vida' })).toContainText('Inscrito');
  await expect(elena.getByRole('main')).not.toContainText(/Employee|coverage|of pay/);
  await expectAccessible(elena);
});
