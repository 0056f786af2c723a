/** Asks before a page is left on which something was typed. Nobody is asked when the app itself leads away, as at the end of a session. */
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { DiscardQuestion } from '../../ui';

/** What the app does by itself replaces the page; what a person opens comes after it. */
const isChosen: ShouldBlockFn = ({ action, current, next }) =>
  action !== 'REPLACE' && current.pathname !== next.pathname;

export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: isChosen, disabled: !isDirty, withResolver: true });
  return <DiscardQuestion open={status === 'blocked'} onKeep={() => reset?.()} onDiscard={() => proceed?.()} />;
}
