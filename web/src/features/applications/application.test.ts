import { describe, expect, it } from 'vitest';
import { addressOf, inOrder, isElsewhere } from './application';

describe("an application's address", () => {
  it.each([
    ['https://payroll.example.com', '/payroll', 'https://payroll.example.com/payroll'],
    ['https://payroll.example.com/start', '/payroll', 'https://payroll.example.com/start/payroll'],
    ['https://payroll.example.com/', '/', 'https://payroll.example.com'],
    ['/', '/time', '/time'],
    ['/', '/', '/'],
  ])('of %s with the path %s is %s', (targetUrl, path, address) => {
    expect(addressOf({ targetUrl, path })).toBe(address);
  });

  it('is elsewhere unless it is a page of the portal', () => {
    expect(isElsewhere('https://payroll.example.com')).toBe(true);
    expect(isElsewhere('/time')).toBe(false);
  });
});

it('applications stand in the order of their codes, unknown ones last', () => {
  const tiles = ['TIME', 'NEW', 'HCM', 'HR', 'PAY', 'TAX'].map((code) => ({ code }));
  expect(inOrder(tiles).map(({ code }) => code)).toEqual(['PAY', 'TAX', 'HR', 'HCM', 'TIME', 'NEW']);
});
