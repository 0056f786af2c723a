import { describe, expect, it } from 'vitest';
import { nextChanges } from './employment';

describe('what can happen next', () => {
  it.each([
    ['Active', null, ['termination', 'leave']],
    ['Active', '2026-12-01', ['termination', 'return']],
    ['Leave', '2026-11-01', ['termination', 'return']],
    ['Terminated', null, ['rehire']],
  ] as const)('follows from %s with a leave from %s', (status, leaveFrom, changes) => {
    expect(nextChanges({ status, leaveFrom })).toEqual(changes);
  });
});
