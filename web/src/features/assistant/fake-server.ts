/** For tests: a server that answers what the test says, and remembers what it was asked. */
import { vi } from 'vitest';
import { type Assistant, createAssistant } from './assistant';
import { FakeSocket } from './fake-socket';
import type { AssistantServer } from './rest';
import { type Answer, readAnswer } from './wire';

export const owner = { personId: 'ana', companyId: 'cedar' };
const asker = { tenantId: 't', companyId: 'cedar', employeeId: 'e', applicationId: 'atrium-web' };

export function anAnswer(text: string, more: object = {}): Answer {
  const answer = readAnswer({ answer: text, response_index: 0, session_id: 'answered-in', ...more });
  if (!answer) throw new Error('no answer');
  return answer;
}

export function fakeServer() {
  return {
    answer: vi.fn<AssistantServer['answer']>(async () => anAnswer('Five.')),
    giveFeedback: vi.fn<AssistantServer['giveFeedback']>(async () => {}),
    suggestedQuestions: vi.fn<AssistantServer['suggestedQuestions']>(async () => ({
      questions: ['How much was my last paycheck?'],
      notice: null,
    })),
    personalizedQuestions: vi.fn<AssistantServer['personalizedQuestions']>(async () => ['Why did my pay change?']),
    pastConversations: vi.fn<AssistantServer['pastConversations']>(async () => []),
    deleteConversations: vi.fn<AssistantServer['deleteConversations']>(async () => {}),
    followUpQuestions: vi.fn<AssistantServer['followUpQuestions']>(async () => []),
    ticket: vi.fn<AssistantServer['ticket']>(async () => 'ticket'),
  };
}

/** Ids that count up, in the shape of real ones. */
export const idOf = (n: number) => `8a2b4c1e-1111-4111-8111-${String(n).padStart(12, '0')}`;

export function anAssistant(
  server: AssistantServer,
  settings: Partial<Parameters<typeof createAssistant>[0]> = {},
): Assistant {
  let ids = 0;
  return createAssistant({
    asker,
    owner,
    server,
    usesSocket: false,
    keepsHistory: true,
    language: () => 'en',
    openSocket: FakeSocket.open,
    newId: () => {
      ids += 1;
      return idOf(ids);
    },
    now: () => new Date('2026-11-18T17:41:00Z'),
    ...settings,
  });
}
