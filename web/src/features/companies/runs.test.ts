import { expect, it } from 'vitest';
import { nextStates } from './runs';

it('offers what payroll can say of a run, and nothing once its payday is over', () => {
  expect(nextStates({ state: 'open', isOver: false })).toEqual(['processing']);
  expect(nextStates({ state: 'processing', isOver: false })).toEqual(['paid', 'open']);
  expect(nextStates({ state: 'paid', isOver: false })).toEqual(['open']);
  expect(nextStates({ state: 'paid', isOver: true })).toEqual([]);
});
