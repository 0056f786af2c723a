/** What follows a change of a handover: everything shown of it is read again, and it is said. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { toast } from '../../ui';
import { handoverKey } from './handover';

export function useDone() {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);

  /** True when it was done. What was declined in the dialog of the factor is not told again. */
  async function run(change: () => Promise<unknown>, done: string): Promise<boolean> {
    setFailure(null);
    try {
      await change();
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold)) setFailure(errorText(t, error));
      return false;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [handoverKey] });
    }
    toast(done, { tone: 'ok' });
    return true;
  }
  return { run, failure };
}
