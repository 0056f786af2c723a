/** What an employee sees of the company. */
import { expect, expectAccessible, phone, test } from './people';

test('ana sees how her company is made up and where its links lead', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/more/company');
  await expect(ana.getByRole('heading', { level: 1, name: 'Cedar Outfitters' })).toBeVisible();
  await expect(ana.getByText('Stitch & Sole')).toBeVisible();
  await expect(ana.getByRole('region', { name: 'Holidays' })).toContainText('Thanksgiving');
  const link = ana.getByRole('link', { name: 'Uniform shop' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessible(ana);
});

test('elena reads her company in Spanish on a phone, in the dark', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark' });
  await elena.goto('/more/company');
  await expect(elena.getByText('Sucursal').first()).toBeVisible();
  await expect(elena.getByText('Grupos de pago')).toBeVisible();
  await expect(elena.getByRole('region', { name: 'Días feriados' })).toContainText('Acción de Gracias');
  await expectAccessible(elena);
});
