/** Saves a change to a machine client. */
import { useSaving } from '../../i18n/saving';
import { toast } from '../../ui';
import { machinesKey } from './machine';

export function useSaved() {
  return useSaving({ queryKey: machinesKey, toast });
}
