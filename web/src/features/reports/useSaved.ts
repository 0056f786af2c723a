/** What follows a change of a schedule: the list is read again, and it is said. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { toast } from '../../ui';
import { reportsKey } from './reports';

export function useSaved() {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<{ text: string; field: string | null } | null>(null);

  /** True when it was done. `isToast`: there is no dialog that could say why not. */
  async function run(change: () => Promise<unknown>, done: string, isToast = false): Promise<boolean> {
    setFailure(null);
    try {
      await change();
    } catch (error) {
      const field = error instanceof ApiError ? (error.field ?? null) : null;
      if (isToast) toast(errorText(t, error), { tone: 'error' });
      else setFailure({ text: errorText(t, error), field });
      return false;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [reportsKey, 'schedules'] });
    }
    toast(done, { tone: 'ok' });
    return true;
  }
  return { run, failure };
}
