import { expect, it } from 'vitest';
import type { Deposit } from './deposit';
import { inOrder, moved, prioritiesOf } from './order';

const deposit = (id: string, priority: number) => ({ id, priority, version: 3 }) as Deposit;
const three = [deposit('a', 1), deposit('b', 2), deposit('c', 5)];

it('an account moves up and down, and stays where it is at an end', () => {
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
});

it('only accounts whose place changes are sent', () => {
  expect(prioritiesOf(inOrder(three, ['b', 'a', 'c']))).toEqual([
    { id: 'b', version: 3, priority: 1 },
    { id: 'a', version: 3, priority: 2 },
    { id: 'c', version: 3, priority: 3 },
  ]);
  expect(prioritiesOf([deposit('a', 1), deposit('b', 2)])).toEqual([]);
});

it('an account that came meanwhile stands last', () => {
  expect(inOrder([...three, deposit('d', 6)], ['c', 'b', 'a']).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd']);
});
