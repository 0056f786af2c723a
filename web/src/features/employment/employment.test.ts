import { describe, expect, it } from 'vitest';
import { nextChanges } from './employment';

describe('what can happen next', () => {
  it.each([
    ['Active', null, ['leave', 'termination']],
    ['Active', '2026-12-01', ['return', 'termination']],
    ['Leave', '2026-11-01', ['return', 'termination']],
    ['Terminated', null, ['rehire']],
  ] as const)('follows from %s with a leave from %s', (status, leaveFrom, changes) => {
    expect(nextChanges({ status, leaveFrom })).toEqual(changes);
  });
});
