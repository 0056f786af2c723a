/** Asks before a page is left on which something was typed. Nobody is asked when the app itself leads away, as at the end of a session. */
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DiscardQuestion } from '../../ui';
import { useLeaving } from './leaving';

/** What the app does by itself replaces the page; what a person opens comes after it. */
const isChosen: ShouldBlockFn = ({ action, current, next }) =>
  action !== 'REPLACE' && current.pathname !== next.pathname;

export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: isChosen, disabled: !isDirty, withResolver: true });
  const wish = useLeaving((leaving) => leaving.wish);
  useEffect(() => {
    useLeaving.setState({ isDirty });
    return () => useLeaving.setState({ isDirty: false, wish: null });
  }, [isDirty]);
  const answer = (then: (() => void) | null | undefined) => {
    useLeaving.setState({ wish: null });
    then?.();
  };
  return (
    <DiscardQuestion
      open={status === 'blocked' || wish !== null}
      onKeep={() => answer(reset)}
      onDiscard={() => answer(wish ?? proceed)}
    />
  );
}
