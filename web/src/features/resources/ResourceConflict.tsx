/** Someone else changed this resource first, or deleted it. */
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { useFormat } from '../../i18n/format';
import { ConflictNotice } from '../../ui';
import { type CurrentResource, type Draft, draftOf } from './resource';

type ResourceConflictProps = {
  /** Null when the resource was deleted. */
  current: CurrentResource | null;
  mine: Draft;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

export function ResourceConflict({ current, mine, isSaving, onKeepMine, onTakeTheirs }: ResourceConflictProps) {
  const { t } = useText();
  const format = useFormat();
  const due = ({ isActionItem, dueDate }: Draft) => {
    if (!isActionItem) return t('resources.noAction');
    return dueDate ? format.day(dueDate) : t('resources.noDue');
  };
  const theirs = current && draftOf(current);
  const rows = theirs
    ? disagreeing([
        { label: t('resources.form.name'), theirs: theirs.name, mine: mine.name },
        { label: t('resources.form.description'), theirs: theirs.description, mine: mine.description },
        { label: t('resources.form.link'), theirs: theirs.link, mine: mine.link },
        { label: t('resources.form.dueDate'), theirs: due(theirs), mine: due(mine) },
      ])
    : [];
  return (
    <ConflictNotice
      words={conflictWords(t, current, rows)}
      rows={rows}
      pending={isSaving}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
