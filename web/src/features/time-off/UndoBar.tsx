/** What was decided last, and taking it back while its minute runs. */
import { useEffect } from 'react';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Notice, toast, useSecondsLeft } from '../../ui';
import { nameOf } from './QueueTable';
import { useStatusText } from './RequestStatus';
import type { Request } from './timeOff';
import { useUndo } from './useQueue';

export type Decided = { requests: readonly Request[]; until: number };

export function UndoBar({ actor, decided, onGone }: { actor: Actor; decided: Decided; onGone: () => void }) {
  const { t } = useText();
  const statusText = useStatusText();
  const { undo, isPending } = useUndo(actor);
  const seconds = useSecondsLeft(decided.until);
  useEffect(() => {
    if (seconds === 0) onGone();
  }, [seconds, onGone]);
  const [first] = decided.requests;
  if (!first) return null;
  const count = decided.requests.length;

  async function takeBack(): Promise<void> {
    try {
      for (const { id, version } of decided.requests) await undo(id, version);
      toast(t('timeOff.undo.done'), { tone: 'ok' });
    } catch (error) {
      toast(errorText(t, error, 'timeOff.undo.failed'), { tone: 'error' });
    }
    onGone();
  }

  return (
    <Notice
      tone="info"
      // The row that was decided may be far down the list: its minute runs in sight all the same.
      className="sticky top-[calc(4.5rem+var(--top-bar,0px))] z-20"
      action={
        <Button size="sm" variant="secondary" onPress={() => void takeBack()} pending={isPending}>
          {t('timeOff.undo.action', { seconds })}
        </Button>
      }
    >
      {count === 1
        ? t('timeOff.undo.one', { name: nameOf(first), status: statusText(first) })
        : t('timeOff.undo.many', { count })}
    </Notice>
  );
}
