/** Deleting something that someone else may change or delete in the meantime. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './error';

export function useDeletion<Current>(queryKey: string, readCurrent: (current: unknown) => Current | null) {
  const queryClient = useQueryClient();
  const [changed, setChanged] = useState<Current | null>(null);

  /** Resolves once it's gone, no matter who deleted it. `explain` gets what was thrown, unless `changed` says it. */
  async function run(remove: () => Promise<unknown>, explain: (error: unknown) => void): Promise<void> {
    try {
      await remove();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) {
        const current = error instanceof ApiError && error.code === 'CONFLICT' ? readCurrent(error.current) : null;
        if (current === null) explain(error);
        else setChanged(current);
        throw error;
      }
    } finally {
      void queryClient.invalidateQueries({ queryKey: [queryKey] });
    }
  }

  return { changed, run };
}
