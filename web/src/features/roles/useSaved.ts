/** Saves a change to roles or who has them. */
import { useSavingDialog } from '../../i18n/saving';
import { toast } from '../../ui';
import { rolesKey } from './role';

export function useSaved(onClose: () => void) {
  return useSavingDialog({ queryKey: rolesKey, toast }, onClose);
}
