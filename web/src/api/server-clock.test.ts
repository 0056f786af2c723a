import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { offsetMs, seeServerTime } from './server-clock';

const serverNow = Date.parse('2026-11-16T17:00:00Z');

/** The device's clock shows this, and the server's what it does. */
function seeAt(deviceMs: number, tookMs = 0): void {
  vi.setSystemTime(deviceMs);
  const sentMs = performance.now();
  vi.advanceTimersByTime(tookMs);
  seeServerTime(new Date(serverNow).toUTCString(), sentMs);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is how far the device’s clock is behind, whatever it shows', () => {
  for (const offset of [0, 47 * 60_000, -3 * 3_600_000, serverNow]) {
    seeAt(serverNow - offset);
    expect(Math.abs(offsetMs() - offset)).toBeLessThanOrEqual(500);
  }
});

it('stays what it was while an hour passes', () => {
  seeAt(serverNow - 60_000);
  vi.advanceTimersByTime(3_600_000);
  expect(Math.abs(offsetMs() - 60_000)).toBeLessThanOrEqual(500);
});

it('takes the way of an answer into account, and leaves out a slow one', () => {
  seeAt(serverNow, 4_000);
  // Half of the four seconds, and the half second of the header, of which the device knows nothing.
  expect(offsetMs()).toBe(500 + 2_000 - 4_000);
  seeAt(serverNow, 60_000);
  expect(Math.abs(offsetMs())).toBeLessThanOrEqual(3_000);
});

it('is not misled by a clock that is set back in between', () => {
  seeAt(serverNow);
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime(Date.now() - 7_200_000);
  expect(Math.abs(offsetMs() - 7_200_000)).toBeLessThanOrEqual(500);
});

it('leaves out an answer without a time', () => {
  seeAt(serverNow - 5_000);
  const before = offsetMs();
  seeServerTime(null, performance.now());
  seeServerTime('yesterday', performance.now());
  expect(offsetMs()).toBe(before);
});
