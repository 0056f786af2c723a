/** Which part of each day a request is about, as a line among its facts; nothing where that is open, or all of it. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import type { Request } from './timeOff';

export function useTimeOfDay({ timeOffDate, endDate, half, startTime, endTime }: Request) {
  const { t } = useText();
  const format = useFormat();
  const label = timeOffDate === endDate ? t('timeOff.details.time') : t('timeOff.details.timeADay');
  if (half) return [{ label, value: t(`timeOff.half.${half}`) }];
  if (startTime === null || endTime === null) return [];
  return [{ label, value: `${format.clockTime(startTime)} – ${format.clockTime(endTime)}`, numeric: true }];
}
