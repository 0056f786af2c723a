import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Assistant } from './assistant';
import { anAnswer, anAssistant, fakeServer, idOf, owner } from './fake-server';
import { FakeSocket } from './fake-socket';
import { keepOpen, keptChats } from './kept';
import { ServerError } from './rest';
import { resendMs } from './socket';

let server = fakeServer();
let assistant: Assistant;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  sessionStorage.clear();
  server = fakeServer();
});
afterEach(() => {
  assistant.end();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const state = () => assistant.store.getState();
const shown = () => state().chat.messages.map(({ type, text }) => `${type}: ${text}`);
const finalOf = (answer: string, questionId: unknown, more: object = {}) => ({
  message: '',
  is_end_of_stream: true,
  question_id: questionId,
  answer,
  ...more,
});
const prompts = (fake: FakeSocket) => fake.sent.filter(({ action }) => action === 'chat');
const idAsked = (fake: FakeSocket) => prompts(fake).at(-1)?.data?.question_id;

async function overSocket(settings: Parameters<typeof anAssistant>[1] = {}): Promise<FakeSocket> {
  assistant = anAssistant(server, { usesSocket: true, ...settings });
  await assistant.restored;
  assistant.wake();
  await settle();
  FakeSocket.latest.accept();
  return FakeSocket.latest;
}

async function byCalls(settings: Parameters<typeof anAssistant>[1] = {}): Promise<void> {
  assistant = anAssistant(server, settings);
  await assistant.restored;
  assistant.wake();
}

describe('over a socket', () => {
  it('a question carries the ids of the spec, and its answer comes in pieces', async () => {
    const fake = await overSocket();
    const { conversationId, sessionId } = state().chat;
    expect(fake.address).toContain(`session_id=${sessionId}&conversation_id=${conversationId}`);
    expect(assistant.ask(' How much? ')).toBe(true);
    expect(prompts(fake)[0]).toEqual({
      action: 'chat',
      data: {
        prompt: 'How much?',
        tenant_id: 't',
        organization_id: 'cedar',
        employee_id: 'e',
        application_id: 'atrium-web',
        session_id: sessionId,
        conversation_id: conversationId,
        language: 'en',
        question_id: idAsked(fake),
      },
    });
    fake.say({ status_update: 'Looking…', question_id: idAsked(fake) });
    expect(state().chat.asked?.status).toBe('Looking…');
    fake.say({ message: 'Fi', question_id: idAsked(fake) });
    fake.say(finalOf('Five.', idAsked(fake)));
    expect(shown()).toEqual(['question: How much?', 'answer: Five.']);
    expect(server.answer).not.toHaveBeenCalled();
  });

  it('nothing is asked while disconnected, while busy, without words, or beyond 8 kB', async () => {
    assistant = anAssistant(server, { usesSocket: true });
    expect(assistant.ask('Too early')).toBe(false);
    assistant.wake();
    await settle();
    expect(assistant.ask('Still too early')).toBe(false);
    const fake = FakeSocket.latest;
    fake.accept();
    expect(assistant.ask('  \n')).toBe(false);
    expect(assistant.ask('a'.repeat(8193))).toBe(false);
    expect(assistant.ask('How much?')).toBe(true);
    expect(assistant.ask('And now?')).toBe(false);
    expect(prompts(fake)).toHaveLength(1);
  });

  it('after the server was killed the question is asked again, and its answer appears once', async () => {
    const first = await overSocket();
    assistant.ask('How much?');
    const id = idAsked(first);
    first.say({ message: 'It was ', question_id: id });
    first.end(1006);
    expect(state()).toMatchObject({ link: 'disconnected', trouble: { by: 'socket', count: 1 } });
    await pass(500);
    const second = FakeSocket.latest;
    second.accept();
    expect(idAsked(second)).toBe(id);
    second.say({ message: 'It was ', question_id: id });
    second.say(finalOf('It was $5.', id));
    second.say(finalOf('It was $5.', id));
    await pass(3 * resendMs);
    expect(shown()).toEqual(['question: How much?', 'answer: It was $5.']);
    expect(prompts(second)).toHaveLength(1);
  });

  it('a refusal is told, and asking again uses a new id', async () => {
    const fake = await overSocket();
    assistant.ask('How much?');
    const id = idAsked(fake);
    fake.say({ error: { code: 'BUSY' }, is_end_of_stream: true, question_id: id });
    expect(state().chat.failure).toMatchObject({ code: 'BUSY', by: 'socket' });
    assistant.tryAgain();
    expect(shown()).toEqual(['question: How much?', 'skeleton: ']);
    expect(idAsked(fake)).not.toBe(id);
  });

  it('stopping tells the server, and what it still says is not heard', async () => {
    const fake = await overSocket();
    assistant.ask('How much?');
    const id = idAsked(fake);
    fake.say({ message: 'It was ', question_id: id });
    assistant.stop();
    expect(fake.sent.at(-1)).toEqual({ action: 'stop' });
    fake.say(finalOf('It was $5.', id));
    expect(shown()).toEqual(['question: How much?', 'answer: It was ']);
    expect(assistant.ask('And now?')).toBe(true);
  });

  it('where no socket can be made, the waiting question is asked by a call', async () => {
    const first = await overSocket();
    assistant.ask('How much?');
    const id = idAsked(first);
    first.end(1006);
    await pass(500);
    FakeSocket.latest.end(1006);
    await pass(1000);
    FakeSocket.latest.end(1006);
    await settle();
    expect(state().link).toBe('rest');
    expect(server.answer.mock.calls[0]?.[0]).toMatchObject({ text: 'How much?', questionId: id });
    expect(shown()).toEqual(['question: How much?', 'answer: Five.']);
  });

  it('a new conversation has new ids and a socket of its own', async () => {
    const first = await overSocket();
    const before = state().chat;
    assistant.newChat();
    await settle();
    expect(first.readyState).toBe(WebSocket.CLOSED);
    expect(FakeSocket.opened).toHaveLength(2);
    expect(state().chat.conversationId).not.toBe(before.conversationId);
    expect(state().chat.sessionId).not.toBe(before.sessionId);
    expect(FakeSocket.latest.address).toContain(state().chat.conversationId);
  });

  it('a closed window ends the connection, but not before an answer that is on its way', async () => {
    const fake = await overSocket();
    assistant.ask('How much?');
    assistant.sleep();
    expect(fake.readyState).toBe(WebSocket.OPEN);
    fake.say(finalOf('Five.', idAsked(fake)));
    expect(fake.readyState).toBe(WebSocket.CLOSED);
    expect(shown()).toEqual(['question: How much?', 'answer: Five.']);
    assistant.wake();
    await settle();
    expect(FakeSocket.opened).toHaveLength(2);
  });

  it('the end of the session closes the connection and forgets every word', async () => {
    const fake = await overSocket();
    assistant.setDraft('half a quest');
    assistant.ask('How much?');
    assistant.end();
    expect(fake.readyState).toBe(WebSocket.CLOSED);
    expect(state()).toMatchObject({ draft: '', chat: { messages: [], asked: null } });
    assistant.wake();
    await pass(60_000);
    expect(FakeSocket.opened).toHaveLength(1);
  });

  it('a download comes through the socket of its conversation', async () => {
    const fake = await overSocket();
    const file = assistant.download({ paystubId: 'p', fileName: 'stub.pdf' });
    expect(fake.sent[0]).toEqual({
      action: 'download',
      data: { paystub_id: 'p', conversation_id: state().chat.conversationId },
    });
    fake.say({ file_string_download: { file_string: 'JVBE', file_name: 'stub.pdf' } });
    fake.say({ complete_download_string: true, file_name: 'stub.pdf' });
    await expect(file).resolves.toMatchObject({ base64: 'JVBE' });
  });
});

describe('by single calls', () => {
  it('the same answer comes without a socket', async () => {
    await byCalls();
    assistant.ask('How much?');
    expect(shown()).toEqual(['question: How much?', 'skeleton: ']);
    await settle();
    expect(shown()).toEqual(['question: How much?', 'answer: Five.']);
    expect(server.ticket).not.toHaveBeenCalled();
    expect(FakeSocket.opened).toHaveLength(0);
  });

  it('what fails keeps the question, which is asked again under the same id', async () => {
    await byCalls();
    server.answer.mockRejectedValueOnce(new ServerError(0, 'UNAVAILABLE'));
    assistant.ask('How much?');
    await settle();
    expect(state().chat.failure).toMatchObject({ code: 'UNAVAILABLE', by: 'rest' });
    assistant.tryAgain();
    await settle();
    const [first, second] = server.answer.mock.calls.map(([prompt]) => prompt.questionId);
    expect(second).toBe(first);
    expect(shown()).toEqual(['question: How much?', 'answer: Five.']);
  });

  it('stopping ends the call', async () => {
    await byCalls();
    server.answer.mockReturnValueOnce(new Promise(() => {}));
    assistant.ask('How much?');
    assistant.stop();
    expect(server.answer.mock.calls[0]?.[1].aborted).toBe(true);
    expect(state().chat).toMatchObject({ asked: null, failure: null });
  });

  it('an answer without follow-ups gets the ones the server offers; one that has them asks for none', async () => {
    await byCalls();
    server.followUpQuestions.mockResolvedValue(['And before?']);
    assistant.ask('How much?');
    await settle();
    expect(server.followUpQuestions.mock.calls[0]?.[0]).toEqual([
      { role: 'human', content: 'How much?' },
      { role: 'ai', content: 'Five.' },
    ]);
    expect(state().chat.messages[1]?.answer?.followUps).toEqual(['And before?']);
    server.answer.mockResolvedValueOnce(anAnswer('Six.', { follow_ups: ['Why?'] }));
    assistant.ask('And now?');
    await settle();
    expect(server.followUpQuestions).toHaveBeenCalledTimes(1);
  });
});

describe('feedback', () => {
  async function answered() {
    await byCalls();
    assistant.ask('How much?');
    await settle();
  }
  const message = () => {
    const last = state().chat.messages.at(-1);
    if (!last) throw new Error('no message');
    return last;
  };

  it('is sent as -1, 0 or 1 with the answer it is about', async () => {
    await answered();
    await assistant.rate(message(), 1);
    await assistant.rate(message(), -1);
    await assistant.rate(message(), -1);
    expect(server.giveFeedback.mock.calls.map(([{ like }]) => like)).toEqual([1, -1, 0]);
    expect(server.giveFeedback.mock.calls[0]?.[0]).toEqual({
      conversationId: state().chat.conversationId,
      sessionId: 'answered-in',
      answer: 'Five.',
      like: 1,
      responseIndex: 0,
      comments: '',
      attachText: false,
    });
    expect(message()).toMatchObject({ liked: false, disliked: false });
  });

  it('that the server does not take is taken back, and told', async () => {
    await answered();
    server.giveFeedback.mockRejectedValueOnce(new ServerError(500, 'INTERNAL'));
    const done = assistant.rate(message(), 1);
    expect(message().liked).toBe(true);
    await done;
    expect(message().liked).toBe(false);
    expect(state().trouble).toEqual({ by: 'rest', count: 1 });
  });

  it('may have a comment, and the text only where the person attaches it', async () => {
    await answered();
    await assistant.comment(message(), ' Wrong year ', true);
    expect(server.giveFeedback.mock.calls[0]?.[0]).toMatchObject({
      like: -1,
      comments: 'Wrong year',
      attachText: true,
    });
  });
});

describe('what is kept', () => {
  const past = {
    conversationId: idOf(77),
    title: 'How much?',
    updatedAt: null,
    turns: [{ question: 'How much?', text: 'Five.', answer: null, like: 0 as const }],
  };

  it('is ids, never a word of a question or an answer', async () => {
    await byCalls();
    assistant.setDraft('something private');
    assistant.ask('How much?');
    await settle();
    const stored = Object.values({ ...sessionStorage, ...localStorage }).join(' ');
    expect(stored).toContain(state().chat.conversationId);
    for (const word of ['How', 'Five', 'private']) expect(stored).not.toContain(word);
  });

  it('opens the conversation again after a reload', async () => {
    keepOpen(owner, past.conversationId);
    server.pastConversations.mockResolvedValue([past]);
    assistant = anAssistant(server);
    expect(state().isRestoring).toBe(true);
    expect(assistant.ask('Too early')).toBe(false);
    await assistant.restored;
    expect(server.pastConversations).toHaveBeenCalledWith([past.conversationId]);
    expect(shown()).toEqual(['question: How much?', 'answer: Five.']);
    expect(state()).toMatchObject({ isRestoring: false, chat: { arrivedId: null } });
  });

  it('where it cannot be loaded a new conversation begins', async () => {
    keepOpen(owner, past.conversationId);
    server.pastConversations.mockRejectedValue(new ServerError(500, 'INTERNAL'));
    await byCalls();
    expect(state()).toMatchObject({ isRestoring: false, chat: { messages: [] } });
  });

  it('a new chat is not opened again', async () => {
    await byCalls();
    assistant.ask('How much?');
    assistant.newChat();
    expect(keptChats(owner).current).toBeNull();
  });

  it('without history nothing is kept and nothing opened', async () => {
    keepOpen(owner, past.conversationId);
    const before = keptChats(owner);
    await byCalls({ keepsHistory: false });
    assistant.ask('How much?');
    await settle();
    expect(keptChats(owner)).toEqual(before);
    expect(server.pastConversations).not.toHaveBeenCalled();
  });

  it('a past one goes on with its id and a session of its own', async () => {
    await byCalls();
    assistant.resume(past);
    assistant.ask('And now?');
    await settle();
    expect(server.answer.mock.calls[0]?.[0]).toMatchObject({ conversationId: past.conversationId });
    expect(shown()).toHaveLength(4);
  });

  it('deleting the open one begins a new one; where that fails it stays', async () => {
    await byCalls();
    assistant.resume(past);
    server.deleteConversations.mockRejectedValueOnce(new ServerError(500, 'INTERNAL'));
    await expect(assistant.deleteChat(past.conversationId)).rejects.toThrow();
    expect(shown()).toHaveLength(2);
    await assistant.deleteChat(past.conversationId);
    expect(server.deleteConversations).toHaveBeenLastCalledWith([past.conversationId]);
    expect(shown()).toEqual([]);
    expect(keptChats(owner)).toEqual({ current: null, past: [] });
  });
});
