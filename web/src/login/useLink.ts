/** What a followed link is good for, found out when its page opens. */
import { useCallback, useEffect, useState } from 'react';

type Found<Thing> = { outcome: 'found'; thing: Thing } | { outcome: 'linkGone' } | { outcome: 'failed' };

export type LinkState<Thing> =
  | { at: 'checking' }
  | { at: 'found'; thing: Thing }
  | { at: 'gone' }
  | { at: 'unreachable'; attempt: number };

/** `find` must keep its identity. */
export function useLink<Thing>(find: () => Promise<Found<Thing>>) {
  const [state, setState] = useState<LinkState<Thing>>({ at: 'checking' });
  const check = useCallback(async () => {
    const answer = await find();
    setState((now) => {
      if (answer.outcome === 'found') return { at: 'found', thing: answer.thing };
      if (answer.outcome === 'linkGone') return { at: 'gone' };
      return { at: 'unreachable', attempt: now.at === 'unreachable' ? now.attempt + 1 : 1 };
    });
  }, [find]);
  useEffect(() => void check(), [check]);
  return { state, retry: () => void check(), expire: () => setState({ at: 'gone' }) };
}
