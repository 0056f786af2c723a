/** The assistant's calls, with the access token in the `Token` header. Any answer other than 200 is a `ServerError`. */
import {
  type Answer,
  type Like,
  type PastConversation,
  readAnswer,
  readPast,
  readQuestions,
  readSuggestions,
  readTicket,
  type Suggestions,
} from './wire';

/** In whose name is asked. The server compares the ids with the token's and refuses others. */
export type Asker = {
  tenantId: string;
  /** Null for an administrator who belongs to no company. */
  companyId: string | null;
  /** Null for people who are not on this company's payroll. */
  employeeId: string | null;
  applicationId: string;
};

type InConversation = { conversationId: string; sessionId: string };
type Prompt = InConversation & { questionId: string; text: string; language: string };
type Feedback = InConversation & {
  answer: string;
  like: Like;
  responseIndex: number;
  comments: string;
  /** The person lets the people who run the assistant read the question and the answer. */
  attachText: boolean;
};
type Turn = { role: 'human' | 'ai'; content: string };

export type AssistantServer = {
  answer: (prompt: Prompt, signal: AbortSignal) => Promise<Answer>;
  giveFeedback: (feedback: Feedback) => Promise<void>;
  suggestedQuestions: (language: string) => Promise<Suggestions>;
  personalizedQuestions: (language: string) => Promise<string[]>;
  /** The newest 20 where no ids are given. */
  pastConversations: (ids: readonly string[]) => Promise<PastConversation[]>;
  deleteConversations: (ids: readonly string[]) => Promise<void>;
  followUpQuestions: (turns: readonly Turn[], language: string) => Promise<string[]>;
  ticket: () => Promise<string>;
};

export class ServerError extends Error {
  override readonly name = 'ServerError';
  /** 0 when the server could not be reached. */
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`The assistant's server answered ${status}: ${code}`);
    this.status = status;
    this.code = code;
  }
}

type ServerOptions = {
  asker: Asker;
  freshToken: () => Promise<string | null>;
  onSessionEnded: () => void;
  fetch?: typeof globalThis.fetch;
};

const sampleQuestions = 4;

/** As both the calls and the socket name them. Ids there are none of are left out. */
export function idsOf({ tenantId, companyId, employeeId, applicationId }: Asker) {
  return {
    tenant_id: tenantId,
    ...(companyId !== null && { organization_id: companyId }),
    ...(employeeId !== null && { employee_id: employeeId }),
    application_id: applicationId,
  };
}

export function createServer({
  asker,
  freshToken,
  onSessionEnded,
  fetch = globalThis.fetch.bind(globalThis),
}: ServerOptions): AssistantServer {
  const ids = idsOf(asker);
  const { employee_id: _, ...idsOfSamples } = ids;

  async function post(path: string, body: object, signal?: AbortSignal): Promise<unknown> {
    const token = await freshToken().catch(() => {
      throw new ServerError(0, 'UNAVAILABLE');
    });
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(token !== null && { Token: token }),
      },
      body: JSON.stringify(body),
      cache: 'no-store',
      ...(signal && { signal }),
    }).catch(() => {
      throw new ServerError(0, 'UNAVAILABLE');
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.status === 200) return answer;
    if (response.status === 401) onSessionEnded();
    const { code } = (answer ?? {}) as { code?: unknown };
    throw new ServerError(response.status, typeof code === 'string' ? code : 'INTERNAL');
  }

  /** What cannot be read is as good as no answer. */
  const reading = async <Read>(answer: Promise<unknown>, read: (answer: unknown) => Read): Promise<Read> => {
    const given = await answer;
    try {
      return read(given);
    } catch {
      throw new ServerError(200, 'INTERNAL');
    }
  };

  const past = (conversationIds: readonly string[], isDelete: boolean) =>
    post('/v1/past_conversations', {
      conversation_ids: conversationIds,
      isDelete,
      application_id: asker.applicationId,
    });

  return {
    answer: async ({ conversationId, sessionId, questionId, text, language }, signal) => {
      const body = {
        prompt: text,
        ...ids,
        session_id: sessionId,
        application_data: { language, question_id: questionId },
      };
      const answer = readAnswer(await post(`/v1/${encodeURIComponent(conversationId)}`, body, signal));
      if (answer === null) throw new ServerError(200, 'INTERNAL');
      return answer;
    },
    giveFeedback: async ({ conversationId, sessionId, answer, like, responseIndex, comments, attachText }) => {
      await post(`/v1/${encodeURIComponent(conversationId)}/feedback`, {
        answer,
        like,
        responseIndex,
        sessionId,
        comments,
        ...(attachText && { attachText }),
      });
    },
    suggestedQuestions: (language) =>
      reading(
        post('/v1/generate_sample_questions', {
          num_questions: sampleQuestions,
          ...idsOfSamples,
          application_data: { language },
        }),
        readSuggestions,
      ),
    personalizedQuestions: (language) =>
      reading(
        post('/v1/personalized_sample_questions', {
          num_questions: sampleQuestions,
          ...ids,
          application_data: { language },
        }),
        readQuestions,
      ),
    pastConversations: (conversationIds) => reading(past(conversationIds, false), readPast),
    deleteConversations: async (conversationIds) => {
      await past(conversationIds, true);
    },
    followUpQuestions: (turns, language) =>
      reading(
        post('/v1/follow_up_questions', { user_conversation: turns, application_data: { language } }),
        readQuestions,
      ),
    ticket: () => reading(post('/chat/ticket', {}), readTicket),
  };
}
