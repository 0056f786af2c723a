/** Two accounts of the same person become one, and for a week two again. */
import { Merge } from 'lucide-react';
import { graphql } from '../../api/graphql';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, ConfirmDialog } from '../../ui';
import { type Account, AccountFields, ownTimeZone, useAccountChange, useOutcome } from './account';
import { MergeDialog } from './MergeDialog';
import { Setting } from './Section';
import { useOpening } from './useOpening';

const UndoMerge = graphql(`mutation UndoMerge { undoMerge { ...AccountFields } }`, [AccountFields]);

/** `onChanged`: with an account come its companies, and go with it. */
export function MergeSetting({ merge, onChanged }: { merge: Account['merge']; onChanged: () => void }) {
  const { t } = useText();
  const format = useFormat();
  const outcome = useOutcome();
  const merging = useOpening();
  const undoing = useOpening();
  const { change } = useAccountChange(UndoMerge);
  const mayUndo = merge !== null && Date.parse(merge.undoUntil) > Date.now();

  async function undo(): Promise<void> {
    try {
      await change({});
    } catch (error) {
      outcome.failed(error);
      throw error;
    }
    outcome.done('account.merge.undone');
    onChanged();
  }

  return (
    <ul>
      <Setting
        icon={<Merge />}
        title={merge ? t('account.merge.with', { username: merge.username }) : t('account.merge.none')}
        status={
          merge ? (
            <>
              <p>{t('account.merge.since', { day: format.dayOf(merge.mergedAt, ownTimeZone) })}</p>
              {mayUndo && <p>{t('account.merge.undoUntil', { when: format.instant(merge.undoUntil, ownTimeZone) })}</p>}
            </>
          ) : (
            t('account.merge.noneBody')
          )
        }
        action={
          mayUndo ? (
            <Button variant="secondary" size="sm" onPress={undoing.show}>
              {t('account.merge.undo')}
            </Button>
          ) : (
            <Button variant="secondary" size="sm" onPress={merging.show}>
              {t('account.merge.begin')}
            </Button>
          )
        }
      >
        <MergeDialog key={merging.serial} open={merging.isOpen} onClose={merging.close} onMerged={onChanged} />
        <ConfirmDialog
          open={undoing.isOpen}
          onClose={undoing.close}
          title={t('account.merge.undoTitle', { username: merge?.username ?? '' })}
          body={t('account.merge.undoBody')}
          confirmLabel={t('account.merge.undo')}
          tone="primary"
          onConfirm={undo}
        />
      </Setting>
    </ul>
  );
}
