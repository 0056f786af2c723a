import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/hooks';
import { chooseLanguage, loadTexts, startI18n } from '../../i18n';
import { dismissToast, Toaster } from '../../ui';
import { AssistantWindow } from './AssistantWindow';
import type { Assistant } from './assistant';
import { anAnswer, anAssistant, fakeServer, idOf } from './fake-server';
import { FakeSocket } from './fake-socket';
import { ServerError } from './rest';

let server = fakeServer();
let assistant: Assistant | null = null;

beforeAll(async () => {
  await startI18n();
  await loadTexts(['assistant']);
});
beforeEach(() => {
  sessionStorage.clear();
  FakeSocket.opened = [];
  server = fakeServer();
});
afterEach(async () => {
  assistant?.end();
  dismissToast();
  vi.useRealTimers();
  await chooseLanguage('en');
});

const onClose = vi.fn();

async function show(settings: Parameters<typeof anAssistant>[1] = {}) {
  assistant = anAssistant(server, settings);
  await assistant.restored;
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AssistantWindow
        assistant={assistant}
        openPath={(path) => (path?.startsWith('/') ? path : null)}
        stubPath={(id) => `/pay/paystub/${id}`}
        timeZone="America/Los_Angeles"
        headingLevel={2}
        onClose={onClose}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  return user;
}

const input = () => screen.getByRole('textbox', { name: 'Ask a question' });
const isDisabled = () => input().getAttribute('aria-disabled') === 'true';
const press = (name: string | RegExp) => screen.getByRole('button', { name });

/** By key: all of a test's clicks fall on one place, and the window takes a quick second one for half of a double click. */
async function pressKey(user: ReturnType<typeof userEvent.setup>, button: HTMLElement): Promise<void> {
  button.focus();
  await user.keyboard('{Enter}');
}

async function asked(answer: object = {}, text = 'Five dollars.') {
  server.answer.mockResolvedValueOnce(anAnswer(text, answer));
  const user = await show();
  await user.type(input(), 'How much?{Enter}');
  await screen.findByRole('button', { name: 'Like' });
  return user;
}

