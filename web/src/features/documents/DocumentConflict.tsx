/** Someone else changed this document first, or deleted it. */
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { useFormat } from '../../i18n/format';
import { ConflictNotice } from '../../ui';
import type { CurrentDocument, Draft } from './document';

type DocumentConflictProps = {
  /** Null when the document was deleted. */
  current: CurrentDocument | null;
  /** Without a file of one's own it keeps the one it has by now. */
  mine: Draft & { fileName: string | undefined };
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

export function DocumentConflict({ current, mine, isSaving, onKeepMine, onTakeTheirs }: DocumentConflictProps) {
  const { t } = useText();
  const format = useFormat();
  const yesOrNo = (is: boolean) => t(is ? 'documents.yes' : 'documents.no');
  const dates = ({ startDate, endDate }: Draft) => (startDate && endDate ? format.dayRange(startDate, endDate) : '');
  const rows = current
    ? disagreeing([
        { label: t('documents.form.file'), theirs: current.fileName, mine: mine.fileName ?? current.fileName },
        { label: t('documents.form.name'), theirs: current.documentName, mine: mine.documentName },
        { label: t('documents.column.dates'), theirs: dates(current), mine: dates(mine) },
        {
          label: t('documents.column.dashboard'),
          theirs: yesOrNo(current.showOnDashboard),
          mine: yesOrNo(mine.showOnDashboard),
        },
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
