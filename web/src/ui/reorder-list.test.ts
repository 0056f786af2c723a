import { expect, it } from 'vitest';
import { reordered } from './reorder-list';

it.each([
  ['a', 'c', 'after', ['b', 'c', 'a']],
  ['c', 'a', 'before', ['c', 'a', 'b']],
  ['b', 'c', 'before', ['a', 'b', 'c']],
] as const)('%s dropped at %s (%s)', (moved, at, side, expected) => {
  expect(reordered(['a', 'b', 'c'], new Set([moved]), at, side)).toEqual(expected);
});

it('several rows keep their order among themselves', () => {
  expect(reordered(['a', 'b', 'c', 'd'], new Set(['c', 'a']), 'd', 'after')).toEqual(['b', 'd', 'a', 'c']);
});
