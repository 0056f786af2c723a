import { expect, it } from 'vitest';
import { findCode, knownCode } from './known-codes';

it('knows a code that people can meet', () => {
  expect(findCode('CONFLICT')).toBe('CONFLICT');
  expect(knownCode('CONFLICT')).toBe('CONFLICT');
});

it.each(['SOMETHING_NEW', 'INVALID_QUERY', '', null, undefined, 7])('reads %s as a fault of ours', (code) => {
  expect(findCode(code)).toBeUndefined();
  expect(knownCode(code)).toBe('INTERNAL');
});
