import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../session/store';
import { followFlags, useFlags } from './flags';

const fetch = vi.fn<typeof globalThis.fetch>();
let stop = () => {};

beforeEach(() => {
  vi.stubGlobal('fetch', fetch);
  fetch.mockReset();
  useSession.getState().signIn({
    accessToken: 'the-token',
    refreshToken: 'r',
    idToken: null,
    obtainedAtMs: Date.now(),
    expiresAtMs: Date.now() + 3_600_000,
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = (flags: object[]) => fetch.mockImplementation(async () => Response.json({ flags }));

describe('the flags', () => {
  it('are off and not ready before a tenant is known', () => {
    expect(useFlags.getState()).toMatchObject({ isReady: false, values: { chatbot: false } });
  });

  it('are those of the tenant once loaded, asked for with the token, and then ready', async () => {
    answer([{ key: 'chatbot', value: true, variant: 'on', reason: 'TARGETING_MATCH' }]);
    stop = followFlags('cedar');
    await vi.waitFor(() => expect(useFlags.getState().isReady).toBe(true));
    expect(useFlags.getState().values).toMatchObject({ chatbot: true, 'maintenance-mode': false });
    const [address, asked] = fetch.mock.calls[0] ?? [];
    expect(address).toBe('/ofrep/v1/evaluate/flags');
    expect(new Headers(asked?.headers).get('authorization')).toBe('Bearer the-token');
  });

  it('keep their defaults where the server has no answer for them', async () => {
    answer([
      { key: 'chat-websocket', errorCode: 'GENERAL' },
      { key: 'chatbot', value: 'yes' },
    ]);
    stop = followFlags('cedar');
    await vi.waitFor(() => expect(useFlags.getState().isReady).toBe(true));
    expect(useFlags.getState().values).toMatchObject({ 'chat-websocket': true, chatbot: false });
  });

  it('are forgotten with the tenant', async () => {
    answer([{ key: 'chatbot', value: true, variant: 'on', reason: 'TARGETING_MATCH' }]);
    stop = followFlags('cedar');
    await vi.waitFor(() => expect(useFlags.getState().isReady).toBe(true));
    stop();
    expect(useFlags.getState()).toMatchObject({ isReady: false, values: { chatbot: false } });
  });

  it('are not those of a tenant that was left before the answer came', async () => {
    let answerNow = (_: Response) => {};
    fetch.mockReturnValue(new Promise((answered) => (answerNow = answered)));
    stop = followFlags('cedar');
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    stop();
    answerNow(Response.json({ flags: [{ key: 'chatbot', value: true }] }));
    await new Promise((rested) => setTimeout(rested));
    expect(useFlags.getState()).toMatchObject({ isReady: false, values: { chatbot: false } });
  });

  it('are asked for every minute by the tag of the last answer, and stay while nothing has changed', async () => {
    vi.useFakeTimers();
    const flags = [{ key: 'chatbot', value: true }];
    fetch.mockImplementation(async () => Response.json({ flags }, { headers: { etag: '"one"' } }));
    stop = followFlags('cedar');
    await vi.waitFor(() => expect(useFlags.getState().isReady).toBe(true));
    fetch.mockImplementation(async () => new Response(null, { status: 304 }));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(fetch.mock.calls.map(([, asked]) => new Headers(asked?.headers).get('if-none-match'))).toEqual([
      null,
      '"one"',
      '"one"',
    ]);
    expect(useFlags.getState()).toMatchObject({ isReady: true, values: { chatbot: true } });
    answer([{ key: 'chatbot', value: false }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(useFlags.getState().values.chatbot).toBe(false);
  });

  it('stay at their defaults when they cannot be loaded, which is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    fetch.mockResolvedValue(new Response('', { status: 404 }));
    stop = followFlags('cedar');
    await vi.waitFor(() => expect(logged).toHaveBeenCalled());
    expect(useFlags.getState()).toMatchObject({ isReady: false, values: { chatbot: false } });
  });

  it('are asked for again after a failed load', async () => {
    vi.useFakeTimers();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    answer([{ key: 'chatbot', value: true, variant: 'on', reason: 'TARGETING_MATCH' }]);
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    stop = followFlags('cedar');
    await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    expect(useFlags.getState().isReady).toBe(false);
    await vi.waitFor(
      () => expect(useFlags.getState()).toMatchObject({ isReady: true, values: { chatbot: true } }),
      10_000,
    );
  });
});
