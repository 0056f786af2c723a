import { describe, expect, it, vi } from 'vitest';
import { createApi } from './client';
import { ApiError } from './error';
import { graphql } from './graphql';
import type { ProveIt } from './step-up';

const Ping = graphql(`query Ping { viewer { personId } }`);
const Remove = graphql(`
  mutation Remove($tenantId: ID!, $companyId: ID!, $managerId: ID!, $messageId: ID!) {
    deleteMessage(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, messageId: $messageId) { messageId }
  }
`);
const ids = { tenantId: 't', companyId: 'c', managerId: 'm', messageId: 'x' };

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

function apiAnswering(answer: () => Promise<Response> | Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  const onSessionEnded = vi.fn<() => void>();
  let token: string | null = 'secret';
  const freshToken = vi.fn(async () => token);
  const proveIt = vi.fn<ProveIt>(async () => 'proved');
  const api = createApi({ token: () => token, freshToken, onSessionEnded, proveIt, fetch });
  return {
    api,
    fetch,
    freshToken,
    onSessionEnded,
    proveIt,
    changeToken: (next: string | null) => {
      token = next;
    },
  };
}

async function refusalOf(promise: Promise<unknown>): Promise<ApiError> {
  const refusal = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(ApiError);
  return refusal as ApiError;
}

describe('a call', () => {
  it('carries the bearer token, is never stored, and answers the data', async () => {
    const { api, fetch } = apiAnswering(() => json({ data: { viewer: { personId: 'p1' } } }));
    await expect(api.query(Ping, {})).resolves.toEqual({ viewer: { personId: 'p1' } });
    const [url, request] = fetch.mock.calls[0] ?? [];
    const headers = new Headers(request?.headers);
    expect(url).toBe('/graphql');
    expect(request?.cache).toBe('no-store');
    expect(headers.get('Authorization')).toBe('Bearer secret');
    expect(headers.has('Idempotency-Key')).toBe(false);
  });

  it('carries the key of the attempt when it is a mutation', async () => {
    const { api, fetch } = apiAnswering(() => json({ data: { deleteMessage: { messageId: 'x' } } }));
    await api.mutate(Remove, ids, 'attempt-1');
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('Idempotency-Key')).toBe('attempt-1');
  });
});

