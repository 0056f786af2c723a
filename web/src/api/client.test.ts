import { describe, expect, it, vi } from 'vitest';
import { createApi } from './client';
import { ApiError } from './error';
import { graphql } from './graphql';

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
  const api = createApi({ token: () => token, freshToken, onSessionEnded, fetch });
  return {
    api,
    fetch,
    freshToken,
    onSessionEnded,
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

  it('of the network is UNAVAILABLE', async () => {
    const { api } = apiAnswering(() => Promise.reject(new TypeError('Failed to fetch')));
    expect((await refusalOf(api.query(Ping, {}))).code).toBe('UNAVAILABLE');
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
