import { describe, expect, it } from 'vitest';
import {
  ask,
  begin,
  breakOff,
  type Chat,
  fail,
  hear,
  isTooLong,
  likeOf,
  rate,
  resume,
  rolesOf,
  stop,
  suggest,
  toggled,
  withdrawFailed,
} from './conversation';
import { type Answer, type Frame, readAnswer } from './wire';

const now = '2026-11-18T17:41:00Z';
const empty = begin({ conversationId: 'c', sessionId: 's' });
const asked = ask(empty, { questionId: 'q1', text: '  How much?  ' }, now);
const answerOf = (text: string, more: object = {}): Answer => {
  const answer = readAnswer({ answer: text, response_index: 0, ...more });
  if (!answer) throw new Error('no answer');
  return answer;
};
const final = (text: string, questionId: string | null = 'q1'): Frame => ({
  kind: 'final',
  questionId,
  answer: answerOf(text),
});
const chunk = (text: string, questionId: string | null = 'q1'): Frame => ({ kind: 'chunk', questionId, text });
const heard = (chat: Chat, ...frames: Frame[]) => frames.reduce((before, frame) => hear(before, frame, now), chat);
const shown = (chat: Chat) => chat.messages.map(({ type, text }) => `${type}: ${text}`);

describe('asking', () => {
  it('adds the question and a skeleton, with the fields of the spec', () => {
    expect(shown(asked)).toEqual(['question: How much?', 'skeleton: ']);
    expect(asked.messages[0]).toMatchObject({
      id: 'q1',
      originalText: '  How much?  ',
      text: 'How much?',
      type: 'question',
      time: now,
      showFeedbackButtons: false,
      botReplyNum: null,
      liked: false,
      disliked: false,
    });
    expect(asked.asked).toMatchObject({ questionId: 'q1', status: null });
  });

  it.each(['', '   ', '\n\t'])('%j changes nothing', (text) => {
    expect(ask(empty, { questionId: 'q', text }, now)).toBe(empty);
  });

  it('a second question while one is in progress changes nothing', () => {
    expect(ask(asked, { questionId: 'q2', text: 'And now?' }, now)).toBe(asked);
  });

  it('takes 8192 bytes, and not one more', () => {
    expect(isTooLong('ñ'.repeat(4096))).toBe(false);
    expect(isTooLong(`${'ñ'.repeat(4096)}a`)).toBe(true);
    expect(ask(empty, { questionId: 'q', text: 'a'.repeat(8193) }, now)).toBe(empty);
  });
});

describe('hearing', () => {
  it('goes from status to chunks to the whole answer', () => {
    const status = heard(asked, { kind: 'status', questionId: 'q1', text: 'Looking at your pay stubs…' });
    expect(status.asked?.status).toBe('Looking at your pay stubs…');
    const writing = heard(status, chunk('It was '), chunk('$5'));
    expect(shown(writing)).toEqual(['question: How much?', 'answer: It was $5']);
    expect(writing.messages[1]?.showFeedbackButtons).toBe(false);
    const whole = heard(writing, final('It was $5.00.'));
    expect(shown(whole)).toEqual(['question: How much?', 'answer: It was $5.00.']);
    expect(whole.messages[1]).toMatchObject({ showFeedbackButtons: true, botReplyNum: 0 });
    expect(whole).toMatchObject({ asked: null, arrivedId: whole.messages[1]?.id });
  });

  it('an answer that comes twice, or pieces that come after it, change nothing', () => {
    const whole = heard(asked, final('Five.'));
    expect(heard(whole, final('Five.'), chunk('Five.'), final('Five.', null))).toBe(whole);
  });

  it('what belongs to another question changes nothing', () => {
    expect(heard(asked, chunk('Old', 'q0'), final('Old', 'q0'))).toBe(asked);
  });

  it('what names no question is about the one in progress', () => {
    expect(shown(heard(asked, chunk('Five', null), final('Five.', null)))[1]).toBe('answer: Five.');
  });

  it('after a break the pieces of a second telling are not added to the first', () => {
    const broken = breakOff(heard(asked, chunk('It was ')));
    const again = heard(broken, chunk('It was '), chunk('$5'));
    expect(shown(again)[1]).toBe('answer: It was ');
    expect(shown(heard(again, final('It was $5.')))).toEqual(['question: How much?', 'answer: It was $5.']);
  });

  it('an endpoint time-out is no failure: the question is asked again', () => {
    expect(heard(asked, { kind: 'error', questionId: 'q1', code: 'TIMEOUT' })).toBe(asked);
  });

  it('an error keeps the question and tells what happened', () => {
    const failed = heard(asked, chunk('It'), { kind: 'error', questionId: 'q1', code: 'BUSY' });
    expect(shown(failed)).toEqual(['question: How much?']);
    expect(failed).toMatchObject({ asked: null, failure: { code: 'BUSY', by: 'socket' } });
  });
});

