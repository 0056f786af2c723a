/** Someone else changed this employment first: both versions, and one's own made on top of theirs or given up. */
import { currentOf } from '../../api/current';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { useFormat } from '../../i18n/format';
import { ConflictNotice, type ConflictRow } from '../../ui';
import type { Employment } from './employment';

type Facts = Pick<Employment, 'employeeCode' | 'lastDay' | 'rehireDay' | 'leaveFrom'>;
export type CurrentEmployment = Facts & { version: number };

/** What the employment is now, which a conflict carries. */
export function currentEmployment(error: unknown): CurrentEmployment | null {
  if (!(error instanceof ApiError && error.code === 'CONFLICT')) return null;
  return currentOf<CurrentEmployment>(error.current, ['employeeCode', 'lastDay', 'rehireDay', 'leaveFrom', 'version']);
}

type EmploymentConflictProps = {
  /** As it was when the form opened, with one's own change. */
  mine: Facts;
  current: CurrentEmployment;
  /** What else the two may disagree about. */
  more?: ConflictRow[];
  pending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

export function EmploymentConflict(props: EmploymentConflictProps) {
  const { mine, current, more = [], pending, onKeepMine, onTakeTheirs } = props;
  const { t } = useText();
  const format = useFormat();
  const day = (on: string | null) => (on === null ? '' : format.day(on));
  const rows = disagreeing([
    { label: t('employment.add.code'), theirs: current.employeeCode, mine: mine.employeeCode },
    { label: t('employment.lastDay'), theirs: day(current.lastDay), mine: day(mine.lastDay) },
    { label: t('employment.change.rehire'), theirs: day(current.rehireDay), mine: day(mine.rehireDay) },
    { label: t('employment.change.leave'), theirs: day(current.leaveFrom), mine: day(mine.leaveFrom) },
    ...more,
  ]);
  return (
    <ConflictNotice
      words={conflictWords(t, {}, rows)}
      rows={rows}
      pending={pending}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
