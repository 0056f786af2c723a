import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { useDeletion } from './deletion';
import { ApiError } from './error';

type Thing = { name: string };

const readThing = (current: unknown) => current as Thing | null;

function begin() {
  const queryClient = new QueryClient();
  const refreshed = vi.spyOn(queryClient, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDeletion('things', readThing), { wrapper });
  const explain = vi.fn();
  const run = async (outcome: Promise<unknown>) => {
    let thrown: unknown = null;
    await act(() => result.current.run(() => outcome, explain).catch((error: unknown) => (thrown = error)));
    expect(refreshed).toHaveBeenLastCalledWith({ queryKey: ['things'] });
    return thrown;
  };
  return { result, explain, run };
}

it('is done when it is gone, whoever took it away', async () => {
  const { explain, run } = begin();
  expect(await run(Promise.resolve())).toBeNull();
  expect(await run(Promise.reject(new ApiError('NOT_FOUND', 'gone')))).toBeNull();
  expect(explain).not.toHaveBeenCalled();
});

it('asks again with what somebody else made of it, and explains everything else', async () => {
  const { result, explain, run } = begin();
  const conflict = new ApiError('CONFLICT', 'changed', { current: { name: 'Handbook 2027' } });
  expect(await run(Promise.reject(conflict))).toBe(conflict);
  expect(result.current.changed).toEqual({ name: 'Handbook 2027' });
  expect(explain).not.toHaveBeenCalled();

  const outage = new ApiError('UNAVAILABLE', 'down');
  expect(await run(Promise.reject(outage))).toBe(outage);
  expect(explain).toHaveBeenCalledExactlyOnceWith(outage);
  expect(result.current.changed).toEqual({ name: 'Handbook 2027' });
});
