import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ApiError } from './error';
import { createQueryClient } from './hooks';
import { usePages } from './pages';

function start(load: (cursor: string | null) => Promise<{ results: string[]; links: Links }>) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(({ filter }) => usePages(['people', filter], load), { wrapper, initialProps: { filter: 'all' } });
}
type Links = { next: string | null; previous: string | null };
const page = (name: string, next: string | null) => ({ results: [name], links: { next, previous: null } });

it('turns pages, and starts again when something else narrows the list', async () => {
  const load = vi.fn(async (cursor: string | null) => (cursor === 'two' ? page('Luis', null) : page('Ana', 'two')));
  const { result, rerender } = start(load);
  expect(result.current.rows).toBeUndefined();
  await waitFor(() => expect(result.current.rows).toEqual(['Ana']));
  act(() => result.current.turn('two'));
  await waitFor(() => expect(result.current.rows).toEqual(['Luis']));
  rerender({ filter: 'locked' });
  await waitFor(() => expect(result.current.rows).toEqual(['Ana']));
  expect(load.mock.calls.map(([cursor]) => cursor)).toEqual([null, 'two', null]);
});

it('a cursor that went bad leads back to the first page', async () => {
  const load = vi.fn(async (cursor: string | null) => {
    if (cursor !== null) throw new ApiError('INVALID_CURSOR', 'old');
    return page('Ana', 'two');
  });
  const { result } = start(load);
  await waitFor(() => expect(result.current.rows).toEqual(['Ana']));
  act(() => result.current.turn('two'));
  await waitFor(() => expect(result.current.error).not.toBeNull());
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.error).toBeNull());
  expect(result.current.rows).toEqual(['Ana']);
});
