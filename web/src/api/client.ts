/**
 * The one fetcher. It carries the bearer token, turns every failure into an `ApiError`, and tells
 * the session when the server no longer knows it. Caching is TanStack Query's business (hooks.tsx).
 */
import { print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import { ApiError, knownCode } from './error';

export type Api = {
  query: <Data, Variables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ) => Promise<Data>;
  /** `attemptKey` names one attempt of a person; sending it twice changes nothing twice. */
  mutate: <Data, Variables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    attemptKey: string,
  ) => Promise<Data>;
};

type ApiOptions = {
  /** The token as it is now. */
  token: () => string | null;
  /** The token for a call, refreshed first if need be; an `ApiError` when that failed. */
  freshToken: () => Promise<string | null>;
  onSessionEnded: () => void;
  fetch?: typeof globalThis.fetch;
};

type GraphQlAnswer<Data> = {
  data?: Data | null;
  errors?: { message: string; extensions?: { code?: string; field?: string | null; current?: unknown } }[];
};

export function createApi({
  token,
  freshToken,
  onSessionEnded,
  fetch = globalThis.fetch.bind(globalThis),
}: ApiOptions): Api {
  async function post<Data, Variables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    { attemptKey, signal }: { attemptKey?: string; signal?: AbortSignal | undefined },
  ): Promise<Data> {
    const headers = new Headers({ 'Content-Type': 'application/json', Accept: 'application/json' });
    const bearer = await freshToken();
    if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
    if (attemptKey !== undefined) headers.set('Idempotency-Key', attemptKey);

    const request: RequestInit = {
      method: 'POST',
      headers,
      cache: 'no-store',
      body: JSON.stringify({ query: print(document), variables }),
    };
    if (signal) request.signal = signal;
    const response = await fetch('/graphql', request).catch((cause: unknown) => {
      // A query that React Query cancelled is not an outage.
      if (signal?.aborted) throw cause;
      throw new ApiError('UNAVAILABLE', 'The server could not be reached.');
    });

    // The bearer may have changed while this call was under way; an old token's 401 says nothing about the new one.
    if (response.status === 401) {
      if (token() === bearer) onSessionEnded();
      throw new ApiError('UNAUTHENTICATED', 'The session has ended.');
    }
    // A proxy in front of the server may answer without our JSON; the server's own code says more than its status.
    const answer = (await response.json().catch(() => ({}))) as GraphQlAnswer<Data>;
    const refusal = answer.errors?.[0];
    if (refusal) throw new ApiError(knownCode(refusal.extensions?.code), refusal.message, refusal.extensions);
    if ([502, 503, 504].includes(response.status))
      throw new ApiError('UNAVAILABLE', `The server answered ${response.status}.`);
    if (!response.ok || answer.data == null)
      throw new ApiError('INTERNAL', `The server answered ${response.status} without data.`);
    return answer.data;
  }

  return {
    query: (document, variables, signal) => post(document, variables, { signal }),
    mutate: (document, variables, attemptKey) => post(document, variables, { attemptKey }),
  };
}
