import { expect, it } from 'vitest';
import { headline, nameOf, textFor } from './message';

const long = 'Word '.repeat(30).trim();

it.each([
  ['a short message is all headline', 'Fire drill on Thursday', 'Fire drill on Thursday', ''],
  ['a short first line stands out', 'Fire drill\nMeet outside.', 'Fire drill', 'Meet outside.'],
  [
    'a short first sentence of a long line stands out',
    `Enrollment closes Friday. ${long}`,
    'Enrollment closes Friday.',
    long,
  ],
  [
    'an abbreviation does not end a sentence',
    `The stores close at 6 p.m. on Friday. ${long}`,
    'The stores close at 6 p.m. on Friday.',
    long,
  ],
  ['a long sentence has no headline', long, '', long],
  ['white space around it does not count', '\n  Hello  \n', 'Hello', ''],
])('%s', (_, message, head, rest) => {
  expect(headline(message)).toEqual({ head, rest });
});

it.each([
  ['Fire drill\nMeet outside.', 'Fire drill'],
  [long, 'Word Word Word Word Word Word Word Word Word Word Word Word…'],
  ['🎉'.repeat(70), `${'🎉'.repeat(60)}…`],
])('%j is called by its headline or its beginning', (message, name) => {
  expect(nameOf(message)).toBe(name);
});

it.each([
  ['es', 'Closed', 'Cerrado', 'Cerrado'],
  ['es', 'Closed', null, 'Closed'],
  ['es', 'Closed', '', 'Closed'],
  ['en', 'Closed', 'Cerrado', 'Closed'],
  ['en', '', 'Cerrado', 'Cerrado'],
] as const)('who reads %s reads of «%s» and «%s» the text %s', (language, message, messageEs, text) => {
  expect(textFor({ message, messageEs }, language)).toBe(text);
});
