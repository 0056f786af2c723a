/** Adds or changes a holiday. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { DateField, TextField } from '../../ui';
import { type Holiday, SaveHoliday } from './calendar';
import type { Place } from './companies';
import { EditDialog } from './EditDialog';
import { useSaved } from './useSaved';

type HolidayDialogProps = {
  open: boolean;
  onClose: () => void;
  place: Place;
  /** Null: a new one. */
  holiday: Holiday | null;
  today: string;
};

const maximumCharacters = 100;
const nothing: Holiday = { day: '', name: '', nameEs: '', version: '' };

/** The same name in both languages is shown once. */
const draftOf = (row: Holiday): Holiday => ({ ...row, nameEs: row.nameEs === row.name ? '' : row.nameEs });

export function HolidayDialog({ open, onClose, place, holiday, today }: HolidayDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const save = useSubmit(SaveHoliday);
  const [base, setBase] = useState(() => draftOf(holiday ?? nothing));
  const [draft, setDraft] = useState(base);
  const [isTried, setTried] = useState(false);
  const saved = useSaved(onClose);
  const { at } = saved;
  const isOver = holiday !== null && holiday.day < today;
  const change = (part: Partial<Holiday>) => {
    saved.setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const missing = (value: string) => (isTried && value.trim() === '' ? t('kit.required') : undefined);
  function saveOnto(version: string): void {
    setTried(true);
    if (draft.day === '' || draft.name.trim() === '') return;
    const input = { day: draft.day, name: draft.name.trim(), nameEs: draft.nameEs.trim() || null };
    const of = holiday ? { day: holiday.day, version } : {};
    void saved.run(() => save.mutateAsync({ ...place, ...of, input }), t('companies.saved', { name: input.name }));
  }
  return (
    <EditDialog<Holiday>
      open={open}
      onClose={onClose}
      title={holiday ? t('companies.edit.title', { name: holiday.name }) : t('companies.holiday.add')}
      formId="companies-holiday"
      submitLabel={t('companies.save')}
      pending={save.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(base)}
      saved={saved}
      fields={['day', 'name', 'nameEs']}
      onSubmit={() => saveOnto(base.version)}
      rows={(theirs) => [
        { label: t('companies.day'), theirs: format.day(theirs.day), mine: draft.day && format.day(draft.day) },
        { label: t('companies.holiday.name'), theirs: theirs.name, mine: draft.name },
        { label: t('companies.nameEs'), theirs: theirs.nameEs, mine: draft.nameEs || draft.name },
      ]}
      onKeepMine={({ version }) => saveOnto(version)}
      onTakeTheirs={(theirs) => {
        setBase(draftOf(theirs));
        setDraft(draftOf(theirs));
      }}
    >
      <DateField
        label={t('companies.day')}
        value={draft.day}
        onChange={(day) => change({ day })}
        disabledReason={isOver ? t('companies.holiday.over') : undefined}
        error={at('day') ?? missing(draft.day)}
        required
      />
      <TextField
        label={t('companies.holiday.name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={maximumCharacters}
        error={at('name') ?? missing(draft.name)}
        required
      />
      <TextField
        label={t('companies.nameEs')}
        description={t('companies.nameEs.hint')}
        value={draft.nameEs}
        onChange={(nameEs) => change({ nameEs })}
        maxLength={maximumCharacters}
        error={at('nameEs')}
      />
    </EditDialog>
  );
}
