/** Saving from a console dialog: a toast when it worked, words for a refusal, and everything shown of it read again. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/error';
import { errorText } from './errors';
import { type Translate, useText } from './index';

type Saving = {
  /** The first part of the query keys to read again. */
  queryKey: string;
  /** The kit's toast. */
  toast: (text: string, options: { tone: 'ok' }) => unknown;
  /** The feature's own words for a refusal, if it has any. */
  explain?: (t: Translate, error: ApiError | null) => string | null;
};

export function useSaving({ queryKey, toast, explain }: Saving) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<{ text: string; error: ApiError | null } | null>(null);

  /** What was saved; null when it wasn't. Someone who declined to prove a factor isn't told again. */
  async function run<Result>(change: () => Promise<Result>, done: string): Promise<Result | null> {
    setFailure(null);
    try {
      const result = await change();
      toast(done, { tone: 'ok' });
      return result;
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      if (!known?.isTold) setFailure({ text: explain?.(t, known) ?? errorText(t, error), error: known });
      return null;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [queryKey] });
    }
  }

  /** The words under a field, if the refusal is about it. */
  const at = (field: string) => (failure?.error?.field === field ? failure.text : undefined);
  return { run, failure, setFailure, at };
}

/** The same for a dialog that closes once it's saved. */
export function useSavingDialog(saving: Saving, onClose: () => void) {
  const { run: save, ...rest } = useSaving(saving);

  /** Whether it was saved. */
  async function run(change: () => Promise<unknown>, done: string): Promise<boolean> {
    const isSaved = await save(() => change().then(() => true), done);
    if (isSaved) onClose();
    return isSaved ?? false;
  }

  return { run, ...rest };
}
