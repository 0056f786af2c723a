import { expect, it } from 'vitest';
import { absolute, difference, isNegative, isZero } from './decimal';

it.each([
  ['80.00', '72.00', '8.00'],
  ['72.00', '80.00', '-8.00'],
  ['18.275', '18.00', '0.275'],
  ['0.00', '0.0001', '-0.0001'],
  ['-1.50', '-1.50', '0.00'],
  ['100000000000.01', '0.02', '99999999999.99'],
])('%s less %s is %s', (after, before, expected) => {
  expect(difference(after, before)).toBe(expected);
});

it('knows nought and what lies below it', () => {
  expect([isZero('0.00'), isZero('-0.00'), isZero('0.0100')]).toEqual([true, true, false]);
  expect([isNegative('-0.00'), isNegative('-0.01'), isNegative('1.00')]).toEqual([false, true, false]);
  expect(absolute('-12.50')).toBe('12.50');
});
