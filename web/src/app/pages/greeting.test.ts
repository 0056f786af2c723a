import { expect, it } from 'vitest';
import { greetingAt, greetingCookie, wasGreeted } from './greeting';

it.each([
  ['2026-11-16T10:59:00Z', 'home.goodEvening'],
  ['2026-11-16T11:00:00Z', 'home.goodMorning'],
  ['2026-11-16T17:59:00Z', 'home.goodMorning'],
  ['2026-11-16T18:00:00Z', 'home.goodAfternoon'],
  ['2026-11-17T00:00:00Z', 'home.goodEvening'],
])('at %s in Chicago one says %s', (instant, greeting) => {
  expect(greetingAt(new Date(instant), 'America/Chicago')).toBe(greeting);
});

it('one is greeted by the hour once a day', () => {
  expect(wasGreeted('')).toBe(false);
  expect(wasGreeted('theme=dark; greeting=given')).toBe(true);
  expect(greetingCookie()).toContain('Max-Age=86400');
});
