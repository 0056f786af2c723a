/**
 * What the assistant's server says, read leniently: a part that is missing or of another shape is simply not there, so that an older or newer
 * server still answers. Its spellings stay in this file.
 */
import * as v from 'valibot';

const words = v.fallback(v.string(), '');
const perhaps = v.fallback(v.nullable(v.string()), null);
const listOf = <Item extends v.GenericSchema>(item: Item) => v.fallback(v.array(item), [] as v.InferOutput<Item>[]);
const maybe = <Item extends v.GenericSchema>(item: Item) => v.fallback(v.nullable(item), null);

const sourceSchema = v.pipe(
  v.object({
    tool: words,
    words,
    as_of: perhaps,
    title: perhaps,
    page: v.fallback(v.nullable(v.union([v.number(), v.string()])), null),
    quote: perhaps,
    path: perhaps,
  }),
  v.transform(({ as_of, ...source }) => ({ ...source, asOf: as_of })),
);

const answerSchema = v.pipe(
  v.object({
    conversation_id: words,
    session_id: words,
    response_index: v.fallback(v.number(), 0),
    answer: v.string(),
    language: v.fallback(v.nullable(v.picklist(['en', 'es'])), null),
    band: v.fallback(v.picklist(['answer', 'ask_back', 'unknown', 'out_of_scope']), 'answer'),
    candidates: listOf(v.object({ topic: words, label: v.string(), question: v.string() })),
    sources: listOf(sourceSchema),
    table: maybe(v.object({ columns: v.array(v.string()), rows: v.array(v.array(v.string())) })),
    chart: maybe(v.object({ points: v.array(v.object({ label: v.string(), value: v.number(), text: v.string() })) })),
    links: listOf(v.object({ label: v.string(), path: v.string() })),
    download: maybe(v.object({ file_name: words, paystub_id: v.string() })),
    follow_ups: listOf(v.string()),
    hand_over: maybe(v.object({ name: perhaps, email: perhaps, subject: words, body: words })),
    engine: v.fallback(v.nullable(v.picklist(['embedded', 'model', 'template'])), null),
  }),
  v.transform(({ conversation_id, session_id, response_index, answer, follow_ups, hand_over, download, ...rest }) => ({
    ...rest,
    conversationId: conversation_id,
    sessionId: session_id,
    responseIndex: response_index,
    text: answer,
    followUps: follow_ups,
    handOver: hand_over,
    download: download && { fileName: download.file_name, paystubId: download.paystub_id },
  })),
);

export type Answer = v.InferOutput<typeof answerSchema>;
export type AnswerSource = Answer['sources'][number];
export type HandOver = NonNullable<Answer['handOver']>;
export type StubDownload = NonNullable<Answer['download']>;
export type Like = -1 | 0 | 1;

/** Null when there is no answer in it. */
export function readAnswer(given: unknown): Answer | null {
  const read = v.safeParse(answerSchema, given);
  return read.success ? read.output : null;
}

const pastSchema = v.object({
  conversationId: v.string(),
  title: words,
  updatedAt: perhaps,
  details: listOf(
    v.object({
      question: v.string(),
      answer: words,
      response: v.unknown(),
      like: v.fallback(v.picklist([-1, 0, 1]), 0),
    }),
  ),
});

type PastTurn = { question: string; text: string; answer: Answer | null; like: Like };
export type PastConversation = { conversationId: string; title: string; updatedAt: string | null; turns: PastTurn[] };

export function readPast(given: unknown): PastConversation[] {
  const { items } = v.parse(v.object({ items: v.array(pastSchema) }), given);
  return items.map(({ details, ...conversation }) => ({
    ...conversation,
    title: conversation.title || (details[0]?.question ?? ''),
    turns: details.map(({ question, answer, response, like }) => ({
      question,
      text: answer,
      answer: readAnswer(response),
      like,
    })),
  }));
}

export function readQuestions(given: unknown): string[] {
  return v.parse(v.object({ questions: v.array(v.string()) }), given).questions;
}

/** What can be asked, and what people are told where a language model reads along. */
export type Suggestions = { questions: string[]; notice: string | null };

export function readSuggestions(given: unknown): Suggestions {
  return v.parse(v.object({ questions: v.array(v.string()), notice: perhaps }), given);
}

export function readTicket(given: unknown): string {
  return v.parse(v.object({ ticket: v.string() }), given).ticket;
}

/** One message of the socket. Without a `questionId` it is about the question that is being answered. */
export type Frame =
  | { kind: 'status'; questionId: string | null; text: string }
  | { kind: 'chunk'; questionId: string | null; text: string }
  | { kind: 'final'; questionId: string | null; answer: Answer }
  | { kind: 'error'; questionId: string | null; code: string }
  | { kind: 'filePart'; base64: string; fileName: string }
  | { kind: 'fileEnd'; fileName: string };

const frameSchema = v.object({
  question_id: perhaps,
  status_update: perhaps,
  message: perhaps,
  is_end_of_stream: v.fallback(v.boolean(), false),
  error: maybe(v.object({ code: v.fallback(v.string(), 'INTERNAL') })),
  file_string_download: maybe(v.object({ file_string: v.string(), file_name: words })),
  complete_download_string: v.fallback(v.boolean(), false),
  file_name: words,
});

/** What a gateway in front of the server says when an answer takes longer than it likes. The server goes on. */
const endpointTimeout = 'Endpoint request timed out';

/** Null for what is no message of ours. */
export function readFrame(data: unknown): Frame | null {
  const given = asJson(data);
  const read = v.safeParse(frameSchema, given);
  if (!read.success) return null;
  const { question_id: questionId, status_update, message, error, is_end_of_stream, ...file } = read.output;
  if (error) return { kind: 'error', questionId, code: error.code };
  if (file.file_string_download) {
    const { file_string: base64, file_name: fileName } = file.file_string_download;
    return { kind: 'filePart', base64, fileName };
  }
  if (file.complete_download_string) return { kind: 'fileEnd', fileName: file.file_name };
  if (is_end_of_stream) {
    const answer = readAnswer(given);
    return answer ? { kind: 'final', questionId, answer } : { kind: 'error', questionId, code: 'INTERNAL' };
  }
  if (status_update !== null) return { kind: 'status', questionId, text: status_update };
  if (message === endpointTimeout) return { kind: 'error', questionId, code: 'TIMEOUT' };
  return message ? { kind: 'chunk', questionId, text: message } : null;
}

function asJson(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}
