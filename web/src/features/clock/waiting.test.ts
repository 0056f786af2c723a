import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { ApiError, type ErrorCode } from '../../api/error';
import { seeServerTime } from '../../api/server-clock';
import { sendWaiting } from './send-waiting';
import { discard, forget, keep, madeAtMs, press, waiting } from './waiting';

const hugo: Actor = {
  tenantId: 't',
  companyId: 'c',
  companyName: 'Harbor Clinic',
  personId: 'hugo',
  employeeId: 'e',
  permissions: ['employee:time:punch.write'],
  today: '2026-11-16',
  timeZone: 'America/New_York',
};
const mina: Actor = { ...hugo, personId: 'mina', employeeId: 'm' };

/** By the server's clock. This device's is 47 minutes behind. */
const began = Date.parse('2026-11-16T17:00:00Z');
const behindMs = 47 * 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.setSystemTime(began - behindMs);
  seeServerTime(new Date(began).toUTCString(), performance.now());
});
afterEach(() => void vi.useRealTimers());

type Sent = { employeeId: string; input: { pressId: string; kind: string; deviceTime: string; offsetSeconds: number } };

/** A server that answers each call with the next of these; after them, it takes everything. */
function server(...answers: (ErrorCode | null)[]): { api: Api; sent: Sent[]; keys: string[] } {
  const sent: Sent[] = [];
  const keys: string[] = [];
  const mutate = async (_: unknown, variables: unknown, key: string) => {
    const code = answers.shift() ?? null;
    if (code !== null) throw new ApiError(code, code);
    sent.push(variables as Sent);
    keys.push(key);
    return { reportPunch: { state: 'working' } };
  };
  return { api: { mutate } as unknown as Api, sent, keys };
}

const kinds = () => waiting().map(({ kind }) => kind);

describe('a punch that waits', () => {
  it('has the device’s time and how far it is off, and nothing that says who the person is', () => {
    vi.advanceTimersByTime(3_600_000);
    keep(press(hugo, 'in'));
    const [punch] = waiting();
    expect(Math.abs((punch ? madeAtMs(punch) : 0) - (began + 3_600_000))).toBeLessThanOrEqual(1_000);
    expect(punch?.deviceTime).toBe(new Date(began + 3_600_000 - behindMs).toISOString());
    expect(Object.keys(punch ?? {}).sort()).toEqual([
      'companyId',
      'deviceTime',
      'employeeId',
      'kind',
      'offsetSeconds',
      'personId',
      'pressId',
      'tenantId',
    ]);
  });

  it('is the same list for as long as nothing changes', () => {
    keep(press(hugo, 'in'));
    expect(waiting()).toBe(waiting());
    const [punch] = waiting();
    forget(punch?.pressId ?? '');
    expect(waiting()).toEqual([]);
  });

  it('is discarded with its person’s, and no one else’s', () => {
    keep(press(hugo, 'in'));
    keep(press(mina, 'out'));
    discard('hugo');
    expect(waiting().map(({ personId }) => personId)).toEqual(['mina']);
    discard(null);
    expect(waiting()).toHaveLength(1);
  });

  it('is given up after two weeks', () => {
    keep(press(hugo, 'in'));
    vi.setSystemTime(Date.now() + 15 * 86_400_000);
    expect(waiting()).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it('is not made of what someone else wrote', () => {
    localStorage.setItem('waiting punch 1', 'not JSON');
    localStorage.setItem('waiting punch 2', '{}');
    localStorage.setItem('language', 'es');
    expect(waiting()).toEqual([]);
    expect(localStorage.getItem('language')).toBe('es');
  });
});

describe('sending', () => {
  function workedAnHour(): void {
    keep(press(hugo, 'in'));
    vi.advanceTimersByTime(3_600_000);
    keep(press(hugo, 'out'));
  }

  it('goes in the order they were made, each with its own time and key, and then nothing waits', async () => {
    workedAnHour();
    const { api, sent, keys } = server();
    expect(await sendWaiting(api, 'hugo')).toBe(2);
    expect(sent.map(({ input }) => input.kind)).toEqual(['in', 'out']);
    const [first, second] = sent.map(({ input }) => Date.parse(input.deviceTime));
    expect((second ?? 0) - (first ?? 0)).toBe(3_600_000);
    expect(new Set(keys).size).toBe(2);
    expect(waiting()).toEqual([]);
    expect(await sendWaiting(api, 'hugo')).toBe(0);
  });

  it('leaves someone else’s alone', async () => {
    workedAnHour();
    const { api, sent } = server();
    expect(await sendWaiting(api, 'mina')).toBe(0);
    expect(sent).toEqual([]);
    expect(kinds()).toEqual(['in', 'out']);
  });

  it.each(['UNAVAILABLE', 'TIMEOUT', 'INTERNAL', 'UNAUTHENTICATED', 'MAINTENANCE'] as const)(
    'stops at %s, and the same press is sent again',
    async (code) => {
      workedAnHour();
      const { api, sent } = server(null, code);
      const before = waiting();
      expect(await sendWaiting(api, 'hugo')).toBe(1);
      expect(kinds()).toEqual(['out']);
      expect(await sendWaiting(api, 'hugo')).toBe(1);
      expect(sent.map(({ input }) => input.pressId)).toEqual(before.map(({ pressId }) => pressId));
    },
  );

  it.each(['PUNCH_TOO_LATE', 'PUNCH_AHEAD', 'PERIOD_CLOSED', 'CLOCK_AT_VENDOR'] as const)(
    'keeps what the server refuses with %s, sends the rest, and doesn’t ask again',
    async (code) => {
      workedAnHour();
      const { api, sent } = server(code);
      expect(await sendWaiting(api, 'hugo')).toBe(1);
      expect(waiting().map(({ kind, refusal }) => [kind, refusal])).toEqual([['in', code]]);
      expect(await sendWaiting(api, 'hugo')).toBe(0);
      expect(sent).toHaveLength(1);
    },
  );
});
