import { expect, it } from 'vitest';
import { attributeText, isAttribute } from './additional-info';

const words = { day: (day: string) => `day ${day}`, money: (amount: string) => `$${amount}` };

it('a date and an amount are read as such, a text as it stands', () => {
  expect(attributeText('attributeString', '2026-02-28', words)).toBe('2026-02-28');
  expect(attributeText('attributeDate', '2026-02-28', words)).toBe('day 2026-02-28');
  expect(attributeText('attributeAmount', '175.50', words)).toBe('$175.50');
});

it('what has become of another kind meanwhile is shown as it is written', () => {
  expect(attributeText('attributeDate', 'soon', words)).toBe('soon');
  expect(attributeText('attributeAmount', 'half', words)).toBe('half');
});

it('a field of the person is no such value', () => {
  expect(isAttribute('attributeDate')).toBe(true);
  expect(isAttribute('dateOfBirth')).toBe(false);
});
