/** Days, instants, money, numbers and lists of names, as people in the United States write them in either language. */
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
  /** In full, with the year: Monday, November 16, 2026. */
  fullDay: (isoDay: string) => string;
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
  /** A wait in words: 45 seconds, 2 minutes. Minutes are rounded up, so no one comes back too early. */
  duration: (seconds: number) => string;
  list: (items: readonly string[]) => string;
};

/** Made when first needed and then kept: to make one takes longer than to use it a hundred times. */
function kept<Given extends unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  const made = new Map<string, Made>();
  return (...given) => {
    const key = JSON.stringify(given);
    const before = made.get(key);
    if (before !== undefined) return before;
    const fresh = make(...given);
    made.set(key, fresh);
    return fresh;
  };
}

const dates = kept((locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const numbers = kept((locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const lists = kept((locale: string) => new Intl.ListFormat(locale, { type: 'conjunction' }));

const midnight = (isoDay: string) => new Date(`${isoDay}T00:00:00Z`);

function makeFormat(language: Language): Format {
  const locale = localeOf(language);
  const on = (options: Intl.DateTimeFormatOptions) => dates(locale, { timeZone: 'UTC', ...options });
  const decimals = (least: number) => ({ minimumFractionDigits: least, maximumFractionDigits: 4 });
  const figure = (text: string, options: Intl.NumberFormatOptions) =>
    numbers(locale, options).format(text as Intl.StringNumericLiteral);
  const day = () => on({ dateStyle: 'medium' });
  return {
    day: (isoDay) => day().format(midnight(isoDay)),
    dayRange: (start, end) =>
      start === end ? day().format(midnight(start)) : day().formatRange(midnight(start), midnight(end)),
    weekday: (isoDay) => on({ weekday: 'short', month: 'short', day: 'numeric' }).format(midnight(isoDay)),
    longDay: (isoDay) => on({ weekday: 'long', month: 'long', day: 'numeric' }).format(midnight(isoDay)),
    fullDay: (isoDay) => on({ dateStyle: 'full' }).format(midnight(isoDay)),
    month: (isoDay) => on({ month: 'long', year: 'numeric' }).format(midnight(isoDay)),
    weekdayName: (isoDay) => on({ weekday: 'short' }).format(midnight(isoDay)),
    // A leap year has every day there is.
    monthDay: (month, dayOfMonth) =>
      on({ month: 'long', day: 'numeric' }).format(new Date(Date.UTC(2024, month - 1, dayOfMonth))),
    instant: (isoInstant, timeZone) =>
      on({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(isoInstant)),
    time: (isoInstant, timeZone) => on({ timeStyle: 'short', timeZone }).format(new Date(isoInstant)),
    clockTime: (time) => on({ timeStyle: 'short' }).format(new Date(`2024-01-01T${time}:00Z`)),
    dayOf: (isoInstant, timeZone) => on({ dateStyle: 'medium', timeZone }).format(new Date(isoInstant)),
    money: (decimal) => figure(decimal, { style: 'currency', currency: 'USD', ...decimals(2) }),
    decimal: (text) => figure(text, decimals(2)),
    fourDecimals: (text) => figure(text, decimals(4)),
    number: (value) => numbers(locale, {}).format(value),
    duration: (seconds) => {
      const [value, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
      return numbers(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
    },
    list: (items) => lists(locale).format(items),
  };
}

const formats: Record<Language, Format> = { en: makeFormat('en'), es: makeFormat('es') };

export function formatFor(language: Language): Format {
  return formats[language];
}

export function useFormat(): Format {
  return formatFor(useText().language);
}

/** `+15035550100` → (503) 555-0100; other numbers as they are. */
export function phoneText(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : number;
}
