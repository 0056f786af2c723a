import { describe, expect, it } from 'vitest';
import { formatFor, phoneText } from './format';

const en = formatFor('en');
const es = formatFor('es');
/** Intl separates with narrow and no-break spaces, which vary with the ICU version. */
const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

describe('days', () => {
  it('are the same day in every time zone', () => {
    expect(en.day('2026-11-16')).toBe('Nov 16, 2026');
    expect(es.day('2026-11-16')).toBe('16 nov 2026');
  });

  it('are told in full with their year', () => {
    expect(en.fullDay('2026-11-26')).toBe('Thursday, November 26, 2026');
    expect(es.fullDay('2026-11-26')).toBe('jueves, 26 de noviembre de 2026');
  });

  it('share what a range has in common', () => {
    expect(plain(en.dayRange('2026-11-16', '2026-11-20'))).toBe('Nov 16 – 20, 2026');
  });

  it('read as one day when a range has only one', () => {
    expect(en.dayRange('2026-11-16', '2026-11-16')).toBe('Nov 16, 2026');
  });
});

it('an instant is told on the clock of the company', () => {
  expect(plain(en.instant('2026-11-16T03:30:00Z', 'America/Chicago'))).toBe('Nov 15, 2026, 9:30 PM');
  expect(en.dayOf('2026-11-16T03:30:00Z', 'America/Chicago')).toBe('Nov 15, 2026');
});

describe('money', () => {
  it.each([
    ['1234.5', '$1,234.50', '$1,234.50'],
    ['0.1234', '$0.1234', '$0.1234'],
    ['-20.00', '-$20.00', '-$20.00'],
    ['90071992547409931.01', '$90,071,992,547,409,931.01', '$90,071,992,547,409,931.01'],
  ])(
    '%s is printed as in the United States in both languages, without a float in between',
    (decimal, english, spanish) => {
      expect(plain(en.money(decimal))).toBe(english);
      expect(plain(es.money(decimal))).toBe(spanish);
    },
  );
});

it('names are joined by the word for and', () => {
  expect(en.list(['Ana', 'Leo', 'Mia'])).toBe('Ana, Leo, and Mia');
  expect(es.list(['Ana', 'Leo', 'Mia'])).toBe('Ana, Leo y Mia');
});

it('a number of the United States is written as people write it', () => {
  expect(phoneText('+15035550100')).toBe('(503) 555-0100');
  expect(phoneText('+525512345678')).toBe('+525512345678');
});
