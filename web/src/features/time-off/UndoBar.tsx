/** What was decided a moment ago, in one bar over the page, and taking it back while its minute runs: the last of it, or all. */
import { useEffect, useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { FloatingBar, toast } from '../../ui';
import { nameOf } from './QueueTable';
import { useStatusText } from './RequestStatus';
import type { Request } from './timeOff';
import { useUndo } from './useQueue';

const undoMs = 60_000;

/** One press may decide on several: they share their minute. */
export type Decided = { request: Request; until: number };

/** Newest first, each as long as its minute runs. */
export function useDecided() {
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  useEffect(() => {
    const soonest = Math.min(...decided.map(({ until }) => until));
    if (soonest === Number.POSITIVE_INFINITY) return;
    const prune = () => setDecided((before) => before.filter(({ until }) => until > Date.now()));
    const timer = setTimeout(prune, soonest - Date.now());
    return () => clearTimeout(timer);
  }, [decided]);
  const add = (requests: readonly Request[]) => {
    const until = Date.now() + undoMs;
    setDecided((before) => [...requests.map((request) => ({ request, until })), ...before]);
  };
  const forget = (id: string) => setDecided((before) => before.filter(({ request }) => request.id !== id));
  return { decided, add, forget };
}

const outcomes = ['Approved', 'Partial', 'HalfApproved', 'Denied'] as const;
const outcomeOf = ({ status, isHalfApproved }: Request) => (isHalfApproved ? 'HalfApproved' : status);

type UndoBarProps = {
  actor: Actor;
  decided: readonly Decided[];
  /** This one is taken back, or cannot be any more. */
  onGone: (id: string) => void;
  onUndone: () => void;
};

export function UndoBar({ actor, decided, onGone, onUndone }: UndoBarProps) {
  const { t } = useText();
  const format = useFormat();
  const statusText = useStatusText();
  const { undo } = useUndo(actor);
  const [isPending, setPending] = useState(false);
  const [newest] = decided;
  const last = decided.filter(({ until }) => until === newest?.until);

  async function takeBack(these: readonly Decided[]): Promise<void> {
    setPending(true);
    try {
      for (const { request } of these) {
        try {
          await undo(request.id, request.version);
        } catch (error) {
          // Still decided as far as anyone knows: the bar stays for another try.
          if (error instanceof ApiError && error.outcomeUnknown) throw error;
          onGone(request.id);
          throw error;
        }
        onGone(request.id);
      }
      toast(t('timeOff.undo.done'), { tone: 'ok' });
    } catch (error) {
      toast(errorText(t, error, 'timeOff.undo.failed'), { tone: 'error' });
    }
    setPending(false);
    onUndone();
  }

  function message(): string | null {
    if (!newest) return null;
    const { request } = newest;
    if (decided.length === 1)
      return t('timeOff.undo.one', {
        name: nameOf(request),
        days: format.dayRange(request.timeOffDate, request.endDate),
        status: statusText(request),
      });
    const counts = outcomes
      .map((outcome) => ({ outcome, count: decided.filter((each) => outcomeOf(each.request) === outcome).length }))
      .filter(({ count }) => count > 0)
      .map(({ outcome, count }) => t(`timeOff.undo.${outcome}`, { count }));
    return t('timeOff.undo.several', { counts: format.list(counts) });
  }

  const action = (key: 'action' | 'last' | 'all', these: readonly Decided[]) => ({
    label: t(`timeOff.undo.${key}`),
    pending: isPending,
    onPress: () => void takeBack(these),
  });
  return (
    <FloatingBar
      message={message()}
      actions={
        last.length === decided.length ? [action('action', decided)] : [action('last', last), action('all', decided)]
      }
    />
  );
}
