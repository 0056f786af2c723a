/** The assistant in a real browser: the panel and the page, over the socket and without it, and what its three flags do. */
import type { Locator, Page } from '@playwright/test';
import { withFlags } from './flags';
import { expect, expectAccessible, phone, test } from './people';
import { putInShell, signInThroughBrowser } from './shell-around';
import { worldOfThisWorker } from './world';

const cedar = 'Cedar Group';
const on = { chatbot: 'on', 'chat-historical-questions': 'on' } as const;

/** Opens the panel by its entry in the menu. */
async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Ask the assistant' }).click();
  const panel = page.getByRole('complementary', { name: 'Assistant' });
  await expect(inputOf(panel)).toBeEnabled();
  return panel;
}

const inputOf = (within: Locator | Page) =>
  within.getByRole('textbox', { name: /^(Ask a question|Haga una pregunta)$/ });

async function ask(within: Locator | Page, question: string): Promise<void> {
  await inputOf(within).fill(question);
  await inputOf(within).press('Enter');
}

/** Under each answer. */
const likes = (within: Locator | Page) => within.getByRole('button', { name: /^(Like|Me gusta)$/ });

test('ana asks what her last paycheck was, checks it, and says what she thinks of it', {
  tag: '@postgres',
}, async ({ person }) => {
  await withFlags(cedar, on, async () => {
    const ana = await person('ana');
    await ana.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const panel = await openPanel(ana);
    await expect(inputOf(panel)).toBeFocused();
    await expect(panel.getByRole('tab', { name: 'Personalized FAQs' })).toBeVisible();
    await expect(panel.getByText(/still learning/)).toBeVisible();
    await expectAccessible(ana);

    await ask(panel, 'How much was my last paycheck?');
    await expect(likes(panel)).toHaveCount(1);
    const conversation = panel.getByRole('region', { name: 'Conversation' });
    await expect(conversation).toContainText(/\$[\d,]+\.\d\d/);
    await expect(panel.getByRole('status', { name: 'Latest answer' })).toContainText(/\$[\d,]+\.\d\d/);
    await panel.getByText('How I know this').click();
    await expect(panel.getByText(/as of \w+ \d+, \d{4}/).first()).toBeVisible();
    await expectAccessible(ana);

    await likes(panel).click();
    await expect(likes(panel)).toHaveAttribute('aria-pressed', 'true');
    await panel.getByRole('button', { name: 'Copy' }).click();
    await expect(ana.getByRole('status').filter({ hasText: 'Content copied!' })).toBeAttached();
    expect(await ana.evaluate(() => navigator.clipboard.readText())).toMatch(/\$[\d,]+\.\d\d/);
    await panel.getByRole('button', { name: 'Dislike' }).click();
    await expect(likes(panel)).toHaveAttribute('aria-pressed', 'false');
    await panel.getByRole('textbox', { name: 'What was wrong?' }).fill('I meant the one before.');
    await panel.getByRole('button', { name: 'Send comment' }).click();
    await expect(ana.getByRole('status').filter({ hasText: 'Comment sent.' })).toBeAttached();

    // Ids, and not a word or a figure.
    const stored = await ana.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(stored).not.toMatch(/paycheck|\$\d/);

    // The page beside it can be used meanwhile, and the conversation stays.
    await ana.getByRole('button', { name: 'Open menu' }).click();
    await ana.getByRole('dialog').getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(ana).toHaveURL('/pay');
    await expect(likes(panel)).toHaveCount(1);
    await inputOf(panel).focus();
    await ana.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(ana.getByRole('button', { name: 'Ask the assistant' })).toBeFocused();
  });
});

test('elena, on a phone, in Spanish and in the dark, asks how much vacation she has left', async ({ person }) => {
  await withFlags(cedar, on, async () => {
    const elena = await person('elena', { ...phone, colorScheme: 'dark' });
    await elena.goto('/employee/home');
    await elena.getByRole('button', { name: 'Abrir el menú', exact: true }).click();
    await elena.getByRole('button', { name: 'Preguntar al asistente' }).click();
    await expect(elena).toHaveURL('/assistant');
    await expect(elena.getByRole('heading', { level: 1, name: 'Asistente' })).toBeVisible();
    await expect(inputOf(elena)).toBeEnabled();
    await ask(elena, '¿Cuántas vacaciones me quedan?');
    await expect(likes(elena)).toHaveCount(1);
    const answer = elena.getByRole('region', { name: 'Conversación' }).locator('[lang=es]');
    await expect(answer).toContainText(/\d/);
    await expectAccessible(elena);
    // Nothing moves sideways, and the input is above the tabs.
    expect(await elena.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await elena.getByRole('button', { name: 'Chat nuevo' }).click();
    await expect(likes(elena)).toHaveCount(0);
  });
});

test('without the socket the same answer comes by a call, and no socket is opened', async ({ person }) => {
  await withFlags(cedar, { ...on, 'chat-websocket': 'off' }, async () => {
    const ana = await person('ana');
    const sockets: string[] = [];
    ana.on('websocket', (socket) => sockets.push(socket.url()));
    const panel = await openPanel(ana);
    await ask(panel, 'How much was my last paycheck?');
    await expect(likes(panel)).toHaveCount(1);
    await expect(panel.getByRole('region', { name: 'Conversation' })).toContainText(/\$[\d,]+\.\d\d/);
    expect(sockets).toEqual([]);
  });
});

test('a connection that breaks in the middle of an answer comes back, and the answer appears once', async ({
  person,
}) => {
  await withFlags(cedar, on, async () => {
    const ana = await person('ana');
    let connections = 0;
    await ana.routeWebSocket(/\/chat\/socket/, (socket) => {
      connections += 1;
      const server = socket.connectToServer();
      if (connections > 1) return;
      // The first server dies as soon as it is asked.
      socket.onMessage((message) => {
        server.send(message);
        void socket.close({ code: 1011 });
      });
    });
    const panel = await openPanel(ana);
    await ask(panel, 'How much was my last paycheck?');
    await expect(likes(panel)).toHaveCount(1);
    expect(connections).toBe(2);
    await expect(panel.getByText(/^You asked:/)).toHaveCount(1);
  });
});

test('after the server is killed the chat connects again, and the answer is there once', async ({ person }) => {
  await withFlags(cedar, on, async () => {
    const ana = await person('ana');
    let connections = 0;
    let crashed: Promise<void> | undefined;
    await ana.routeWebSocket(/\/chat\/socket/, (socket) => {
      connections += 1;
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        server.send(message);
        // Whether it still answers is up to chance; it must not matter.
        crashed ??= worldOfThisWorker().crash();
      });
    });
    const panel = await openPanel(ana);
    await ask(panel, 'When is my next payday?');
    await expect.poll(() => crashed !== undefined).toBe(true);
    await crashed;
    await expect(likes(panel)).toHaveCount(1, { timeout: 60_000 });
    await expect(inputOf(panel)).toBeEnabled();
    await ask(panel, 'What’s the next holiday?');
    await expect(likes(panel)).toHaveCount(2, { timeout: 60_000 });
    expect(connections).toBeGreaterThan(1);
    // The server kept each once, too.
    await ana.reload();
    await openPanel(ana);
    await expect(panel.getByText(/^You asked:/)).toHaveCount(2);
    await expect(likes(panel)).toHaveCount(2);
  });
});

