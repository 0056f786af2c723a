/**
 * Asks before a page is left on which something was typed, and stands there as long as something is. Nobody is asked when the app itself
 * leads away, as at the end of a session: that replaces the page, while what a person opens comes after it.
 */
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { askFirst } from './leaving';
import { loadPanels } from './panels';

const LeaveDialog = lazy(async () => ({ default: (await loadPanels()).DiscardQuestion }));

export function LeaveQuestion() {
  const history: RouterHistory = useRouter().history;
  /** What waits for the answer. */
  const [answer, setAnswer] = useState<((isStaying: boolean) => void) | null>(null);
  useEffect(() => {
    const ends = [
      askFirst((go) => setAnswer(() => (isStaying: boolean) => isStaying || go())),
      history.block({
        blockerFn: async ({ action, currentLocation, nextLocation }) =>
          action !== 'REPLACE' &&
          currentLocation.pathname !== nextLocation.pathname &&
          new Promise<boolean>((told) => setAnswer(() => told)),
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [history]);
  const tell = (isStaying: boolean) => {
    setAnswer(null);
    answer?.(isStaying);
  };
  return (
    <Suspense>
      <LeaveDialog open={answer !== null} onKeep={() => tell(true)} onDiscard={() => tell(false)} />
    </Suspense>
  );
}
