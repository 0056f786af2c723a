import { expect, it } from 'vitest';
import { less } from './hours';

it.each([
  ['40.00', [], '40.00'],
  ['40.00', ['8.00', '8.00'], '24.00'],
  ['0.3', ['0.1', '0.2'], '0.00'],
  ['10.0000', ['3.3333'], '6.6667'],
  ['4.00', ['8.00'], '-4.00'],
  ['-4.00', ['0.25'], '-4.25'],
])('%s less %j is %s', (balance, hours, left) => {
  expect(less(balance, hours)).toBe(left);
});
