/** What follows a saved change of the portal: what is shown of it is read again, and it is said. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { toast } from '../../ui';
import { portalKey } from './portal';

export function useSaved(onClose: () => void) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<{ text: string; error: ApiError | null } | null>(null);

  /** True when it was saved. What was declined in the dialog of the factor is not told again. */
  async function run(change: () => Promise<unknown>, done: string): Promise<boolean> {
    setFailure(null);
    try {
      await change();
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      if (!known?.isTold) setFailure({ text: errorText(t, error), error: known });
      return false;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [portalKey] });
    }
    toast(done, { tone: 'ok' });
    onClose();
    return true;
  }

  /** The words under a field, where the refusal is about it. */
  const at = (field: string) => (failure?.error?.field === field ? failure.text : undefined);
  return { run, failure, setFailure, at };
}
