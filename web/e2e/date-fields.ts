/** Dates and times as people type them: segment by segment. */
import type { Page } from '@playwright/test';

/** A date, as an ISO day. */
export const chooseDay = (page: Page, label: string | RegExp, day: string) => typeDays(page, label, [day]);

/** Both ends of a date range. */
export const chooseDays = (page: Page, label: string | RegExp, first: string, last: string) =>
  typeDays(page, label, [first, last]);

async function typeDays(page: Page, label: string | RegExp, days: string[]): Promise<void> {
  const segments = page.getByRole('group', { name: label }).getByRole('spinbutton');
  for (const [at, isoDay] of days.entries()) {
    const [year = '', month = '', day = ''] = isoDay.split('-');
    await segments.nth(at * 3).click();
    // Spanish writes the day first.
    const isDayFirst = /día/.test((await segments.nth(at * 3).getAttribute('aria-label')) ?? '');
    await page.keyboard.type(isDayFirst ? `${day}${month}${year}` : `${month}${day}${year}`);
  }
}

/** A time in English: its hour, its minute, AM or PM. */
export async function chooseTime(page: Page, label: string | RegExp, parts: [string, string, string]): Promise<void> {
  const segments = page.getByRole('group', { name: label }).getByRole('spinbutton');
  for (const [at, part] of parts.entries()) {
    await segments.nth(at).click();
    await page.keyboard.type(part);
  }
}
