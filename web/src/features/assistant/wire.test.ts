import { describe, expect, it } from 'vitest';
import { readAnswer, readFrame, readPast, readQuestions, readSuggestions } from './wire';

const frame = (message: object) => readFrame(JSON.stringify(message));

describe('a frame', () => {
  it('is a status, a piece of an answer, or the whole of it', () => {
    expect(frame({ status_update: 'Looking…', connectionId: 'c', question_id: 'q' })).toEqual({
      kind: 'status',
      questionId: 'q',
      text: 'Looking…',
    });
    expect(frame({ message: 'Your ', question_id: 'q' })).toEqual({ kind: 'chunk', questionId: 'q', text: 'Your ' });
    expect(frame({ message: '', is_end_of_stream: true, question_id: 'q', answer: 'Done' })).toMatchObject({
      kind: 'final',
      questionId: 'q',
      answer: { text: 'Done', followUps: [], sources: [], table: null },
    });
  });

  it('is an error with its code, also where the end of a stream has no answer', () => {
    expect(frame({ error: { code: 'BUSY', message: 'Wait' }, is_end_of_stream: true, question_id: 'q' })).toEqual({
      kind: 'error',
      questionId: 'q',
      code: 'BUSY',
    });
    expect(frame({ message: '', is_end_of_stream: true })).toEqual({
      kind: 'error',
      questionId: null,
      code: 'INTERNAL',
    });
  });

  it('of a gateway whose time is up is a time-out, and no piece of an answer', () => {
    expect(frame({ message: 'Endpoint request timed out', connectionId: 'c', requestId: 'r' })).toMatchObject({
      kind: 'error',
      code: 'TIMEOUT',
    });
  });

  it('is a piece of a file, or its end', () => {
    expect(frame({ file_string_download: { file_string: 'JVBE', file_name: 'stub.pdf' } })).toEqual({
      kind: 'filePart',
      base64: 'JVBE',
      fileName: 'stub.pdf',
    });
    expect(frame({ complete_download_string: true, file_name: 'stub.pdf' })).toEqual({
      kind: 'fileEnd',
      fileName: 'stub.pdf',
    });
  });

  it.each(['not JSON', '7', 'null', '{}', '{"message":""}', '{"status_update":5}'])('is nothing in %s', (data) => {
    expect(readFrame(data)).toBeNull();
  });
});

describe('an answer', () => {
  it('has everything the server says, by our names', () => {
    const answer = readAnswer({
      conversation_id: 'c',
      session_id: 's',
      response_index: 3,
      answer: 'It was $1,842.17.',
      language: 'en',
      band: 'answer',
      topic: 'last_stub',
      candidates: [{ topic: 'last_stub', label: 'Your last paycheck', certainty: 0.9, question: 'How much was it?' }],
      slots: { year: 2026 },
      sources: [
        {
          tool: 'last_stub',
          words: 'Your pay stubs',
          as_of: '2026-11-18',
          title: null,
          page: 2,
          quote: 'q',
          path: '/pay',
        },
      ],
      table: { columns: ['a'], rows: [['b']] },
      chart: { points: [{ label: 'a', value: 1.5, text: '1.5 h' }] },
      links: [{ label: 'Pay', path: '/pay' }],
      download: { file_name: 'stub.pdf', paystub_id: 'p' },
      follow_ups: ['And before?'],
      hand_over: { name: 'Grace', email: 'grace@example.com', subject: 'x', body: 'y' },
      engine: 'embedded',
    });
    expect(answer).toMatchObject({
      conversationId: 'c',
      sessionId: 's',
      responseIndex: 3,
      text: 'It was $1,842.17.',
      candidates: [{ label: 'Your last paycheck', question: 'How much was it?' }],
      sources: [{ words: 'Your pay stubs', asOf: '2026-11-18', page: 2, quote: 'q', path: '/pay' }],
      table: { columns: ['a'], rows: [['b']] },
      chart: { points: [{ label: 'a', value: 1.5, text: '1.5 h' }] },
      download: { fileName: 'stub.pdf', paystubId: 'p' },
      followUps: ['And before?'],
      handOver: { name: 'Grace', email: 'grace@example.com' },
      engine: 'embedded',
    });
  });

  it('is still one where its other parts are of another shape', () => {
    expect(
      readAnswer({ answer: 'Yes', table: 'wide', chart: { points: [1] }, links: {}, sources: null, band: 'new' }),
    ).toMatchObject({ text: 'Yes', table: null, chart: null, links: [], sources: [], band: 'answer', engine: null });
  });

  it('is none without its text', () => {
    expect(readAnswer({ table: null })).toBeNull();
    expect(readAnswer(null)).toBeNull();
  });
});

it('past conversations have their turns, named after the first question where they have no title', () => {
  const items = [
    {
      conversationId: 'c',
      title: '',
      updatedAt: '2026-11-18T10:00:00Z',
      details: [{ question: 'How much?', answer: 'A lot', response: { answer: 'A lot' }, like: -1 }],
    },
  ];
  expect(readPast({ items })).toMatchObject([
    {
      conversationId: 'c',
      title: 'How much?',
      turns: [{ question: 'How much?', text: 'A lot', answer: { text: 'A lot' }, like: -1 }],
    },
  ]);
  expect(() => readPast({ conversations: [] })).toThrow();
  expect(() => readQuestions({ questions: [1] })).toThrow();
  expect(readSuggestions({ questions: ['a'], notice: 'A model reads along.' })).toEqual({
    questions: ['a'],
    notice: 'A model reads along.',
  });
  expect(readSuggestions({ questions: [] }).notice).toBeNull();
});
