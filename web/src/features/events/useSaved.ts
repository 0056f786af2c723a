/** What follows a saved change of webhooks: the lists are read again, and it is said. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { toast } from '../../ui';
import { eventsKey } from './webhook';

export function useSaved() {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<{ text: string; error: ApiError | null } | null>(null);

  /** What was saved; null when it wasn't. What was declined in the dialog of the factor is not told again. */
  async function run<Result>(change: () => Promise<Result>, done: string): Promise<Result | null> {
    setFailure(null);
    try {
      const result = await change();
      toast(done, { tone: 'ok' });
      return result;
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      if (!known?.isTold) setFailure({ text: errorText(t, error), error: known });
      return null;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [eventsKey] });
    }
  }

  /** The words under a field, where the refusal is about it. */
  const at = (field: string) => (failure?.error?.field === field ? failure.text : undefined);
  return { run, failure, setFailure, at };
}
