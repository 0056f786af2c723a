/** /admin/assistant: counts, what an asker shared, and the test box, as Grace uses them. */
import { withFlags } from './flags';
import { expect, expectAccessible, phone, test } from './people';

const cedar = 'Cedar Group';
const on = { chatbot: 'on', 'chat-historical-questions': 'on' } as const;

test('grace sees which engine answers, and only what ana shared', { tag: '@postgres' }, async ({ person }) => {
  await withFlags(cedar, on, async () => {
    const ana = await person('ana');
    await ana.getByRole('button', { name: 'Ask the assistant' }).click();
    const panel = ana.getByRole('complementary', { name: 'Assistant' });
    const input = panel.getByRole('textbox', { name: 'Ask a question' });
    await input.fill('How do I change my password?');
    await input.press('Enter');
    await panel.getByRole('button', { name: 'Dislike' }).click();
    await panel.getByRole('textbox', { name: 'What was wrong?' }).fill('I use a passkey.');
    await panel.getByText('Share my question and this answer').click();
    await panel.getByRole('button', { name: 'Send comment' }).click();
    await expect(ana.getByRole('status').filter({ hasText: 'Comment sent.' })).toBeAttached();

    const grace = await person('grace');
    await grace.goto('/admin/assistant');
    await expect(grace.getByRole('heading', { level: 1, name: 'Assistant' })).toBeVisible();
    await expect(grace.getByRole('region', { name: 'Engine' })).toContainText('Portal’s own');
    await expect(grace.getByRole('table', { name: 'By topic' })).toContainText('Password and sign-in');
    const shared = grace.getByRole('table', { name: 'Shared by askers' });
    await expect(shared).toContainText('How do I change my password?');
    await expect(shared).toContainText('I use a passkey.');
    await expectAccessible(grace);
  });
});

test('grace tries a question, with the keyboard alone', async ({ person }) => {
  const grace = await person('grace');
  await grace.goto('/admin/assistant');
  const field = grace.getByRole('textbox', { name: 'Question' });
  await field.focus();
  await grace.keyboard.press('Enter');
  await expect(grace.getByText('Type a question first.')).toBeVisible();
  await expect(field).toBeFocused();
  await grace.keyboard.type('¿Cuánto tiempo libre tengo?');
  await grace.keyboard.press('Enter');
  const box = grace.getByRole('region', { name: 'Try a question' });
  await expect(box).toContainText('Your time-off balances (');
  await expect(box).toContainText('Spanish');
  await expectAccessible(grace);
});

test('on a phone, in Spanish and in the dark, the page fits and can be read', async ({ person }) => {
  const grace = await person('grace', { ...phone, language: 'es', colorScheme: 'dark' });
  await grace.goto('/admin/assistant');
  await expect(grace.getByRole('heading', { level: 1, name: 'Asistente' })).toBeVisible();
  await expect(grace.getByRole('region', { name: 'Motor' })).toContainText('El del portal');
  expect(await grace.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(grace);
});

test('no one else finds it', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/admin/assistant');
  await expect(marcus).toHaveURL('/manager/home');
});
