/** Resources and action items in a real browser, as the people of the demo world use them. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

let made = 0;
/** A name that no other test gives. */
function unique(words: string): string {
  made += 1;
  return `${words} ${Date.now() % 1_000_000}-${made}`;
}

async function add(page: Page, name: string, link = ''): Promise<void> {
  await page.goto('/manager/resources');
  await page.getByRole('button', { name: 'Add a resource' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Link' }).fill(link);
  await dialog.getByRole('checkbox', { name: 'Everyone must acknowledge it' }).check({ force: true });
}

test('marcus asks for an acknowledgement, ana gives it, and marcus sees who has', { tag: '@postgres' }, async ({
  person,
}) => {
  const marcus = await person('marcus');
  const name = unique('Read the fire plan');
  await add(marcus, name, '/more/documents');
  await marcus.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  const row = marcus.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('0 of 60');

  const ana = await person('ana');
  await ana.goto('/employee/home');
  await ana.getByRole('button', { name: `Acknowledge: ${name}` }).click();
  await expect(ana.getByRole('button', { name: `Acknowledge: ${name}` })).toBeHidden();

  // What she acknowledged stands in her own calendar, in either language.
  await ana.goto('/time/calendar');
  await expect(ana.getByRole('gridcell').getByRole('button', { name: `Acknowledged: ${name}` })).toBeVisible();
  const onThePhone = await person('ana', { ...phone, colorScheme: 'dark', language: 'es' });
  await onThePhone.goto('/time/calendar');
  await expect(onThePhone.getByRole('listitem').filter({ hasText: name })).toContainText('Confirmado');
  await expectAccessible(onThePhone);

  await marcus.reload();
  await expect(row).toContainText('1 of 60');
  await row.getByRole('button', { name: 'See who' }).click();
  const drawer = marcus.getByRole('dialog', { name });
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Morales, Ana' })).not.toContainText('Waiting');
  await marcus.keyboard.press('Escape');
  await marcus.getByRole('button', { name: `Delete: ${name}` }).click();
  await marcus.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

test('a link that is none and a name that is taken are refused at their fields', async ({ person }) => {
  const marcus = await person('marcus');
  await add(marcus, '401(k) plan site', 'javascript:alert(1)');
  const dialog = marcus.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('A link must begin with http://', { exact: false })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Link' }).fill('https://example.com');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('This name is already taken. Please choose another')).toBeVisible();
});

test('a script written as a name or a description is shown and never run', async ({ person }) => {
  const marcus = await person('marcus');
  const name = unique('<img src=x onerror="window.hurt=1">');
  await add(marcus, name);
  const dialog = marcus.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('<script>window.hurt=1</script>');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(marcus.getByText(name)).toBeVisible();
  const ana = await person('ana');
  await ana.goto('/employee/home');
  await expect(ana.getByText(name)).toBeVisible();
  for (const page of [marcus, ana]) {
    expect(await page.evaluate(() => (globalThis as { hurt?: number }).hurt)).toBeUndefined();
  }
  await marcus.getByRole('button', { name: `Delete: ${name}` }).click();
  await marcus.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(marcus.getByText(name, { exact: true })).toBeHidden();
});

test('links and messages are kept, in Spanish on a phone without an accessibility violation', async ({ person }) => {
  const marcus = await person('marcus', { ...phone, colorScheme: 'dark', language: 'es' });
  await marcus.goto('/manager/resources');
  await expect(marcus.getByText('Acknowledge the code of conduct')).toBeVisible();
  await expectAccessible(marcus);
  await marcus.getByRole('tab', { name: 'Enlaces y mensajes' }).click();
  const state = marcus.getByRole('textbox', { name: 'Formulario W-4 estatal' });
  await expect(state).toHaveValue('https://example.com/forms/or-w-4');
  await expectAccessible(marcus);
  await marcus.getByRole('button', { name: 'Guardar' }).click();
  await expect(marcus.getByText('Se guardaron los enlaces y mensajes.').first()).toBeAttached();
});

test('what marcus typed into the links outlives another tab, and is asked about before another page', async ({
  person,
}) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/resources');
  const links = marcus.getByRole('tab', { name: 'Links and messages' });
  await links.click();
  const federal = marcus.getByRole('textbox', { name: 'Federal W-4 form' });
  const typed = 'https://example.com/not-saved';
  await federal.fill(typed);
  await marcus.getByRole('tab', { name: 'Documents' }).click();
  await expect(marcus.getByRole('button', { name: 'Add a document' }).first()).toBeVisible();
  await expect(federal).toBeHidden();
  await links.click();
  await expect(federal).toHaveValue(typed);

  const menu = marcus.getByRole('navigation', { name: 'Main' });
  const question = marcus.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await menu.getByRole('link', { name: 'Announcements' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(marcus).toHaveURL(/\/manager\/resources$/);
  await expect(federal).toHaveValue(typed);
  await menu.getByRole('link', { name: 'Announcements' }).click();
  await expectAccessible(marcus);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(marcus.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();

  await marcus.goto('/manager/resources');
  await links.click();
  await expect(federal).not.toHaveValue('');
  await expect(federal).not.toHaveValue(typed);
});

test('marcus and priya edit the same resource: he takes hers, and adds his own when it is gone', async ({ person }) => {
  const marcus = await person('marcus');
  const name = unique('Bike room');
  await add(marcus, name);
  const his = marcus.getByRole('dialog');
  await his.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(his).toBeHidden();
  const priya = await person('priya');
  await priya.goto('/manager/resources');
  const hers = priya.getByRole('dialog');
  for (const page of [marcus, priya]) await page.getByRole('button', { name: `Edit: ${name}` }).click();
  await hers.getByRole('textbox', { name: 'Description' }).fill('Keys at the desk.');
  await hers.getByRole('button', { name: 'Save' }).click();
  await expect(hers).toBeHidden();

  await his.getByRole('textbox', { name: 'Description' }).fill('Ask for the code.');
  await his.getByRole('button', { name: 'Save' }).click();
  await expect(his).toContainText('Priya Raman changed this while you were editing');
  await his.getByRole('button', { name: 'Use theirs' }).click();
  const description = his.getByRole('textbox', { name: 'Description' });
  await expect(description).toHaveValue('Keys at the desk.');

  await priya.getByRole('button', { name: `Delete: ${name}` }).click();
  await priya.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(priya.getByRole('row').filter({ hasText: name })).toBeHidden();
  await description.fill('Ask for the code.');
  await his.getByRole('button', { name: 'Save' }).click();
  await expect(his).toContainText('This was deleted while you were editing');
  await his.getByRole('button', { name: 'Add mine as new' }).click();
  await expect(his).toBeHidden();
  await expect(marcus.getByRole('row').filter({ hasText: name })).toContainText('Ask for the code.');
  await marcus.getByRole('button', { name: `Delete: ${name}` }).click();
  await marcus.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(marcus.getByRole('row').filter({ hasText: name })).toBeHidden();
});
