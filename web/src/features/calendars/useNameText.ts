import { useText } from '../../i18n';
import type { AwayDay } from './calendar';

/** How a calendar calls somebody: oneself «You». */
export function useNameText() {
  const { t } = useText();
  return ({ isOwn, firstName, lastName }: Pick<AwayDay, 'isOwn' | 'firstName' | 'lastName'>) =>
    isOwn ? t('calendar.you') : `${firstName} ${lastName}`;
}
