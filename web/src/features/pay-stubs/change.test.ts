import { beforeAll, describe, expect, it } from 'vitest';
import { loadTexts, startI18n, type Translate, translate } from '../../i18n';
import { formatFor } from '../../i18n/format';
import { arithmetic, plain, reason, sentence, signed } from './change';
import type { Cause, Change } from './stub';

let t: Translate;
beforeAll(async () => {
  await startI18n();
  await loadTexts(['pay-stubs']);
  t = translate;
});
const format = formatFor('en');

const cause = (
  kind: Cause['kind'],
  before: string,
  after: string,
  effect: string,
  times: string | null = null,
): Cause => ({
  kind,
  description: 'Regular',
  before,
  after,
  times,
  effect,
});

const stub = (checkDate: string, net: string): Change['before'] => ({
  id: checkDate,
  details: { checkDate, periodBegin: checkDate, periodEnd: checkDate, checkNumber: '1' },
  sums: { gross: net, taxes: '0.00', deductions: '0.00', reimbursed: '0.00', net },
  voidedOn: null,
});

const change = (difference: string, causes: Cause[]): Change => ({
  before: stub('2026-10-30', '1200.00'),
  after: stub('2026-11-13', '1278.50'),
  difference,
  causes,
  arrivals: [],
});

it.each([
  ['12.00', '+$12.00'],
  ['-12.00', '−$12.00'],
  ['0.00', '$0.00'],
])('%s is signed %s', (decimal, shown) => {
  expect(signed(decimal, format)).toBe(shown);
});

it.each([
  ['80.00', '80'],
  ['6.50', '6.5'],
  ['0.00', '0'],
])('hours of %s are read as %s', (decimal, shown) => {
  expect(plain(decimal)).toBe(shown);
});

describe('each cause', () => {
  it.each([
    [cause('HOURS', '72.00', '80.00', '148.00', '18.50'), '8 more hours of Regular', '(80 − 72) h × $18.50'],
    [cause('HOURS', '80.00', '72.00', '-148.00', '18.50'), '8 fewer hours of Regular', '(72 − 80) h × $18.50'],
    [cause('HOURS', '79.00', '80.00', '18.50', '18.50'), '1 more hour of Regular', '(80 − 79) h × $18.50'],
    [cause('HOURS', '80.00', '79.00', '-18.50', '18.50'), '1 less hour of Regular', '(79 − 80) h × $18.50'],
    [cause('HOURS', '79.50', '80.00', '9.25', '18.50'), '0.5 more hours of Regular', '(80 − 79.5) h × $18.50'],
    [cause('RATE', '18.50', '19.00', '40.00', '80.00'), 'a higher rate for Regular', '($19.00 − $18.50) × 80 h'],
    [cause('EARNING', '0.00', '250.00', '250.00'), 'more for Regular', '$250.00 − $0.00'],
    [cause('TAX', '100.00', '112.00', '-12.00'), 'more for Regular', '$100.00 − $112.00'],
    [cause('AFTER_TAX', '12.00', '0.00', '12.00'), 'less for Regular', '$12.00 − $0.00'],
  ])('%j has its words and its arithmetic', (given, words, sum) => {
    expect(reason(given, t)).toBe(words);
    expect(arithmetic(given, t, format)).toBe(sum);
  });
});

describe('the sentence', () => {
  it('names the difference and the causes', () => {
    const told = sentence(change('78.50', [cause('HOURS', '72.00', '80.00', '78.50', '18.50')]), t, format);
    expect(told).toBe(
      'Your net pay is $78.50 higher than on Oct 30, 2026: $1,278.50 instead of $1,200.00. The reason: 8 more hours of Regular (+\u2060$78.50).',
    );
  });

  it('says of two causes that they are the reasons', () => {
    const two = [cause('HOURS', '72.00', '80.00', '90.50', '18.50'), cause('TAX', '100.00', '112.00', '-12.00')];
    expect(sentence(change('78.50', two), t, format)).toContain(
      'The reasons: 8 more hours of Regular (+\u2060$90.50) and more for Regular (−\u2060$12.00).',
    );
  });

  it('names the three largest of many', () => {
    const many = Array.from({ length: 5 }, () => cause('TAX', '1.00', '2.00', '-1.00'));
    expect(sentence(change('-5.00', many), t, format)).toContain(
      'The main reasons: more for Regular (−\u2060$1.00), more for',
    );
  });

  it('says when nothing changed', () => {
    expect(sentence(change('0.00', []), t, format)).toBe('Your net pay is the same as on Oct 30, 2026, line by line.');
  });
});