describe('before anything is asked', () => {
  it('offers four questions in two tabs, and a press asks one', async () => {
    const user = await show();
    expect(screen.getByRole('heading', { level: 2, name: 'Assistant' })).toBeTruthy();
    expect(screen.getByText(/still learning/)).toBeTruthy();
    const [suggested, personalized] = screen.getAllByRole('tab');
    expect([suggested?.textContent, personalized?.textContent]).toEqual(['Suggested Questions', 'Personalized FAQs']);
    await screen.findByRole('button', { name: 'How much was my last paycheck?' });
    await user.click(screen.getByRole('tab', { name: 'Personalized FAQs' }));
    await pressKey(user, await screen.findByRole('button', { name: 'Why did my pay change?' }));
    expect(server.answer.mock.calls[0]?.[0].text).toBe('Why did my pay change?');
    expect(screen.queryByRole('tab')).toBeNull();
    // The pressed button is gone.
    await waitFor(() => expect(document.activeElement).toBe(input()));
  });

  it('without history there is one tab, and no Past Chats', async () => {
    await show({ keepsHistory: false });
    expect(screen.getAllByRole('tab')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Past Chats' })).toBeNull();
    expect(server.personalizedQuestions).not.toHaveBeenCalled();
  });

  it('says so when no questions can be loaded, and tries again', async () => {
    server.suggestedQuestions.mockRejectedValueOnce(new ServerError(500, 'INTERNAL'));
    const user = await show();
    await screen.findByText('Error connecting to server');
    await user.click(press('Try again'));
    await screen.findByRole('button', { name: 'How much was my last paycheck?' });
  });

  it('says so where a language model reads along', async () => {
    server.suggestedQuestions.mockResolvedValueOnce({ questions: [], notice: 'A language model reads along.' });
    await show();
    await screen.findByText('A language model reads along.');
  });

  it('has nothing to suggest without any', async () => {
    server.suggestedQuestions.mockResolvedValueOnce({ questions: [], notice: null });
    await show();
    await screen.findByText(/nothing to suggest/);
  });
});

describe('the input', () => {
  it('has the focus in a panel, sends with Enter, and begins a line with Shift and Enter', async () => {
    const user = await show();
    expect(document.activeElement).toBe(input());
    await user.keyboard('One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(server.answer.mock.calls[0]?.[0].text).toBe('One\ntwo');
    expect((input() as HTMLTextAreaElement).value).toBe('');
    expect(document.activeElement).toBe(input());
  });

  it('never sends nothing but white space', async () => {
    const user = await show();
    await user.type(input(), '   {Enter}');
    expect(press('Send')).toHaveProperty('disabled', true);
    expect(server.answer).not.toHaveBeenCalled();
  });

  it('says what is too long, and does not send it', async () => {
    const user = await show();
    assistant?.setDraft('a'.repeat(8193));
    await screen.findByText(/too long/);
    await user.type(input(), '{Enter}');
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(server.answer).not.toHaveBeenCalled();
  });

  it('is disabled until there is a connection, and says why', async () => {
    const user = await show({ usesSocket: true });
    expect(isDisabled()).toBe(true);
    await user.type(input(), 'Too early{Enter}');
    expect((input() as HTMLTextAreaElement).value).toBe('');
    expect(screen.getByText('Connecting…')).toBeTruthy();
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
    FakeSocket.latest.accept();
    await waitFor(() => expect(isDisabled()).toBe(false));
  });

  it('is disabled while a question is in progress, and Stop ends that', async () => {
    server.answer.mockReturnValueOnce(new Promise(() => {}));
    const user = await show();
    await user.type(input(), 'How much?{Enter}');
    expect(isDisabled()).toBe(true);
    expect(screen.getByText('Looking into it…')).toBeTruthy();
    await user.tab();
    expect(document.activeElement).toBe(press('Stop'));
    await user.keyboard('{Enter}');
    expect(isDisabled()).toBe(false);
    expect(screen.getByText('You stopped this answer.')).toBeTruthy();
    expect(document.activeElement).toBe(input());
  });
});

it('a lost connection is told once in passing, and stays in sight until it is back', async () => {
  await show({ usesSocket: true });
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  FakeSocket.latest.accept();
  FakeSocket.latest.end(1006);
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toContain(
      'Something went wrong. Please try again.',
    ),
  );
  expect(screen.getByText(/You’re not connected/)).toBeTruthy();
  expect(press('Try now')).toBeTruthy();
});

it('a status is shown, then what is written, then the whole', async () => {
  const user = await show({ usesSocket: true });
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  const fake = FakeSocket.latest;
  fake.accept();
  await waitFor(() => expect(isDisabled()).toBe(false));
  await user.type(input(), 'How much?{Enter}');
  const question_id = fake.sent[0]?.data?.question_id;
  fake.say({ status_update: 'Looking at your pay stubs…', question_id });
  await screen.findByText('Looking at your pay stubs…');
  fake.say({ message: 'Five', question_id });
  await screen.findByText('Five');
  expect(screen.queryByRole('button', { name: 'Like' })).toBeNull();
  expect(screen.getByRole('status', { name: 'Latest answer' }).textContent).toBe('');
  fake.say({ message: '', is_end_of_stream: true, question_id, answer: 'Five dollars.' });
  await screen.findByRole('button', { name: 'Like' });
  expect(screen.getByRole('status', { name: 'Latest answer' }).textContent).toBe('Answer: Five dollars.');
});

describe('an answer', () => {
  it('shows its facts first, its figures, quotes, links, and how it is known', async () => {
    await asked(
      {
        sources: [
          { tool: 'last_stub', words: 'Your pay stubs', as_of: '2026-11-18', path: '/pay' },
          {
            tool: 'documents',
            words: 'Documents',
            title: 'Handbook',
            page: 3,
            quote: 'Paid every Friday.',
            path: '/docs',
          },
        ],
        table: { columns: ['', 'This check'], rows: [['Net pay', '$5.00']] },
        chart: { points: [{ label: 'Vacation', value: 62.5, text: '62.5 h' }] },
        links: [
          { label: 'Pay', path: '/pay' },
          { label: 'Elsewhere', path: 'https://evil.example' },
        ],
        engine: 'embedded',
      },
      'It was $5.00.\nYou earned $9.00.',
    );
    expect(screen.getByText('It was $5.00.').className).toContain('font-medium');
    expect(screen.getByText('You earned $9.00.')).toBeTruthy();
    const table = screen.getByRole('table');
    expect(within(table).getByRole('columnheader', { name: 'This check' })).toBeTruthy();
    expect(within(table).getByRole('rowheader', { name: 'Net pay' })).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Chart' })).getByText('62.5 h')).toBeTruthy();
    expect(screen.getByText('Paid every Friday.').tagName).toBe('BLOCKQUOTE');
    expect(screen.getByRole('link', { name: 'Handbook, page 3' }).getAttribute('href')).toBe('/docs');
    expect(screen.getByRole('link', { name: 'Pay' }).getAttribute('href')).toBe('/pay');
    expect(screen.queryByRole('link', { name: 'Elsewhere' })).toBeNull();
    expect(screen.getByText('How I know this')).toBeTruthy();
    expect(screen.getByText(/as of Nov 18, 2026/)).toBeTruthy();
    expect(screen.getByText(/own engine/)).toBeTruthy();
    expect(screen.getByText('9:41 AM')).toBeTruthy();
  });

  it('keeps days and figures whole, with figures at the right and words at the left', async () => {
    await asked({
      table: {
        columns: ['Payday', 'Net', 'Status'],
        rows: [
          ['Nov 13, 2026', '$1,234.50', 'paid'],
          ['Oct 30, 2026', '-$5.00', 'voided, and paid again by hand'],
        ],
      },
    });
    expect(screen.getByRole('rowheader', { name: 'Nov 13, 2026' }).className).toContain('whitespace-nowrap');
    const net = screen.getByRole('cell', { name: '-$5.00' }).className;
    expect(net).toMatch(/text-right.*whitespace-nowrap/);
    const status = screen.getByRole('cell', { name: /voided/ }).className;
    expect(status).toContain('text-left');
    expect(status).not.toContain('whitespace-nowrap');
  });

  it('is text, whatever stands in it', async () => {
    await asked({ links: [{ label: '<img src=x>', path: '/pay' }] }, '<b>Five</b> <script>alert(1)</script>');
    expect(screen.getByText('<b>Five</b> <script>alert(1)</script>')).toBeTruthy();
    expect(document.querySelector('img, b, script')).toBeNull();
  });

  it('is marked as of its own language', async () => {
    await asked({ language: 'es' }, 'Cinco dólares.');
    expect(screen.getByText('Cinco dólares.').closest('[lang]')?.getAttribute('lang')).toBe('es');
  });

  it('asks back with chips, and offers follow-ups; a press asks them', async () => {
    const user = await asked({
      band: 'ask_back',
      candidates: [{ topic: 'payday', label: 'Your next payday', certainty: 0.4, question: 'When is my next payday?' }],
      follow_ups: ['What can you do?'],
    });
    expect(within(screen.getByRole('list', { name: 'Ask next' })).getAllByRole('button')).toHaveLength(1);
    // Right under the question, which says already what they are.
    const choices = screen.getByRole('list', { name: 'Which one did you mean?' });
    expect(choices.compareDocumentPosition(press('Like')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('Which one did you mean?').className).toBe('sr-only');
    await user.click(press('Your next payday'));
    expect(server.answer.mock.calls[1]?.[0].text).toBe('When is my next payday?');
  });

  it('hands over to a person with a letter that is begun', async () => {
    await asked({ hand_over: { name: 'Grace Kim', email: 'grace@example.com', subject: 'Taxes', body: 'Hello' } });
    expect(screen.getByText('Grace Kim can help you with this.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Write an email' }).getAttribute('href')).toBe(
      'mailto:grace@example.com?subject=Taxes&body=Hello',
    );
  });

  it('without a socket its file is on the page of the stub', async () => {
    await asked({ download: { file_name: 'stub.pdf', paystub_id: 'p1' } });
    expect(screen.getByRole('link', { name: 'Open the pay stub' }).getAttribute('href')).toBe('/pay/paystub/p1');
  });
});

describe('under an answer', () => {
  it('like and dislike exclude each other, and pressing again clears', async () => {
    const user = await asked();
    const pressed = () => ['Like', 'Dislike'].map((name) => press(name).getAttribute('aria-pressed'));
    await pressKey(user, press('Like'));
    expect(pressed()).toEqual(['true', 'false']);
    await pressKey(user, press('Dislike'));
    expect(pressed()).toEqual(['false', 'true']);
    await pressKey(user, press('Dislike'));
    expect(pressed()).toEqual(['false', 'false']);
    expect(server.giveFeedback.mock.calls.map(([{ like }]) => like)).toEqual([1, -1, 0]);
  });

  it('a dislike may have a comment', async () => {
    const user = await asked();
    await pressKey(user, press('Dislike'));
    await user.type(screen.getByRole('textbox', { name: 'What was wrong?' }), 'Wrong year');
    await user.click(screen.getByRole('checkbox'));
    await pressKey(user, press('Send comment'));
    expect(server.giveFeedback).toHaveBeenLastCalledWith(
      expect.objectContaining({ like: -1, comments: 'Wrong year', attachText: true }),
    );
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'What was wrong?' })).toBeNull());
  });

  it('a comment that is not taken is still there', async () => {
    const user = await asked();
    await pressKey(user, press('Dislike'));
    await user.type(screen.getByRole('textbox', { name: 'What was wrong?' }), 'Wrong year');
    server.giveFeedback.mockRejectedValueOnce(new ServerError(500, 'INTERNAL'));
    await pressKey(user, press('Send comment'));
    await screen.findAllByText('Error connecting to server');
    expect(screen.getByDisplayValue('Wrong year')).toBeTruthy();
  });

  it('copy says what came of it', async () => {
    const user = await asked();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(press('Copy'));
    await screen.findAllByText('Content copied!');
    expect(write).toHaveBeenCalledWith('Five dollars.');
    write.mockRejectedValueOnce(new Error('no'));
    await user.click(press('Copy'));
    await screen.findAllByText('Failed to copy content');
  });
});

