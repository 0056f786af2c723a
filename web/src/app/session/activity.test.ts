import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  countdownMs,
  type Following,
  followActivity,
  inactivityLimitMs,
  defaultInactivityLimitMs as limitMs,
  refreshCheckMs,
} from './activity';
import { refreshIfDue } from './refresh';

vi.mock('./refresh', () => ({ refreshIfDue: vi.fn(async () => {}) }));

/** Tabs hear each other within the call, so that time stands still between a word and its effect. */
class TestChannel {
  static open: TestChannel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    TestChannel.open.push(this);
  }
  postMessage(data: unknown) {
    for (const other of TestChannel.open) if (other !== this) other.onmessage?.({ data });
  }
  close() {
    TestChannel.open = TestChannel.open.filter((other) => other !== this);
  }
}

const check = vi.mocked(refreshIfDue);
const touch = () => dispatchEvent(new Event('keydown'));

function openTab() {
  const told = { countdown: vi.fn(), stay: vi.fn(), leave: vi.fn(), slept: vi.fn() };
  const tab = followActivity({
    limitMs,
    onCountdown: told.countdown,
    onStay: told.stay,
    onLeave: told.leave,
    onSlept: told.slept,
  });
  return { ...told, tab };
}

let here: ReturnType<typeof openTab>;
const opened: Following[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', TestChannel);
  here = openTab();
  opened.push(here.tab);
  vi.advanceTimersByTime(refreshCheckMs);
  check.mockClear();
  touch();
});

afterEach(() => {
  for (const tab of opened.splice(0)) tab.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('activity', () => {
  it('is followed by a check 8400 ms later', () => {
    vi.advanceTimersByTime(8_399);
    expect(check).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(check).toHaveBeenCalledOnce();
  });

  it('that goes on does not put the check off, and brings one check at a time', () => {
    for (let second = 0; second < 16; second += 1) {
      vi.advanceTimersByTime(1000);
      touch();
    }
    expect(check).toHaveBeenCalledOnce();
  });

  it('that stops brings no further checks', () => {
    vi.advanceTimersByTime(10 * refreshCheckMs);
    expect(check).toHaveBeenCalledOnce();
  });

  it('is no longer followed once stopped', () => {
    here.tab.stop();
    touch();
    vi.advanceTimersByTime(2 * limitMs);
    expect(here.countdown).not.toHaveBeenCalled();
  });
});

describe('inactivity', () => {
  it('of 840000 ms begins a countdown of 60 s, and not a moment before', () => {
    const deadline = Date.now() + limitMs + countdownMs;
    vi.advanceTimersByTime(839_999);
    expect(here.countdown).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(here.countdown).toHaveBeenCalledExactlyOnceWith(deadline);
  });

  it('that goes on leads to sign-out when the countdown ends, whatever is touched meanwhile', () => {
    vi.advanceTimersByTime(limitMs + 59_000);
    touch();
    expect(here.leave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(here.leave).toHaveBeenCalledOnce();
    expect(here.slept).not.toHaveBeenCalled();
  });

  it('ends with the stay button, which resets the timer', () => {
    vi.advanceTimersByTime(limitMs + 30_000);
    here.tab.stay();
    expect(here.stay).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(limitMs - 1);
    expect(here.leave).not.toHaveBeenCalled();
    expect(here.countdown).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1);
    expect(here.countdown).toHaveBeenCalledTimes(2);
  });

  it('of a computer that slept past the countdown is told as an expired session', () => {
    vi.setSystemTime(Date.now() + limitMs + countdownMs + 1);
    touch();
    expect(here.slept).toHaveBeenCalledOnce();
    expect(here.countdown).not.toHaveBeenCalled();
  });

  it('is noticed as sleep even before anybody touches anything', () => {
    vi.setSystemTime(Date.now() + 2 * limitMs);
    vi.advanceTimersByTime(limitMs);
    expect(here.slept).toHaveBeenCalledOnce();
  });
});

describe('over all open tabs', () => {
  let there: ReturnType<typeof openTab>;

  /** As if only the other tab heard of it. */
  const activeThere = () => TestChannel.open[0]?.onmessage?.({ data: { kind: 'active' } });

  beforeEach(() => {
    there = openTab();
    opened.push(there.tab);
  });

  it('activity in one keeps the other', () => {
    vi.advanceTimersByTime(limitMs - 1_000);
    activeThere();
    vi.advanceTimersByTime(2_000);
    expect(here.countdown).not.toHaveBeenCalled();
  });

  it('staying in one ends the countdown in the other', () => {
    vi.advanceTimersByTime(limitMs + 10_000);
    there.tab.stay();
    expect(here.stay).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(countdownMs);
    expect(here.leave).not.toHaveBeenCalled();
  });

  it('leaving in one leaves the other', () => {
    vi.advanceTimersByTime(limitMs + 10_000);
    there.tab.leave();
    expect(here.leave).toHaveBeenCalledOnce();
  });
});

describe('the limit', () => {
  const page = (inactivityLimitMs?: string) => ({ dataset: { inactivityLimitMs } as DOMStringMap });

  it('is what the operator set', () => {
    expect(inactivityLimitMs(page('300000'))).toBe(300_000);
  });

  it.each([undefined, '', '0', '-5', 'soon', '__INACTIVITY_LIMIT_MS__'])('is 840000 ms for %s', (given) => {
    expect(inactivityLimitMs(page(given))).toBe(840_000);
  });
});
