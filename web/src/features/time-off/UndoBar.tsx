/** What was decided a moment ago, and taking it back while its minute runs. */
import { useEffect } from 'react';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Notice, toast, useSecondsLeft } from '../../ui';
import { nameOf } from './QueueTable';
import { useStatusText } from './RequestStatus';
import type { Request } from './timeOff';
import { useUndo } from './useQueue';

export type Decided = { requests: readonly Request[]; until: number };

type UndoBarProps = { actor: Actor; decided: Decided; onGone: (decided: Decided) => void; onUndone: () => void };

export function UndoBar({ actor, decided, onGone, onUndone }: UndoBarProps) {
  const { t } = useText();
  const format = useFormat();
  const statusText = useStatusText();
  const { undo, isPending } = useUndo(actor);
  const seconds = useSecondsLeft(decided.until);
  useEffect(() => {
    if (seconds === 0) onGone(decided);
  }, [seconds, decided, onGone]);
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
    onUndone();
    onGone(decided);
  }

  return (
    <Notice
      tone="info"
      action={
        <Button size="sm" variant="secondary" onPress={() => void takeBack()} pending={isPending}>
          {t('timeOff.undo.action', { seconds })}
        </Button>
      }
    >
      {count === 1
        ? t('timeOff.undo.one', {
            name: nameOf(first),
            days: format.dayRange(first.timeOffDate, first.endDate),
            status: statusText(first),
          })
        : t('timeOff.undo.many', { count })}
    </Notice>
  );
}
