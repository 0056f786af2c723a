import { expect, it } from 'vitest';
import { type Benefit, byCategory, namesOf } from './benefit';
import { together } from './together';

it('plans stand under their category, in the order they come', () => {
  const plan = (id: string, benefitCategory: string) => ({ id, benefitCategory }) as Benefit;
  const plans = [plan('a', 'Medical'), plan('b', 'Life'), plan('c', 'Medical')];
  const found = byCategory(plans).map(([category, list]) => [category, list.map(({ id }) => id)]);
  expect(found).toEqual([
    ['Medical', ['a', 'c']],
    ['Life', ['b']],
  ]);
});

it('only people of the profile are named', () => {
  const people = [
    { id: '1', firstName: 'Leo', lastName: 'Morales' },
    { id: '2', firstName: 'Mia', lastName: 'Morales' },
  ];
  expect(namesOf(['2', '3'], people)).toEqual(['Mia Morales']);
  expect(namesOf(['2'], undefined)).toEqual([]);
});

it.each([
  ['1105.00', '3315.00', '4420.00'],
  ['0.10', '0.20', '0.30'],
  ['0.1234', '0.0001', '0.1235'],
  ['99999999999999.99', '0.01', '100000000000000.00'],
])('%s and %s make %s', (one, other, sum) => expect(together(one, other)).toBe(sum));
