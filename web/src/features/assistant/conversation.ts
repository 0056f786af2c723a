/**
 * A conversation as a pure state machine: asked → status → chunks → the whole answer. Each step takes the chat and gives the next one; what comes
 * late or twice, or belongs to another question, changes nothing, so that no answer appears twice.
 */
import type { Answer, Frame, Like, PastConversation } from './wire';

/** The spec's fields, and below them what an answer has beside its text. */
export type Message = {
  id: string;
  /** As it came. */
  originalText: string;
  /** As it is shown. */
  text: string;
  type: 'question' | 'answer' | 'skeleton';
  /** RFC 3339; empty if no one has kept it. */
  time: string;
  showFeedbackButtons: boolean;
  /** Which of the conversation's answers it is, from 0. */
  botReplyNum: number | null;
  liked: boolean;
  disliked: boolean;
  answer: Answer | null;
  isStopped: boolean;
};

type Conversation = { sessionId: string; messages: readonly Message[] };

export type Question = { questionId: string; text: string };

type Asked = Question & {
  /** What the server is doing, in its words. */
  status: string | null;
  /** The connection broke while the answer was being written: what comes next is only taken as a whole. */
  isBroken: boolean;
};

export type Failure = { question: Question; code: string; by: Way };
export type Way = 'socket' | 'rest';

export type Chat = Conversation & {
  conversationId: string;
  asked: Asked | null;
  failure: Failure | null;
  /** The answer that has just come, to be read out; not one of a conversation that was opened again. */
  arrivedId: string | null;
};

const maxQuestionBytes = 8192;

export const isBlank = (text: string) => text.trim() === '';
export const isTooLong = (text: string) => new TextEncoder().encode(text.trim()).length > maxQuestionBytes;

export function begin(ids: Pick<Chat, 'conversationId' | 'sessionId'>): Chat {
  return { ...ids, messages: [], asked: null, failure: null, arrivedId: null };
}

const bare = {
  showFeedbackButtons: false,
  botReplyNum: null,
  liked: false,
  disliked: false,
  answer: null,
  isStopped: false,
};

const answerId = (questionId: string) => `${questionId}-answer`;

/** Nothing is asked while another question is in progress, nor without words. */
export function ask(chat: Chat, { questionId, text }: Question, time: string): Chat {
  if (chat.asked || isBlank(text) || isTooLong(text)) return chat;
  const asked = text.trim();
  return {
    ...chat,
    messages: [
      ...chat.messages,
      { ...bare, id: questionId, type: 'question', originalText: text, text: asked, time },
      { ...bare, id: answerId(questionId), type: 'skeleton', originalText: '', text: '', time },
    ],
    asked: { questionId, text: asked, status: null, isBroken: false },
    failure: null,
  };
}

export function hear(chat: Chat, frame: Frame, time: string): Chat {
  const { asked } = chat;
  if (!asked || frame.kind === 'filePart' || frame.kind === 'fileEnd') return chat;
  if (frame.questionId !== null && frame.questionId !== asked.questionId) return chat;
  switch (frame.kind) {
    case 'status':
      return { ...chat, asked: { ...asked, status: frame.text } };
    case 'chunk':
      return asked.isBroken ? chat : write(chat, asked, frame.text);
    case 'final':
      return finish(chat, asked, frame.answer, time);
    case 'error':
      // The server goes on, and is asked again.
      return frame.code === 'TIMEOUT' ? chat : fail(chat, frame.code, 'socket');
  }
}

function write(chat: Chat, { questionId }: Asked, text: string): Chat {
  return changed(chat, answerId(questionId), (message) => ({
    ...message,
    type: 'answer',
    originalText: message.originalText + text,
    text: message.text + text,
  }));
}

function finish(chat: Chat, { questionId }: Asked, answer: Answer, time: string): Chat {
  const id = answerId(questionId);
  const whole = changed(chat, id, (message) => ({
    ...message,
    type: 'answer',
    originalText: answer.text,
    text: answer.text.trim(),
    time,
    showFeedbackButtons: true,
    botReplyNum: answer.responseIndex,
    answer,
  }));
  return { ...whole, asked: null, arrivedId: id };
}

/** The question stays; what was written of the answer goes. */
export function fail(chat: Chat, code: string, by: Way): Chat {
  if (!chat.asked) return chat;
  const { questionId, text } = chat.asked;
  return {
    ...chat,
    messages: chat.messages.filter(({ id }) => id !== answerId(questionId)),
    asked: null,
    failure: { question: { questionId, text }, code, by },
  };
}

/** Before the question of a failure is asked again: it is in the conversation once. */
export function withdrawFailed(chat: Chat): Chat {
  if (!chat.failure) return chat;
  return { ...chat, messages: chat.messages.slice(0, -1), failure: null };
}

/** What was written until then stays, and says that it is not the whole. */
export function stop(chat: Chat): Chat {
  if (!chat.asked) return chat;
  const id = answerId(chat.asked.questionId);
  const stopped = changed(chat, id, (message) => ({ ...message, type: 'answer', isStopped: true }));
  return { ...stopped, asked: null };
}

/** The connection is gone: another one could begin the answer anew, or in its middle. */
export function breakOff(chat: Chat): Chat {
  return chat.asked ? { ...chat, asked: { ...chat.asked, isBroken: true } } : chat;
}

/** Pressing what is pressed clears it; the two exclude each other. */
export function toggled(before: Like, pressed: 1 | -1): Like {
  return before === pressed ? 0 : pressed;
}

export const likeOf = ({ liked, disliked }: Pick<Message, 'liked' | 'disliked'>): Like =>
  liked ? 1 : disliked ? -1 : 0;

export function rate(chat: Chat, messageId: string, like: Like): Chat {
  return changed(chat, messageId, (message) => ({ ...message, liked: like === 1, disliked: like === -1 }));
}

export function suggest(chat: Chat, messageId: string, followUps: readonly string[]): Chat {
  return changed(chat, messageId, (message) =>
    message.answer ? { ...message, answer: { ...message.answer, followUps: [...followUps] } } : message,
  );
}

export function resume({ conversationId, turns }: PastConversation, sessionId: string): Chat {
  const messages = turns.flatMap(({ question, text, answer, like }, index): Message[] => {
    const id = `${conversationId}-${index}`;
    const said = answer?.text ?? text;
    return [
      { ...bare, id, type: 'question', originalText: question, text: question.trim(), time: '' },
      {
        ...bare,
        id: answerId(id),
        type: 'answer',
        originalText: said,
        text: said.trim(),
        time: '',
        showFeedbackButtons: true,
        botReplyNum: answer?.responseIndex ?? index,
        liked: like === 1,
        disliked: like === -1,
        answer,
      },
    ];
  });
  return { ...begin({ conversationId, sessionId }), messages };
}

/** As `follow_up_questions` takes it. */
export function rolesOf(messages: readonly Message[]): { role: 'human' | 'ai'; content: string }[] {
  return messages
    .filter(({ type }) => type !== 'skeleton')
    .map(({ type, originalText }) => ({ role: type === 'question' ? 'human' : 'ai', content: originalText }));
}

function changed(chat: Chat, id: string, change: (message: Message) => Message): Chat {
  return { ...chat, messages: chat.messages.map((message) => (message.id === id ? change(message) : message)) };
}
