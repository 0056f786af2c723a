/** Saves a change to an application. */
import { useSaving } from '../../i18n/saving';
import { toast } from '../../ui';
import { hostApplicationsKey } from './host-application';

export function useSaved() {
  return useSaving({ queryKey: hostApplicationsKey, toast });
}
