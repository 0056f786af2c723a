/** Saves a change to a company. A refusal may say what is still in use. */
import { useSavingDialog } from '../../i18n/saving';
import { toast } from '../../ui';
import { companiesKey } from './companies';
import { usesText } from './uses';

export type Saved = ReturnType<typeof useSaved>;

export function useSaved(onClose: () => void) {
  return useSavingDialog({ queryKey: companiesKey, toast, explain: usesText }, onClose);
}