it('at the limit it is told when it goes on, and there is nothing to press', async () => {
  server.answer.mockRejectedValueOnce(new ServerError(429, 'TOO_MANY_QUESTIONS'));
  const user = await show();
  await user.type(input(), 'How much?{Enter}');
  await screen.findByText(/Wait a minute and ask again/);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('what fails is told with its reason, and Retry asks again', async () => {
  server.answer.mockRejectedValueOnce(new ServerError(409, 'BUSY'));
  const user = await show();
  await user.type(input(), 'How much?{Enter}');
  await screen.findByText('Error connecting to server');
  expect(screen.getByText(/still being answered/)).toBeTruthy();
  await user.click(press('Retry'));
  await screen.findByText('Five.');
  expect(screen.getAllByText('How much?')).toHaveLength(1);
});

describe('Past Chats', () => {
  const past = (n: number, title: string) => ({
    conversationId: idOf(n),
    title,
    updatedAt: '2026-11-18T15:04:00Z',
    turns: [{ question: title, text: 'Five.', answer: null, like: 0 as const }],
  });

  it('opens one again', async () => {
    server.pastConversations.mockResolvedValue([past(70, 'How much?'), past(71, 'When?')]);
    const user = await show();
    await user.click(press('Past Chats'));
    expect(press('Past Chats').getAttribute('aria-expanded')).toBe('true');
    await user.click(await screen.findByRole('button', { name: /^When\?/ }));
    await screen.findByText('Five.');
    await waitFor(() => expect(document.activeElement).toBe(input()));
    // It was there before: no one is told about it again.
    expect(screen.getByRole('status', { name: 'Latest answer' }).textContent).toBe('');
  });

  it('deletes one after asking', async () => {
    server.pastConversations.mockResolvedValue([past(70, 'How much?'), past(71, 'When?')]);
    const user = await show();
    await user.click(press('Past Chats'));
    await user.click(await screen.findByRole('button', { name: 'Delete “When?”' }));
    const question = screen.getByRole('alertdialog', { name: 'Delete “When?”?' });
    await user.click(within(question).getByRole('button', { name: 'Delete chat' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^When\?/ })).toBeNull());
    expect(server.deleteConversations).toHaveBeenCalledWith([idOf(71)]);
    expect(press(/^How much\?/)).toBeTruthy();
  });

  it('says when there are none, and when they cannot be loaded', async () => {
    server.pastConversations.mockRejectedValueOnce(new ServerError(500, 'INTERNAL'));
    const user = await show();
    await user.click(press('Past Chats'));
    await screen.findByText('Error connecting to server');
    await user.click(press('Try again'));
    await screen.findByText('No past chats yet');
  });
});

it('Escape leaves Past Chats, and then closes the window', async () => {
  const user = await show();
  await user.click(press('Past Chats'));
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(input()));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('speaks Spanish', async () => {
  await chooseLanguage('es');
  await show();
  expect(screen.getByRole('textbox', { name: 'Haga una pregunta' })).toBeTruthy();
  expect(screen.getByText(/todavía está aprendiendo/)).toBeTruthy();
});
