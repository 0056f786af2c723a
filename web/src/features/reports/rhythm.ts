/** When a scheduled report is sent, in words. */
import type { Translate } from '../../i18n';
import type { Format } from '../../i18n/format';
import type { Schedule } from './reports';

/** A Monday, and the days after it. */
const weekdayOf = (day: number) => `2024-01-0${day}`;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const monthDays = Array.from({ length: 28 }, (_, index) => index + 1);

export function dayChoices(format: Format, rhythm: Schedule['rhythm']): { value: string; label: string }[] {
  if (rhythm === 'weekly')
    return weekdays.map((day) => ({ value: String(day), label: format.weekdayName(weekdayOf(day)) }));
  return monthDays.map((day) => ({ value: String(day), label: format.number(day) }));
}

export function rhythmText(t: Translate, format: Format, { rhythm, day }: Pick<Schedule, 'rhythm' | 'day'>): string {
  if (rhythm === 'weekly') return t('reports.schedule.weekly', { day: format.weekdayName(weekdayOf(day)) });
  return t('reports.schedule.monthly', { day: format.number(day) });
}
