import { expect, it } from 'vitest';
import { hasMoreBelow, restingPlace } from './useFollow';

const box = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: 500 });

it('rests at the end, but never so far that the question leaves at the top', () => {
  expect(restingPlace(box(0, 300), null)).toBe(0);
  expect(restingPlace(box(0, 900), null)).toBe(400);
  expect(restingPlace(box(0, 900), 600)).toBe(400);
  expect(restingPlace(box(0, 2000), 600)).toBe(600);
});

it('there is more below once a line of it is out of sight', () => {
  expect(hasMoreBelow(box(400, 900))).toBe(false);
  expect(hasMoreBelow(box(370, 900))).toBe(false);
  expect(hasMoreBelow(box(300, 900))).toBe(true);
});
