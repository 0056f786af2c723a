/** What floats over the queue, so that no row moves under the pointer: what just happened, and what to do with the picked requests. */
import { useText } from '../../i18n';
import { Button, FloatingBar, FloatingFoot } from '../../ui';
import { UndoBar } from './UndoBar';

type QueueBarsProps = {
  undo: React.ComponentProps<typeof UndoBar>;
  /** What became of the last decision, where the server gave no answer. */
  unanswered: string | null;
  onRetry: () => void;
  pickedCount: number;
  isDeciding: boolean;
  onDecide: (action: 'approve' | 'deny') => void;
};

export function QueueBars({ undo, unanswered, onRetry, pickedCount, isDeciding, onDecide }: QueueBarsProps) {
  const { t } = useText();
  const marks = (isShown: boolean) => (isShown ? { 'data-action-bar': '' } : {});
  return (
    <FloatingFoot>
      <div {...marks(unanswered !== null)}>
        <FloatingBar
          message={unanswered}
          actions={[{ label: t('timeOff.retry'), onPress: onRetry, pending: isDeciding }]}
        />
      </div>
      <div {...marks(undo.decided.length > 0)}>
        <UndoBar {...undo} />
      </div>
      {pickedCount > 0 && (
        <div
          data-action-bar
          className="pointer-events-auto flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-pop max-sm:w-full"
        >
          <span className="text-sm text-sub tabular-nums max-sm:basis-full">
            {t('timeOff.queue.picked', { count: pickedCount })}
          </span>
          <Button size="sm" pending={isDeciding} onPress={() => onDecide('approve')} className="max-sm:flex-1">
            {t('timeOff.queue.approveAll')}
          </Button>
          <Button size="sm" variant="secondary" onPress={() => onDecide('deny')} className="max-sm:flex-1">
            {t('timeOff.queue.denyAll')}
          </Button>
        </div>
      )}
    </FloatingFoot>
  );
}
