/** Saves a change to the portal. */
import { useSavingDialog } from '../../i18n/saving';
import { toast } from '../../ui';
import { portalKey } from './portal';

export function useSaved(onClose: () => void) {
  return useSavingDialog({ queryKey: portalKey, toast }, onClose);
}
