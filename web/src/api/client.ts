/**
 * The one fetcher. It carries the bearer token, turns every failure into an `ApiError`, tells the session when the
 * server no longer knows it, and where the server wants a change to be proved, asks for the proof and repeats the
 * very same call with it (step-up.ts). Caching is TanStack Query's business (hooks.tsx).
 */
import { type About, ApiError, type ErrorCode } from './error';
import { definitionsOf, type TadaDocumentNode } from './graphql';
import { seeServerTime } from './server-clock';
import { asChallenge, type ProveIt } from './step-up';
import { sendWithProgress } from './upload';

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
  /** A mutation that carries a file; `onProgress` hears from 0 to 100 how much of it has left. */
  upload: <Data, Variables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    attemptKey: string,
    onProgress: (percent: number) => void,
  ) => Promise<Data>;
  /** A file of the server, under the name it gives. */
  download: (path: string) => Promise<{ name: string; blob: Blob }>;
  /** A file that must be proved first, under the name the server gives. */
  fetchFile: (path: string) => Promise<{ name: string; blob: Blob }>;
  /** What is read by its own path, as the developer API is. */
  read: (path: string, signal?: AbortSignal) => Promise<unknown>;
  /** The identity calls that are not GraphQL. An answer without a body is null. */
  send: (method: 'POST' | 'PATCH', path: string, body: object) => Promise<unknown>;
};

type ApiOptions = {
  /** The token as it is now. */
  token: () => string | null;
  /** The token for a call, refreshed first if need be; an `ApiError` when that failed. */
  freshToken: () => Promise<string | null>;
  onSessionEnded: () => void;
  /** The tenant is closed for maintenance. */
  onMaintenance?: () => void;
  /** Asks the person to prove who they are. */
  proveIt: ProveIt;
  /** Before anyone hears of a refusal: brings what it says, where that is not there yet. */
  beforeRefusal?: () => Promise<unknown>;
  fetch?: typeof globalThis.fetch;
};

type Call = {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: string;
  attemptKey?: string;
  signal?: AbortSignal | undefined;
  onProgress?: (percent: number) => void;
};

type Refusal = { code?: unknown; message?: string } & About & Record<string, unknown>;

type GraphQlAnswer<Data> = {
  data?: Data | null;
  errors?: { message: string; path?: readonly (string | number)[]; extensions?: Omit<Refusal, 'message'> }[];
};

/** Most visits are refused nothing: the list is not there before it is needed. */
export const loadCodes = () => import('./known-codes');
const codeOf = (code: unknown): Promise<ErrorCode> =>
  loadCodes().then(
    ({ knownCode }) => knownCode(code),
    () => 'INTERNAL',
  );

/** The person may be asked anew when a challenge got too old, but not for ever. */
const maximumRounds = 3;