describe('a token that has expired', () => {
  it('is refreshed before the call', async () => {
    const { api, fetch, freshToken } = apiAnswering(() => json({ data: { viewer: { personId: 'p1' } } }));
    freshToken.mockResolvedValue('refreshed');
    await api.query(Ping, {});
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('Authorization')).toBe('Bearer refreshed');
  });

  it('and cannot be refreshed makes the call fail unsent', async () => {
    const { api, fetch, freshToken } = apiAnswering(() => json({ data: { viewer: { personId: 'p1' } } }));
    freshToken.mockRejectedValue(new ApiError('UNAVAILABLE', 'no provider'));
    expect((await refusalOf(api.query(Ping, {}))).code).toBe('UNAVAILABLE');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a failure', () => {
  it('of a rule names its code and its field', async () => {
    const { api } = apiAnswering(() =>
      json({ data: null, errors: [{ message: 'no', extensions: { code: 'MESSAGE_EMPTY', field: 'message' } }] }),
    );
    expect(await refusalOf(api.query(Ping, {}))).toMatchObject({
      code: 'MESSAGE_EMPTY',
      field: 'message',
      current: null,
      message: 'no',
    });
  });

  it('is told when what it says is there, and not before', async () => {
    const order: string[] = [];
    const refuse = async () => json({ errors: [{ message: 'no', extensions: { code: 'NOT_CLOCKED_IN' } }] });
    const api = createApi({
      token: () => null,
      freshToken: async () => null,
      onSessionEnded: () => {},
      proveIt: async () => 'proved',
      beforeRefusal: async () => order.push('texts'),
      fetch: refuse,
    });
    await refusalOf(api.query(Ping, {}).finally(() => order.push('told')));
    expect(order).toEqual(['texts', 'told']);
  });

  it('by a conflict carries the current state', async () => {
    const { api } = apiAnswering(() =>
      json({ errors: [{ message: 'changed', extensions: { code: 'CONFLICT', current: { version: 3 } } }] }),
    );
    expect(await refusalOf(api.query(Ping, {}))).toMatchObject({ code: 'CONFLICT', current: { version: 3 } });
  });

  it('with a code nobody knows reads as INTERNAL', async () => {
    const { api } = apiAnswering(() => json({ errors: [{ message: 'odd', extensions: { code: 'FROM_THE_FUTURE' } }] }));
    expect((await refusalOf(api.query(Ping, {}))).code).toBe('INTERNAL');
  });

  it.each([502, 503, 504])('by HTTP %i is UNAVAILABLE', async (status) => {
    const { api } = apiAnswering(() => new Response('down', { status }));
    expect((await refusalOf(api.query(Ping, {}))).code).toBe('UNAVAILABLE');
  });

  it('by HTTP 504 with a code is what the code says', async () => {
    const { api } = apiAnswering(() => json({ errors: [{ message: 'slow', extensions: { code: 'TIMEOUT' } }] }, 504));
    expect((await refusalOf(api.query(Ping, {}))).code).toBe('TIMEOUT');
  });

  it('of the network is UNAVAILABLE, and certainly unsent where there was none to begin with', async () => {
    const { api } = apiAnswering(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await refusalOf(api.query(Ping, {}))).toMatchObject({ code: 'UNAVAILABLE', isUnsent: false });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await refusalOf(api.query(Ping, {}))).toMatchObject({ code: 'UNAVAILABLE', isUnsent: true });
  });

  it('without a readable body is INTERNAL', async () => {
    const { api } = apiAnswering(() => new Response('<html>', { status: 500 }));
    expect((await refusalOf(api.query(Ping, {}))).code).toBe('INTERNAL');
  });

  it('by cancelling is not reported as an outage', async () => {
    const gone = new AbortController();
    gone.abort();
    const { api } = apiAnswering(() => Promise.reject(new DOMException('gone', 'AbortError')));
    await expect(api.query(Ping, {}, gone.signal)).rejects.not.toBeInstanceOf(ApiError);
  });
});

describe('a 401', () => {
  it('ends the session', async () => {
    const { api, onSessionEnded } = apiAnswering(() => new Response('', { status: 401 }));
    expect((await refusalOf(api.query(Ping, {}))).code).toBe('UNAUTHENTICATED');
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });

  it('about an older token leaves the new session alone', async () => {
    const { api, onSessionEnded, changeToken } = apiAnswering(() => {
      changeToken('newer');
      return new Response('', { status: 401 });
    });
    expect((await refusalOf(api.query(Ping, {}))).code).toBe('UNAUTHENTICATED');
    expect(onSessionEnded).not.toHaveBeenCalled();
  });
});

