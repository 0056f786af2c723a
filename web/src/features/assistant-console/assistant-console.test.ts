import { describe, expect, it } from 'vitest';
import { bandOf, engineOf, languageOf, questionTrouble, stateOf } from './assistant-console';

describe('a question for the test box', () => {
  it.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['When is payday?', null],
    ['é'.repeat(4096), null],
    ['é'.repeat(4097), 'tooLong'],
  ])('%.20s is %s', (question, trouble) => {
    expect(questionTrouble(question)).toBe(trouble);
  });
});

it('a word of a newer server is read as the most careful one', () => {
  expect(engineOf({ engine: 'model' })).toBe('model');
  expect(engineOf({ engine: 'telepathy' })).toBe('embedded');
  expect(stateOf({ state: 'down' })).toBe('down');
  expect(stateOf({ state: 'asleep' })).toBe('unchecked');
  expect(bandOf({ band: 'offer' })).toBe('offer');
  expect(bandOf({ band: 'guess' })).toBe('unsure');
  expect(languageOf({ language: 'es' })).toBe('es');
  expect(languageOf({ language: 'fr' })).toBe('other');
});
