/** Days, instants, money, numbers and lists of names, as people in the United States write them in either language. */
import { useMemo } from 'react';
import { type Language, useText } from './index';

/** `es` alone would print money as in Spain. */
const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' };

export function localeOf(language: Language): string {
  return locales[language];
}

export type Format = {
  /** `2026-11-16` → Nov 16, 2026. A day has no time zone. */
  day: (isoDay: string) => string;
  dayRange: (startIsoDay: string, endIsoDay: string) => string;
  /** With the day of the week: Mon, Nov 16. */
  weekday: (isoDay: string) => string;
  /** In full: Monday, November 16. */
  longDay: (isoDay: string) => string;
  /** The month of a day: November 2026. */
  month: (isoDay: string) => string;
  /** The day of the week alone: Mon. */
  weekdayName: (isoDay: string) => string;
  /** A day of any year: November 16. */
  monthDay: (month: number, day: number) => string;
  /** An RFC 3339 instant on a company's own clock. */
  instant: (isoInstant: string, timeZone: string) => string;
  /** The time of an instant on a company's own clock: 8:02 AM. */
  time: (isoInstant: string, timeZone: string) => string;
  /** A time on the wall, HH:MM: 10:00 PM. */
  clockTime: (time: string) => string;
  /** The day of an instant on a company's own calendar. */
  dayOf: (isoInstant: string, timeZone: string) => string;
  /** A decimal string of the API, never a float; 2 to 4 decimals. */
  money: (decimal: string) => string;
  /** Hours as the API writes them, a decimal string; 2 to 4 decimals. */
  decimal: (decimal: string) => string;
  /** The same in a column, where the points stand under each other. */
  fourDecimals: (decimal: string) => string;
  number: (value: number) => string;
  /** A wait in words: 45 seconds, 2 minutes. Minutes are rounded up, so that nobody comes back too early. */
  duration: (seconds: number) => string;
  list: (items: readonly string[]) => string;
};

export function formatFor(language: Language): Format {
  const locale = localeOf(language);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const longDay = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const weekdayName = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const wall = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const monthDay = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const fourDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const number = new Intl.NumberFormat(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const midnight = (isoDay: string) => new Date(`${isoDay}T00:00:00Z`);
  return {
    day: (isoDay) => day.format(midnight(isoDay)),
    dayRange: (start, end) =>
      start === end ? day.format(midnight(start)) : day.formatRange(midnight(start), midnight(end)),
    weekday: (isoDay) => weekday.format(midnight(isoDay)),
    longDay: (isoDay) => longDay.format(midnight(isoDay)),
    month: (isoDay) => month.format(midnight(isoDay)),
    weekdayName: (isoDay) => weekdayName.format(midnight(isoDay)),
    // A leap year has every day there is.
    monthDay: (month, dayOfMonth) => monthDay.format(new Date(Date.UTC(2024, month - 1, dayOfMonth))),
    instant: (isoInstant, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(isoInstant),
      ),
    time: (isoInstant, timeZone) =>
      new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(isoInstant)),
    clockTime: (time) => wall.format(new Date(`2024-01-01T${time}:00Z`)),
    dayOf: (isoInstant, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(isoInstant)),
    money: (decimal) => money.format(decimal as Intl.StringNumericLiteral),
    decimal: (text) => decimal.format(text as Intl.StringNumericLiteral),
    fourDecimals: (text) => fourDecimals.format(text as Intl.StringNumericLiteral),
    number: (value) => number.format(value),
    duration: (seconds) => {
      const [value, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
    },
    list: (items) => list.format(items),
  };
}

export function useFormat(): Format {
  const { language } = useText();
  return useMemo(() => formatFor(language), [language]);
}

/** `+15035550100` → (503) 555-0100; other numbers as they are. */
export function phoneText(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : number;
}
