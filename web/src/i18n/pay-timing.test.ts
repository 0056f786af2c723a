/** What is said about the payday a change counts for. */
import { expect, it } from 'vitest';
import { formatFor } from './format';
import type { Translate } from './index';
import { timingText } from './pay-timing';

const t: Translate = (key, values) => `${key} ${JSON.stringify(values)}`;
const format = formatFor('en');
const timing = { countsFor: '2026-11-27', approveBy: null, processing: null, timeZone: 'America/Los_Angeles' };

it('says until when it has to be approved, where the company is', () => {
  const until = { ...timing, approveBy: '2026-11-25T01:00:00Z' };
  const said = timingText(t, format, until, 'own');
  expect(said).toMatch(/^payTiming\.own\.until .*"Fri, Nov 27".*Nov 24, 2026, 5:00.PM/);
  expect(timingText(t, format, until, 'decider')).toMatch(/^payTiming\.decider\.until/);
  expect(timingText(t, format, until, 'saved')).toMatch(/^payTiming\.saved\.until/);
});

it('says what is being processed first, and without a cut-off only that payroll is open', () => {
  const during = { ...timing, approveBy: '2026-11-25T01:00:00Z', processing: '2026-11-13' };
  expect(timingText(t, format, during, 'own')).toMatch(/^payTiming\.own\.processing .*"Fri, Nov 27".*"Fri, Nov 13"/);
  expect(timingText(t, format, timing, 'own')).toMatch(/^payTiming\.own\.open/);
});

it('says nothing without a pay calendar', () => {
  expect(timingText(t, format, null, 'own')).toBeNull();
  expect(timingText(t, format, { ...timing, countsFor: null, processing: '2026-11-13' }, 'own')).toBeNull();
});
