import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import type { ScheduleData } from './home';

type Day = ScheduleData['schedule']['days'][number];

/** What a day of a schedule is: from when to when, a holiday, time off, or free. */
export function useDayText(): (day: Day) => string {
  const { t, language } = useText();
  const format = useFormat();
  return ({ startTime, endTime, timeOffHours, holiday, holidayEs }) => {
    const named = language === 'es' ? holidayEs : holiday;
    if (named) return named;
    const off = Number(timeOffHours) > 0 ? t('clock.timeOff', { hours: format.decimal(timeOffHours) }) : null;
    if (startTime === null || endTime === null) return off ?? t('clock.dayOff');
    const hours = t('clock.planned', { from: format.clockTime(startTime), to: format.clockTime(endTime) });
    return off ? `${hours} · ${off}` : hours;
  };
}