describe('a change that has to be proved', () => {
  const challenge = { challenge: 'c1', factors: [{ kind: 'totp' }], expiresAt: '2026-11-16T10:05:00Z' };
  const demand = (asked: object = challenge) =>
    json({ errors: [{ message: 'prove it', extensions: { code: 'STEP_UP_REQUIRED', ...asked } }] });
  const done = () => json({ data: { deleteMessage: { messageId: 'x' } } });

  /** Answers in this order; the last answer goes on for ever. */
  function answering(...answers: (() => Response)[]) {
    let call = 0;
    return apiAnswering(() => {
      const answer = answers[Math.min(call, answers.length - 1)];
      call += 1;
      return answer?.() ?? new Response();
    });
  }

  it('is repeated word by word, with the same key and the proof', async () => {
    const { api, fetch, proveIt } = answering(demand, done);
    await expect(api.mutate(Remove, ids, 'key-1')).resolves.toEqual({ deleteMessage: { messageId: 'x' } });
    expect(proveIt).toHaveBeenCalledExactlyOnceWith(challenge);
    const [first, second] = fetch.mock.calls.map(([, request]) => request);
    expect(second?.body).toBe(first?.body);
    expect(new Headers(first?.headers).has('Step-Up')).toBe(false);
    expect(new Headers(second?.headers).get('Step-Up')).toBe('c1');
    expect(new Headers(second?.headers).get('Idempotency-Key')).toBe('key-1');
  });

  it('is not repeated when the person declines, and everybody knows that they were told', async () => {
    const { api, fetch, proveIt } = answering(demand, done);
    proveIt.mockResolvedValue('declined');
    const refusal = await refusalOf(api.mutate(Remove, ids, 'key-1'));
    expect([refusal.code, refusal.isTold]).toEqual(['STEP_UP_REQUIRED', true]);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('asks for a new challenge when the first one got too old', async () => {
    const { api, fetch, proveIt } = answering(demand, () => demand({ ...challenge, challenge: 'c2' }), done);
    proveIt.mockResolvedValueOnce('again');
    await api.mutate(Remove, ids, 'key-1');
    expect(fetch.mock.calls.map(([, request]) => new Headers(request?.headers).get('Step-Up'))).toEqual([
      null,
      null,
      'c2',
    ]);
  });

  it('is given up when no proof is ever enough', async () => {
    const { api, proveIt } = answering(demand);
    expect((await refusalOf(api.mutate(Remove, ids, 'key-1'))).code).toBe('INTERNAL');
    expect(proveIt).toHaveBeenCalledTimes(3);
  });

  it('is a fault when the challenge cannot be read', async () => {
    const { api, proveIt } = answering(() => demand({ challenge: 7 }));
    expect((await refusalOf(api.mutate(Remove, ids, 'key-1'))).code).toBe('INTERNAL');
    expect(proveIt).not.toHaveBeenCalled();
  });

  it.each([
    ['in the shape of the spec', { errors: [{ code: 'STEP_UP_REQUIRED', message: 'prove it' }], ...challenge }],
    ['in our own shape', { code: 'STEP_UP_REQUIRED', message: 'prove it', ...challenge }],
  ])('may be one of the identity calls, %s', async (_, body) => {
    const { api, fetch, proveIt } = answering(
      () => json(body, 403),
      () => new Response(null, { status: 204 }),
    );
    await expect(api.send('POST', '/initiate-sms', { phoneNumber: '+1' })).resolves.toBeNull();
    expect(proveIt).toHaveBeenCalledExactlyOnceWith(challenge);
    expect(fetch.mock.calls[1]?.[0]).toBe('/initiate-sms');
    expect(new Headers(fetch.mock.calls[1]?.[1]?.headers).get('Step-Up')).toBe('c1');
  });
});

describe('an identity call', () => {
  it.each([
    ['{ code }', { code: 'INVALID_PHONE', field: 'phoneNumber', message: 'no' }],
    ['{ errors }', { errors: [{ code: 'INVALID_PHONE', field: 'phoneNumber', message: 'no' }] }],
  ])('refused as %s names code, field and message', async (_, body) => {
    const { api } = apiAnswering(() => json(body, 422));
    expect(await refusalOf(api.send('PATCH', '/users/p1/self', {}))).toMatchObject({
      code: 'INVALID_PHONE',
      field: 'phoneNumber',
      message: 'no',
    });
  });

  it('refused for a wrong code ends no session', async () => {
    const { api, onSessionEnded } = apiAnswering(() => json({ code: 'INCORRECT_CODE', triesLeft: 2 }, 401));
    expect(await refusalOf(api.send('POST', '/step-up/c1', {}))).toMatchObject({
      code: 'INCORRECT_CODE',
      triesLeft: 2,
    });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it.each([{}, { code: 'UNAUTHENTICATED' }])('answered 401 %o ends the session', async (body) => {
    const { api, onSessionEnded } = apiAnswering(() => json(body, 401));
    expect((await refusalOf(api.send('POST', '/step-up/c1', {}))).code).toBe('UNAUTHENTICATED');
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });

  it.each([
    [503, 'UNAVAILABLE'],
    [500, 'INTERNAL'],
  ])('answered %i without a word is %s', async (status, code) => {
    const { api } = apiAnswering(() => new Response('', { status }));
    expect((await refusalOf(api.send('POST', '/step-up/c1', {}))).code).toBe(code);
  });
});
