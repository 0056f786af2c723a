/** Saves a change to a sign-in provider. */
import { useSavingDialog } from '../../i18n/saving';
import { toast } from '../../ui';
import { upstreamsKey } from './upstream';

export function useSaved(onClose: () => void) {
  return useSavingDialog({ queryKey: upstreamsKey, toast }, onClose);
}
