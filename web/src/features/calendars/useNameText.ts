import { useText } from '../../i18n';
import type { AwayDay } from './calendar';

/** What a calendar calls someone: “You” for the viewer. */
export function useNameText() {
  const { t } = useText();
  return ({ isOwn, firstName, lastName }: Pick<AwayDay, 'isOwn' | 'firstName' | 'lastName'>) =>
    isOwn ? t('calendar.you') : `${firstName} ${lastName}`;
}
