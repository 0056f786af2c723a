/**
 * Asks before a page is left on which something was typed, and is there as long as something is. No one is asked when the app itself
 * leads away, as at the end of a session: that replaces the page, while what a person opens comes after it.
 */
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { late, useUiText } from '../../ui';
import { askFirst } from './leaving';
import { loadPanels } from './panels';

const LeaveDialog = late(async () => ({ default: (await loadPanels()).DiscardQuestion }));

export function LeaveQuestion() {
  const history: RouterHistory = useRouter().history;
  const text = useUiText();
  const [isMissing, setMissing] = useState(false);
  /** What waits for the answer. */
  const [answer, setAnswer] = useState<((isStaying: boolean) => void) | null>(null);
  const ask = useEffectEvent((told: (isStaying: boolean) => void) => {
    // Without our own dialog the browser's has to do: nothing is thrown away unasked.
    if (isMissing) told(!confirm(`${text.discardTitle}\n${text.discardBody}`));
    else setAnswer(() => told);
  });
  useEffect(() => {
    const ends = [
      askFirst((go) => ask((isStaying) => isStaying || go())),
      history.block({
        blockerFn: async ({ action, currentLocation, nextLocation }) =>
          action !== 'REPLACE' &&
          currentLocation.pathname !== nextLocation.pathname &&
          new Promise<boolean>((told) => ask(told)),
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
    <LeaveDialog
      open={answer !== null}
      onKeep={() => tell(true)}
      onDiscard={() => tell(false)}
      onMissing={() => setMissing(true)}
    />
  );
}
