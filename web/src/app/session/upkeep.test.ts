import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshIfDue } from './refresh';
import { followActivity, idleLimitMs, pollMs, pollSession, refreshCheckMs } from './upkeep';

vi.mock('./refresh', () => ({ refreshIfDue: vi.fn(async () => {}) }));

const check = vi.mocked(refreshIfDue);
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  check.mockClear();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const touch = () => dispatchEvent(new Event('keydown'));

describe('activity', () => {
  const onIdle = vi.fn<() => void>();

  beforeEach(() => {
    onIdle.mockClear();
    stop = followActivity(onIdle);
    vi.advanceTimersByTime(refreshCheckMs);
    check.mockClear();
  });

  it('is followed by a check 8400 ms later', () => {
    touch();
    vi.advanceTimersByTime(8_399);
    expect(check).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(check).toHaveBeenCalledOnce();
  });

  it('that goes on does not put the check off, and brings one check at a time', () => {
    for (let second = 0; second < 17; second += 1) {
      touch();
      vi.advanceTimersByTime(1000);
    }
    expect(check).toHaveBeenCalledOnce();
  });

  it('that stops brings no further checks', () => {
    touch();
    vi.advanceTimersByTime(10 * refreshCheckMs);
    expect(check).toHaveBeenCalledOnce();
  });

  it('missing for a quarter of an hour ends the session, and not a moment before', () => {
    touch();
    vi.advanceTimersByTime(idleLimitMs - 1);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it('after a sleep in which no timer ran does not count as never having stopped', () => {
    vi.setSystemTime(Date.now() + 2 * idleLimitMs);
    touch();
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it('is no longer followed once stopped', () => {
    stop();
    touch();
    vi.advanceTimersByTime(2 * idleLimitMs);
    expect(check).not.toHaveBeenCalled();
    expect(onIdle).not.toHaveBeenCalled();
  });
});

describe('the poll', () => {
  const onEnded = vi.fn<() => void>();
  const onReplaced = vi.fn<() => void>();
  const subject = vi.fn<() => string | null>();
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(() => {
    onEnded.mockClear();
    onReplaced.mockClear();
    subject.mockReturnValue('ana-id');
    fetch.mockReset().mockResolvedValue(new Response('{}', { status: 200 }));
    vi.stubGlobal('fetch', fetch);
    stop = pollSession({ subject, onEnded, onReplaced });
  });

  const next = () => vi.advanceTimersByTimeAsync(pollMs);

  it('asks every 10000 ms, with the cookie', async () => {
    await vi.advanceTimersByTimeAsync(9_999);
    expect(fetch).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20_001);
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(fetch).toHaveBeenLastCalledWith('/sessions/me', expect.objectContaining({ credentials: 'include' }));
    expect(onEnded).not.toHaveBeenCalled();
  });

  it('takes 401 for the end', async () => {
    fetch.mockResolvedValue(new Response('', { status: 401 }));
    await next();
    expect(onEnded).toHaveBeenCalledOnce();
  });

  it('notices that somebody else has signed in in this browser', async () => {
    fetch.mockImplementation(async () => Response.json({ subject: 'hugo-id' }));
    await next();
    expect(onReplaced).toHaveBeenCalledOnce();
    expect(onEnded).not.toHaveBeenCalled();
  });

  it.each([
    ['the same person', { subject: 'ana-id' }, 'ana-id'],
    ['an answer without a name', {}, 'ana-id'],
    ['a tab that does not know whose it is', { subject: 'hugo-id' }, null],
  ])('leaves %s alone', async (_, answer, own) => {
    fetch.mockImplementation(async () => Response.json(answer));
    subject.mockReturnValue(own);
    await next();
    expect(onReplaced).not.toHaveBeenCalled();
  });

  it.each([403, 429, 500, 502, 503])('does nothing about a %i, and asks on', async (status) => {
    fetch.mockResolvedValue(new Response('', { status }));
    await next();
    await next();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(onEnded).not.toHaveBeenCalled();
  });

  it('does nothing about a broken network, and asks on', async () => {
    fetch.mockRejectedValue(new TypeError('Failed to fetch'));
    await next();
    await next();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(onEnded).not.toHaveBeenCalled();
  });

  it('rests while the tab is hidden', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await next();
    expect(fetch).not.toHaveBeenCalled();
    visibility.mockReturnValue('visible');
    await next();
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('does not ask again before it has an answer', async () => {
    fetch.mockReturnValue(new Promise(() => {}));
    await next();
    await next();
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('that was stopped says nothing any more', async () => {
    let answer = (_: Response) => {};
    fetch.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await next();
    stop();
    answer(new Response('', { status: 401 }));
    await next();
    expect(onEnded).not.toHaveBeenCalled();
  });
});
