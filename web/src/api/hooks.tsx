/** React's way to the one fetcher: the provider, reading whole lists, and submitting by attempt. */
import { QueryClient, useMutation } from '@tanstack/react-query';
import type { TadaDocumentNode } from 'gql.tada';
import { createContext, use, useState } from 'react';
import { Attempts } from './attempt';
import type { Api } from './client';
import { ApiError } from './error';

const ApiContext = createContext<Api | null>(null);

export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error('useApi needs an ApiProvider above it');
  return api;
}

/** A mutation whose retries after an unknown outcome carry the same Idempotency-Key. */
export function useSubmit<Data, Variables>(document: TadaDocumentNode<Data, Variables>) {
  const api = useApi();
  const [attempts] = useState(() => new Attempts());
  return useMutation<Data, Error, Variables>({
    mutationFn: (variables) => attempts.run(variables, (key) => api.mutate(document, variables, key)),
  });
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal stays a refusal; only an outage is worth one more try before the person sees Retry.
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === 'UNAVAILABLE',
        staleTime: 15_000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** What the frame knows about a person stays good without a network: no one is sent to the error page for that. */
export const whileOnline = (ms: number) => () => (navigator.onLine ? ms : Number.POSITIVE_INFINITY);

export type Page<Row> = { results: readonly Row[]; links: { next: string | null } };

/** The server's limit on one page. */
export const maximumPageLimit = 100;
const maximumPages = 50;

/** Follows `links.next` to the end. Only for lists that are small by nature, such as a company's organizations. */
export async function everyRow<Row>(loadPage: (cursor: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < maximumPages; page += 1) {
    const { results, links }: Page<Row> = await loadPage(cursor);
    rows.push(...results);
    if (!links.next) return rows;
    cursor = links.next;
  }
  throw new ApiError('LIMIT_EXCEEDED', `A list has more than ${maximumPages} pages.`);
}
