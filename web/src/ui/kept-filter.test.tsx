import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { forgetFilters } from './forget-filters';
import { isId, oneOf, useKeptFilter } from './kept-filter';

const isStatus = oneOf(['pending', 'denied']);
const ana = '018f6b1e-0000-7000-8000-000000000001';

const kept = () => renderHook(() => useKeptFilter('requests', isStatus)).result.current[0];

beforeEach(() => sessionStorage.clear());

it('a filter is there again after a reload, each under its own name', () => {
  const first = renderHook(() => useKeptFilter('requests', isStatus));
  expect(first.result.current[0]).toBeNull();
  act(() => first.result.current[1]('denied'));
  first.unmount();
  expect(renderHook(() => useKeptFilter('requests', isStatus)).result.current[0]).toBe('denied');
  expect(renderHook(() => useKeptFilter('other requests', isStatus)).result.current[0]).toBeNull();
});

it('no choice is kept as none', () => {
  const { result } = renderHook(() => useKeptFilter('requests', isStatus));
  act(() => result.current[1]('denied'));
  act(() => result.current[1](null));
  expect(kept()).toBeNull();
});

it('ids and known words are kept; names, typed text and old words are not', () => {
  expect([isId(ana), isStatus('pending')]).toEqual([true, true]);
  expect([isId('Ana Morales'), isStatus('lost')]).toEqual([false, false]);
  const { result } = renderHook(() => useKeptFilter('employee', isId));
  act(() => result.current[1]('Ana Morales'));
  expect(sessionStorage.getItem('filters')).not.toContain('Ana');
  sessionStorage.setItem('filters', JSON.stringify({ requests: 'lost' }));
  expect(kept()).toBeNull();
});

it.each(['', 'null', '[]', '{', '{"requests":7}'])('what cannot be read (%s) is no filter', (broken) => {
  sessionStorage.setItem('filters', broken);
  expect(kept()).toBeNull();
});

it('nothing is left at the end of a session', () => {
  const { result } = renderHook(() => useKeptFilter('requests', isStatus));
  act(() => result.current[1]('denied'));
  forgetFilters();
  expect(sessionStorage.getItem('filters')).toBeNull();
});
