/** Someone else saved this announcement first. */
import { useText } from '../../i18n';
import { conflictWords } from '../../i18n/conflict';
import { useFormat } from '../../i18n/format';
import { ConflictNotice } from '../../ui';
import { type CurrentMessage, type Difference, differences, draftOf } from './conflict';
import type { Draft } from './rules';
import { type Places, targetInWords } from './targets';

type ConflictPanelProps = {
  /** Null when the announcement was deleted. */
  current: CurrentMessage | null;
  mine: Draft;
  places: Places;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

export function ConflictPanel({ current, mine, places, isSaving, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const { t } = useText();
  const format = useFormat();
  const inWords = (field: Difference['field'], draft: Draft): string => {
    if (field === 'message' || field === 'messageEs') return draft[field];
    if (field === 'target') return targetInWords(draft, places, t);
    return draft.startDate && draft.endDate ? format.dayRange(draft.startDate, draft.endDate) : '';
  };
  const differing = current ? differences(draftOf(current), mine) : [];
  const rows = differing.map((difference) => ({
    label: t(`announcements.conflict.${difference.field}`),
    theirs: inWords(difference.field, difference.theirs),
    mine: inWords(difference.field, difference.mine),
  }));
  const ofAnnouncements = current
    ? { title: t('announcements.conflict.title', { name: current.updatedByName }) }
    : {
        title: t('announcements.conflict.deleted.title'),
        body: t('announcements.conflict.deleted.body'),
        keepMine: t('announcements.conflict.deleted.keepMine'),
        takeTheirs: t('announcements.conflict.deleted.takeTheirs'),
      };
  return (
    <ConflictNotice
      words={{ ...conflictWords(t, current, rows), ...ofAnnouncements }}
      rows={rows}
      pending={isSaving}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