test('wherever it is asked, the keyboard is enough, and the answer is read out once', async ({ person }) => {
  await withFlags(cedar, on, async () => {
    const ana = await person('ana');
    await ana.getByRole('button', { name: 'Ask the assistant' }).focus();
    await ana.keyboard.press('Enter');
    const panel = ana.getByRole('complementary', { name: 'Assistant' });
    await expect(inputOf(panel)).toBeFocused();
    const latest = panel.getByRole('status', { name: 'Latest answer' });
    // Every change of what is read out.
    await latest.evaluate((element) => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      new MutationObserver(() => heard.push(element.textContent ?? '')).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await ana.keyboard.type('What’s the next holiday?');
    await ana.keyboard.press('Enter');
    await expect(likes(panel)).toHaveCount(1);
    await expect(latest).toContainText('holiday');
    const heard = await ana.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard).toHaveLength(1);
    await likes(panel).focus();
    await ana.keyboard.press('Enter');
    await expect(likes(panel)).toHaveAttribute('aria-pressed', 'true');
    // Nothing new was said.
    expect(await ana.evaluate(() => (window as unknown as { heard: string[] }).heard)).toHaveLength(1);
  });
});

test('an administrator without a company has one, and it says what is not theirs', async ({ person }) => {
  await withFlags(cedar, on, async () => {
    const grace = await person('grace');
    await grace.goto('/admin/home');
    const panel = await openPanel(grace);
    await ask(panel, 'How much was my last paycheck?');
    await expect(likes(panel)).toHaveCount(1);
    const conversation = panel.getByRole('region', { name: 'Conversation' });
    await expect(conversation).toContainText('isn’t available for your account');
    await expect(panel.getByRole('link', { name: 'Write an email' })).toHaveAttribute('href', /^mailto:\?subject=/);
    await expect(conversation).not.toContainText('$');
    await expectAccessible(grace);
  });
});

test('a past chat is opened again after a reload, and deleted', async ({ person }) => {
  await withFlags(cedar, on, async () => {
    const victor = await person('victor');
    const panel = await openPanel(victor);
    await ask(panel, 'When is my next payday?');
    await expect(likes(panel)).toHaveCount(1);
    await victor.reload();
    await openPanel(victor);
    await expect(panel.getByText(/^You asked: When is my next payday/)).toBeVisible();
    await panel.getByRole('button', { name: 'New Chat' }).click();
    await expect(likes(panel)).toHaveCount(0);
    await panel.getByRole('button', { name: 'Past Chats' }).click();
    await panel.getByRole('button', { name: /^When is my next payday\?/ }).click();
    await expect(likes(panel)).toHaveCount(1);
    await panel.getByRole('button', { name: 'Past Chats' }).click();
    await expectAccessible(victor);
    await panel.getByRole('button', { name: 'Delete “When is my next payday?”' }).click();
    await victor.getByRole('button', { name: 'Delete chat' }).click();
    await expect(panel.getByRole('button', { name: /^When is my next payday\?/ })).toHaveCount(0);
  });
});

test('without history there are no past chats and no personalized questions', async ({ person }) => {
  await withFlags(cedar, { chatbot: 'on' }, async () => {
    const ana = await person('ana');
    const panel = await openPanel(ana);
    await expect(panel.getByRole('tab')).toHaveCount(1);
    await expect(panel.getByRole('button', { name: 'Past Chats' })).toHaveCount(0);
  });
});

test('on native the assistant has its own path below the tabs, and none where it is off', async ({
  person,
  visitor,
  request,
}) => {
  const victor = await person('victor');
  await victor.goto('/assistant');
  await expect(victor.getByRole('alert').filter({ hasText: 'This feature is not enabled' })).toBeAttached();
  await withFlags(cedar, on, async () => {
    const device = await visitor({ ...phone, language: 'en' });
    await putInShell(device);
    await device.goto('/');
    await signInThroughBrowser(device, request, 'victor');
    await expect(device).toHaveURL('/tabs/employee/home');
    await device.goto('/assistant');
    await expect(device).toHaveURL('/tabs/assistant');
    await expect(inputOf(device)).toBeEnabled();
  });
});
