/** The console: its menu, the audit trail and the health page, as an administrator uses them. */
import { readFileSync } from 'node:fs';
import { expect, expectAccessible, phone, test } from './people';

test('grace finds who published an announcement, follows it, and exports what she found', { tag: '@postgres' }, async ({
  person,
}) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/announcements');
  await marcus.getByRole('button', { name: 'New announcement' }).click();
  await marcus.getByRole('textbox', { name: 'Message', exact: true }).fill('The console is open.');
  await marcus.getByRole('button', { name: 'Publish' }).click();
  await expect(marcus.getByText('The console is open.').first()).toBeVisible();

  const grace = await person('grace');
  await grace.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit trail' }).click();
  await expect(grace).toHaveURL('/admin/audit');
  await grace.getByRole('searchbox', { name: 'Username, email or operator' }).fill('marcus');
  const trail = grace.getByRole('table', { name: 'Audit trail' });
  const published = trail.getByRole('row', { name: /Announcement published/ }).first();
  await expect(published).toContainText('Marcus Bell');
  await expectAccessible(grace);

  await published.getByRole('button').click();
  const details = grace.getByRole('dialog', { name: 'Announcement published' });
  await expect(details).toContainText('Marcus Bell');
  await expectAccessible(grace);
  await details.getByRole('button', { name: 'Object history' }).click();
  await expect(grace.getByText('History of one object')).toBeVisible();
  await expect(trail.getByRole('row')).toHaveCount(2);

  const downloading = grace.waitForEvent('download');
  await grace.getByRole('button', { name: 'Export CSV' }).click();
  const csv = readFileSync(await (await downloading).path(), 'utf8');
  expect(csv).toContain('announcement.publish');
  expect(csv.trim().split('\n')).toHaveLength(2);

  // The filters are there again after a reload; what was typed isn't.
  await grace.reload();
  await expect(grace.getByText('History of one object')).toBeVisible();
  await expect(grace.getByRole('searchbox', { name: 'Username, email or operator' })).toHaveValue('');
  await grace.getByRole('button', { name: 'Show all events' }).click();
  await expect(trail.getByRole('row', { name: /Audit trail read/ }).first()).toContainText('Grace');
});

test('grace checks that the trail is intact', async ({ person }) => {
  const grace = await person('grace');
  await grace.goto('/admin/audit');
  await grace.getByRole('button', { name: 'Check the trail' }).click();
  await expect(grace.getByText('The trail is intact')).toBeVisible();
  await expectAccessible(grace);
});

test('grace sees how the portal is doing and sends herself a test email', async ({ person }) => {
  const grace = await person('grace');
  await grace.goto('/admin/health');
  await expect(grace.getByRole('region', { name: 'System' })).toContainText(/SQLite|PostgreSQL/);
  const mail = grace.getByRole('region', { name: 'Email' });
  await expect(mail).toContainText('Set up');
  await mail.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(grace.getByRole('status').filter({ hasText: 'Test email sent. Check your inbox.' })).toBeVisible();
  await expectAccessible(grace);
});

test('on a phone, in Spanish and in the dark, the console has its own tabs, and the rest in its menu', async ({
  person,
}) => {
  const grace = await person('grace', { ...phone, language: 'es', colorScheme: 'dark' });
  const open = async (page: string) => {
    await grace.getByRole('navigation', { name: 'Pestañas' }).getByRole('link', { name: 'Menú' }).click();
    await grace.getByRole('main').getByRole('link', { name: page }).click();
  };
  await open('Auditoría');
  await expect(grace.getByRole('heading', { level: 1, name: 'Registro de auditoría' })).toBeVisible();
  await grace.getByRole('button', { name: 'Filtros' }).click();
  await expect(grace.getByText('Desde')).toBeVisible();
  await expectAccessible(grace);
  await open('Estado');
  await expect(grace.getByRole('heading', { level: 1, name: 'Estado del sistema' })).toBeVisible();
  await expectAccessible(grace);
});

test('no one else finds the console', async ({ person }) => {
  const marcus = await person('marcus');
  for (const path of ['/admin/home', '/admin/audit', '/admin/health', '/admin/menu']) {
    await marcus.goto(path);
    await expect(marcus).toHaveURL('/manager/home');
  }
  await expect(marcus.getByRole('link', { name: 'Audit trail' })).toHaveCount(0);
});
