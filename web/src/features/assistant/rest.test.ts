import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asker, createServer, ServerError } from './rest';

const fetch = vi.fn<typeof globalThis.fetch>();
const onSessionEnded = vi.fn();
const asker: Asker = { tenantId: 't', companyId: 'c', employeeId: 'e', applicationId: 'atrium-web' };
const server = createServer({ asker, freshToken: async () => 'the-token', onSessionEnded, fetch });
const answering = (body: unknown, status = 200) =>
  fetch.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
const called = () => {
  const [path, request] = fetch.mock.calls.at(-1) ?? [];
  return { path, body: JSON.parse(String(request?.body)) as unknown, headers: new Headers(request?.headers) };
};

beforeEach(() => {
  fetch.mockReset();
  onSessionEnded.mockReset();
});

const prompt = { conversationId: 'c1', sessionId: 's1', questionId: 'q1', text: 'How much?', language: 'es' };
const ask = () => server.answer(prompt, new AbortController().signal);

describe('the calls are those of the spec', () => {
  it('a prompt, with the token in its header', async () => {
    answering({ answer: 'Five.' });
    expect(await ask()).toMatchObject({ text: 'Five.' });
    expect(called()).toMatchObject({
      path: '/v1/c1',
      body: {
        prompt: 'How much?',
        tenant_id: 't',
        employee_id: 'e',
        organization_id: 'c',
        session_id: 's1',
        application_id: 'atrium-web',
        application_data: { language: 'es', question_id: 'q1' },
      },
    });
    expect(called().headers.get('token')).toBe('the-token');
  });

  it('feedback', async () => {
    answering({});
    const feedback = { conversationId: 'c1', sessionId: 's1', answer: 'Five.', like: -1, responseIndex: 2 } as const;
    await server.giveFeedback({ ...feedback, comments: 'No', attachText: false });
    expect(called()).toMatchObject({ path: '/v1/c1/feedback' });
    expect(called().body).toEqual({ answer: 'Five.', like: -1, responseIndex: 2, sessionId: 's1', comments: 'No' });
    await server.giveFeedback({ ...feedback, comments: '', attachText: true });
    expect(called().body).toMatchObject({ attachText: true });
  });

  it('four sample questions of each kind', async () => {
    answering({ questions: ['How much?'] });
    expect(await server.suggestedQuestions('en')).toEqual({ questions: ['How much?'], notice: null });
    expect(called()).toMatchObject({
      path: '/v1/generate_sample_questions',
      body: { num_questions: 4, application_id: 'atrium-web', organization_id: 'c', tenant_id: 't' },
    });
    await server.personalizedQuestions('en');
    expect(called()).toMatchObject({
      path: '/v1/personalized_sample_questions',
      body: { num_questions: 4, employee_id: 'e' },
    });
  });

  it('past conversations, and deleting them', async () => {
    answering({ items: [] });
    expect(await server.pastConversations(['c1'])).toEqual([]);
    expect(called()).toMatchObject({
      path: '/v1/past_conversations',
      body: { conversation_ids: ['c1'], isDelete: false, application_id: 'atrium-web' },
    });
    await server.deleteConversations(['c1']);
    expect(called()).toMatchObject({ body: { conversation_ids: ['c1'], isDelete: true } });
  });

  it('follow-ups and a ticket', async () => {
    answering({ questions: [] });
    await server.followUpQuestions([{ role: 'human', content: 'How much?' }], 'en');
    expect(called()).toMatchObject({
      path: '/v1/follow_up_questions',
      body: { user_conversation: [{ role: 'human', content: 'How much?' }] },
    });
    answering({ ticket: 'one-time', expires_in: 30 });
    expect(await server.ticket()).toBe('one-time');
    expect(called().path).toBe('/chat/ticket');
  });

  it('ids there are none of are left out', async () => {
    answering({ answer: 'Five.' });
    const administrator = { ...asker, companyId: null, employeeId: null };
    await createServer({ asker: administrator, freshToken: async () => null, onSessionEnded, fetch }).answer(
      prompt,
      new AbortController().signal,
    );
    expect(called().body).not.toHaveProperty('employee_id');
    expect(called().body).not.toHaveProperty('organization_id');
    expect(called().headers.has('token')).toBe(false);
  });
});

describe('anything but 200 is an error', () => {
  it.each([
    [429, { code: 'TOO_MANY_QUESTIONS', message: 'Wait' }, 'TOO_MANY_QUESTIONS'],
    [204, null, 'INTERNAL'],
    [502, 'Bad gateway', 'INTERNAL'],
  ] as const)('%i', async (status, body, code) => {
    fetch.mockImplementation(async () => new Response(status === 204 ? null : JSON.stringify(body), { status }));
    await expect(ask()).rejects.toMatchObject({ status, code });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('401 ends the session', async () => {
    answering({ code: 'UNAUTHENTICATED' }, 401);
    await expect(ask()).rejects.toBeInstanceOf(ServerError);
    expect(onSessionEnded).toHaveBeenCalledTimes(1);
  });

  it('no network, and an answer nobody can read', async () => {
    fetch.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(ask()).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' });
    answering({ something: 'else' });
    await expect(ask()).rejects.toMatchObject({ status: 200, code: 'INTERNAL' });
    await expect(server.ticket()).rejects.toMatchObject({ status: 200 });
  });
});
