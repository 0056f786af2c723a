/** Each flag of a tenant does something one can see. Those of a feature's own page are tested with the feature. */
import { withFlags } from './flags';
import { expect, expectAccessible, phone, test } from './people';
import { putInShell, signInThroughBrowser } from './shell-around';

const cedar = 'Cedar Group';

test('chatbot, full-site-access-link and embed-user-guide show their entries', async ({ person, visitor, request }) => {
  const hugo = await person('hugo');
  const menu = hugo.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
  await hugo.getByRole('button', { name: 'Open profile menu' }).click();
  await expect(hugo.getByRole('link', { name: 'User guide' })).toHaveAttribute('href', '/guide');
  await expect(hugo.getByRole('link', { name: 'Open the full site' })).toHaveCount(0);
  await hugo.keyboard.press('Escape');
  await expect(menu.getByRole('button', { name: 'Ask the assistant' })).toHaveCount(0);

  const flags = { chatbot: 'on', 'full-site-access-link': 'on', 'embed-user-guide': 'on' } as const;
  await withFlags('Harbor Clinic', flags, async () => {
    await hugo.reload();
    await menu.getByRole('button', { name: 'Ask the assistant' }).click();
    await hugo.getByRole('button', { name: 'Close the assistant' }).click();
    await hugo.getByRole('button', { name: 'Open profile menu' }).click();
    // It leads out of the native app; on the web it would lead nowhere.
    await expect(hugo.getByRole('link', { name: 'Open the full site' })).toHaveCount(0);
    await hugo.getByRole('button', { name: 'User guide' }).click();
    const guide = hugo.getByRole('dialog', { name: 'User guide' });
    await expect(guide.getByRole('heading', { name: 'Read your pay stub' })).toBeVisible();
    await expectAccessible(hugo);
    const device = await visitor({ ...phone, language: 'en' });
    await putInShell(device);
    await device.goto('/');
    await signInThroughBrowser(device, request, 'hugo');
    await expect(device).toHaveURL('/tabs/employee/home');
    await device.getByRole('button', { name: 'Open profile menu' }).click();
    await expect(device.getByRole('link', { name: 'Open the full site' })).toBeVisible();
  });
});

test('application-view, -plan and -pricing decide what tiles there are and what they tell', async ({ person }) => {
  const evan = await person('evan');
  const tiles = evan.getByRole('region', { name: 'Cedar Group applications' });
  await expect(tiles.getByRole('link')).toHaveCount(3);
  await expect(tiles.getByText('Standard')).toHaveCount(0);
  await withFlags(cedar, { 'application-plan': 'on', 'application-pricing': 'on' }, async () => {
    await evan.reload();
    await expect(tiles.getByRole('link', { name: 'Payroll Standard $4.00 per employee per month' })).toBeVisible();
  });
  await withFlags(cedar, { 'application-view': 'off' }, async () => {
    await evan.goto('/home');
    await expect(evan).toHaveURL('/employee/home');
    await expect(evan.getByRole('button', { name: 'Applications' })).toHaveCount(0);
  });
});

test('application-edit lets an administrator change the list, and off, only read it', { tag: '@postgres' }, async ({
  person,
}) => {
  const grace = await person('grace');
  const list = grace.getByRole('region', { name: 'Cedar Group applications' });
  await expect(list.getByText('https://payroll.example.com/start/payroll')).toBeVisible();
  await expectAccessible(grace);
  const rename = async (from: string, to: string) => {
    await list.getByRole('button', { name: `Edit ${from}` }).click();
    const form = grace.getByRole('dialog', { name: `Edit ${from}` });
    await form.getByRole('textbox', { name: 'Name' }).fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Required').first()).toBeVisible();
    await form.getByRole('textbox', { name: 'Name' }).fill(to);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(list.getByText(to, { exact: true })).toBeVisible();
  };
  await rename('Talent', 'Talent & Growth');
  await rename('Talent & Growth', 'Talent');

  await withFlags(cedar, { 'application-edit': 'off' }, async () => {
    await grace.reload();
    await expect(list.getByText('Talent', { exact: true })).toBeVisible();
    await expect(list.getByRole('button')).toHaveCount(0);
  });
});

test('user-info-v2 off makes everybody a user of the first version', async ({ person }) => {
  await withFlags(cedar, { 'user-info-v2': 'off' }, async () => {
    const victor = await person('victor');
    await expect(victor).toHaveURL('/employee/home');
  });
});