export function createApi({
  token,
  freshToken,
  onSessionEnded,
  onMaintenance,
  proveIt,
  beforeRefusal,
  fetch = globalThis.fetch.bind(globalThis),
}: ApiOptions): Api {
  /** One exchange with the server; `refusalIn` finds what it refused, whatever the shape of its answers. */
  async function exchange<Answer>(
    { method, path, body, attemptKey, signal, onProgress }: Call,
    refusalIn: (answer: Answer) => Refusal | null,
    proof: string | null,
  ): Promise<{ answer: Answer; refusal: Refusal | null; status: number }> {
    const headers = new Headers({ 'Content-Type': 'application/json', Accept: 'application/json' });
    const bearer = await freshToken();
    if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
    if (attemptKey !== undefined) headers.set('Idempotency-Key', attemptKey);
    if (proof !== null) headers.set('Step-Up', proof);

    const request = {
      method,
      headers,
      cache: 'no-store',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    } satisfies RequestInit;
    if (onProgress) headers.set('Upload', 'document');
    const isUnsent = !navigator.onLine;
    const sentMs = performance.now();
    const sent = onProgress
      ? sendWithProgress(path, { ...request, body: body ?? '' }, onProgress)
      : fetch(path, request);
    const response = await sent.catch((cause: unknown) => {
      // A query that React Query cancelled is not an outage.
      if (signal?.aborted) throw cause;
      throw new ApiError('UNAVAILABLE', 'The server could not be reached.', { isUnsent });
    });
    seeServerTime(response.headers.get('Date'), sentMs);

    // A proxy in front of the server may answer without our JSON; the server's own code says more than its status.
    const answer = (await response.json().catch(() => null)) as Answer;
    const refusal = refusalIn(answer);
    // A wrong code is also answered with 401, but says so.
    if (response.status === 401 && [undefined, 'UNAUTHENTICATED'].includes(refusal?.code as string | undefined)) {
      // The bearer may have changed while this call was under way; an old token's 401 says nothing about the new one.
      if (token() === bearer) onSessionEnded();
      throw new ApiError('UNAUTHENTICATED', 'The session has ended.');
    }
    if (refusal?.code === 'MAINTENANCE') onMaintenance?.();
    if (refusal === null && [502, 503, 504].includes(response.status))
      throw new ApiError('UNAVAILABLE', `The server answered ${response.status}.`);
    return { answer, refusal, status: response.status };
  }

  /** Repeats a call that must be proved, until it is, or the person does not want to. */
  async function proved<Answer>(call: Call, refusalIn: (answer: Answer) => Refusal | null): Promise<Answer> {
    let proof: string | null = null;
    for (let round = 1; ; round += 1) {
      const { answer, refusal, status } = await exchange(call, refusalIn, proof);
      if (refusal === null && status < 400) return answer;
      if (refusal === null) throw new ApiError('INTERNAL', `The server answered ${status}.`);
      if (refusal.code !== 'STEP_UP_REQUIRED') {
        await beforeRefusal?.();
        throw new ApiError(await codeOf(refusal.code), refusal.message ?? `The server answered ${status}.`, refusal);
      }
      const challenge = asChallenge(refusal);
      if (challenge === null || round > maximumRounds)
        throw new ApiError('INTERNAL', 'The server asks for a proof that cannot be given.');
      const outcome = await proveIt(challenge);
      if (outcome === 'declined') throw new ApiError('STEP_UP_REQUIRED', 'The person did not want to prove it.');
      proof = outcome === 'proved' ? challenge.challenge : null;
    }
  }

  async function graphQl<Data, Variables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    more: Pick<Call, 'attemptKey' | 'signal' | 'onProgress'>,
  ): Promise<Data> {
    const body = JSON.stringify({ query: definitionsOf(document).join('\n'), variables });
    const call: Call = { method: 'POST', path: '/graphql', body, ...more };
    const answer = await proved<GraphQlAnswer<Data> | null>(call, (given) => {
      const first = given?.errors?.[0];
      if (!first) return null;
      const root = first.path?.[0];
      return { ...first.extensions, message: first.message, root: typeof root === 'string' ? root : null };
    });
    if (answer?.data == null) throw new ApiError('INTERNAL', 'The server answered without data.');
    return answer.data;
  }

  /** With a proof it's a POST; where the server wants one, it says so. */
  async function file(
    path: string,
    method: 'GET' | 'POST',
    proof: string | null,
  ): Promise<{ name: string; blob: Blob } | { refusal: Refusal | null; status: number }> {
    const bearer = await freshToken();
    const headers = new Headers(bearer === null ? {} : { Authorization: `Bearer ${bearer}` });
    if (proof !== null) headers.set('Step-Up', proof);
    const response = await fetch(path, { method, headers, cache: 'no-store' }).catch(() => {
      throw new ApiError('UNAVAILABLE', 'The server could not be reached.');
    });
    if (response.ok) return { name: nameIn(response.headers.get('Content-Disposition')), blob: await response.blob() };
    if (response.status === 401) {
      if (token() === bearer) onSessionEnded();
      throw new ApiError('UNAUTHENTICATED', 'The session has ended.');
    }
    return { refusal: restRefusal(await response.json().catch(() => null)), status: response.status };
  }

  async function fileRefused(refusal: Refusal | null, status: number): Promise<ApiError> {
    await beforeRefusal?.();
    return new ApiError(await codeOf(refusal?.code), refusal?.message ?? `The server answered ${status}.`);
  }

  async function download(path: string): Promise<{ name: string; blob: Blob }> {
    const answer = await file(path, 'GET', null);
    if ('blob' in answer) return answer;
    throw await fileRefused(answer.refusal, answer.status);
  }

  async function fetchFile(path: string): Promise<{ name: string; blob: Blob }> {
    let proof: string | null = null;
    for (let round = 1; ; round += 1) {
      const answer = await file(path, 'POST', proof);
      if ('blob' in answer) return answer;
      const challenge = answer.refusal?.code === 'STEP_UP_REQUIRED' ? asChallenge(answer.refusal) : null;
      if (challenge === null || round > maximumRounds) throw await fileRefused(answer.refusal, answer.status);
      const outcome = await proveIt(challenge);
      if (outcome === 'declined') throw new ApiError('STEP_UP_REQUIRED', 'The person did not want to prove it.');
      proof = outcome === 'proved' ? challenge.challenge : null;
    }
  }

  return {
    query: (document, variables, signal) => graphQl(document, variables, { signal }),
    mutate: (document, variables, attemptKey) => graphQl(document, variables, { attemptKey }),
    upload: (document, variables, attemptKey, onProgress) => graphQl(document, variables, { attemptKey, onProgress }),
    download,
    fetchFile,
    read: (path, signal) => proved({ method: 'GET', path, signal }, restRefusal),
    send: (method, path, body) => proved({ method, path, body: JSON.stringify(body) }, restRefusal),
  };
}

/** The name a file is to be saved under (RFC 6266). */
function nameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : (plain ?? 'download');
}

/** `{ code, message, … }`, or the spec's `{ errors: [{ code, field, message }], … }`. */
function restRefusal(answer: unknown): Refusal | null {
  const given = (answer ?? {}) as Refusal & { errors?: Refusal[] };
  const first = Array.isArray(given.errors) ? given.errors[0] : undefined;
  return first !== undefined || given.code !== undefined ? { ...given, ...first } : null;
}