it('a failed question that is asked again is in the conversation once', () => {
  const failed = fail(asked, 'UNAVAILABLE', 'rest');
  const again = ask(withdrawFailed(failed), { questionId: 'q1', text: 'How much?' }, now);
  expect(shown(again)).toEqual(['question: How much?', 'skeleton: ']);
  expect(again.failure).toBeNull();
});

it('stopping keeps what was written, says so, and hears no more of it', () => {
  const stopped = stop(heard(asked, chunk('It was ')));
  expect(stopped.messages[1]).toMatchObject({
    type: 'answer',
    text: 'It was ',
    isStopped: true,
    showFeedbackButtons: false,
  });
  expect(heard(stopped, chunk('$5'), final('It was $5.'))).toBe(stopped);
});

describe('feedback', () => {
  it.each([
    [0, 1, 1],
    [1, 1, 0],
    [1, -1, -1],
    [-1, -1, 0],
    [-1, 1, 1],
    [0, -1, -1],
  ] as const)('from %i, pressing %i gives %i', (before, pressed, result) => {
    expect(toggled(before, pressed)).toBe(result);
  });

  it('like and dislike exclude each other', () => {
    const whole = heard(asked, final('Five.'));
    const id = whole.messages[1]?.id ?? '';
    for (const like of [1, -1, 0] as const) {
      const message = rate(whole, id, like).messages[1];
      expect(message && likeOf(message)).toBe(like);
      expect(message?.liked && message.disliked).toBe(false);
    }
  });
});

it('a past conversation is whole again, with its feedback, and nothing of it has just arrived', () => {
  const past = {
    conversationId: 'old',
    title: 'How much?',
    updatedAt: null,
    turns: [
      { question: 'How much?', text: 'Five.', answer: answerOf('Five.', { response_index: 0 }), like: 1 as const },
      { question: 'And before?', text: 'Four.', answer: null, like: 0 as const },
    ],
  };
  const chat = resume(past, 'new-session');
  expect(shown(chat)).toEqual(['question: How much?', 'answer: Five.', 'question: And before?', 'answer: Four.']);
  expect(chat).toMatchObject({ conversationId: 'old', sessionId: 'new-session', asked: null, arrivedId: null });
  expect(chat.messages[1]).toMatchObject({ liked: true, showFeedbackButtons: true, botReplyNum: 0 });
  expect(chat.messages[3]).toMatchObject({ botReplyNum: 1, answer: null });
  expect(new Set(chat.messages.map(({ id }) => id)).size).toBe(4);
  expect(rolesOf(chat.messages).slice(0, 2)).toEqual([
    { role: 'human', content: 'How much?' },
    { role: 'ai', content: 'Five.' },
  ]);
});

it('follow-ups that come later belong to their answer', () => {
  const whole = heard(asked, final('Five.'));
  const id = whole.messages[1]?.id ?? '';
  expect(suggest(whole, id, ['And before?']).messages[1]?.answer?.followUps).toEqual(['And before?']);
  expect(suggest(whole, 'q1', ['x']).messages[0]?.answer).toBeNull();
});
