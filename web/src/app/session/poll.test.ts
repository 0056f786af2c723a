import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollMs, pollSession } from './poll';

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
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

  it('asks again before it believes it: the cookie may have been replaced by a step-up meanwhile', async () => {
    fetch.mockResolvedValueOnce(new Response('', { status: 401 }));
    await next();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(onEnded).not.toHaveBeenCalled();
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

  it('asks as soon as the tab is looked at again', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await next();
    expect(fetch).not.toHaveBeenCalled();
    fetch.mockImplementation(async () => new Response('', { status: 401 }));
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(onEnded).toHaveBeenCalledOnce();
    stop();
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(onEnded).toHaveBeenCalledOnce();
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
