/** The demo server's stand-in for signing in: a list of people, and acting as one of them. The identity issue removes it. */
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/error';
import type { SignedIn } from './store';

export type DemoAccount = { username: string; firstName: string; lastName: string; who: string; language: string };

async function fetchJson(path: string, request?: RequestInit): Promise<unknown> {
  const response = await fetch(path, { cache: 'no-store', ...request }).catch(() => null);
  if (response === null) throw new ApiError('UNAVAILABLE', 'The server could not be reached.');
  if (response.status === 404) throw new ApiError('NOT_FOUND', 'This server is not a demo.');
  if (!response.ok) throw new ApiError('INTERNAL', `The server answered ${response.status}.`);
  return response.json();
}

/** Null on a server that is not a demo. */
export const demoAccountsOptions = queryOptions({
  queryKey: ['demo accounts'],
  meta: { isForEverybody: true },
  queryFn: async (): Promise<DemoAccount[] | null> => {
    try {
      const { accounts } = (await fetchJson('/demo/accounts')) as { accounts: DemoAccount[] };
      return accounts;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  },
});

export async function actAs(username: string): Promise<SignedIn> {
  return (await fetchJson('/demo/act-as', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username }),
  })) as SignedIn;
}
