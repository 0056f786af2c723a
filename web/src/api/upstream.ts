/** After signing out: the company's own provider, where someone who came from there may still be signed in. */
import { useEffect, useState } from 'react';

/** Leads on to the provider, which asks before it ends anything. */
export const upstreamSignOutPath = '/login/upstream/sign-out';

/** The provider's name, or null: no one came from one, or it can't sign people out. */
async function offeredSignOut(signal: AbortSignal): Promise<string | null> {
  const response = await fetch(`${upstreamSignOutPath}/offer`, {
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  const body: unknown = response.ok ? await response.json() : null;
  const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : null;
  return typeof name === 'string' ? name : null;
}

export function useOfferedSignOut(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    // An offer is a courtesy: without an answer there is none.
    offeredSignOut(asking.signal).then(setName, () => {});
    return () => asking.abort();
  }, []);
  return name;
}
