/** Adds a pay run, or changes an open one. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { DateField, FormRow, SelectField, TimeField } from '../../ui';
import type { Place } from './companies';
import { EditDialog } from './EditDialog';
import { type Calendar, draftOf, noRun, type Run, type RunDraft, SaveRun } from './runs';
import { useSaved } from './useSaved';

type RunDialogProps = {
  open: boolean;
  onClose: () => void;
  place: Place;
  /** Null: a new one. */
  run: Run | null;
  calendar: Calendar;
};

/** The server keeps the cut-off as an instant: what it is by the wall clock is read again with the list. */
type SavedRun = Pick<Run, 'periodBegin' | 'periodEnd' | 'payDate'> & { version: string };

export function RunDialog({ open, onClose, place, run, calendar }: RunDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const save = useSubmit(SaveRun);
  const [base] = useState(() => (run ? draftOf(run) : noRun));
  const [draft, setDraft] = useState(base);
  const [isTried, setTried] = useState(false);
  const saved = useSaved(onClose);
  const { at } = saved;
  const change = (part: Partial<RunDraft>) => {
    saved.setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const required = (name: keyof RunDraft) =>
    at(name) ?? (isTried && draft[name] === '' ? t('kit.required') : undefined);
  const payday = draft.payDate && format.day(draft.payDate);
  function saveOnto(version: number | null): void {
    setTried(true);
    const { payGroupId, ...days } = draft;
    if (Object.values(days).includes('')) return;
    const input = { ...days, payGroupId: payGroupId || null };
    const of = run ? { runId: run.id, version } : {};
    void saved.run(() => save.mutateAsync({ ...place, ...of, input }), t('companies.run.saved', { payday }));
  }
  const day = (name: Exclude<keyof RunDraft, 'payGroupId' | 'cutoffTime'>, label: string) => (
    <DateField
      label={label}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      error={required(name)}
      required
    />
  );
  return (
    <EditDialog<SavedRun>
      open={open}
      onClose={onClose}
      title={run ? t('companies.run.edit', { payday: format.day(run.payDate) }) : t('companies.run.add')}
      formId="companies-run"
      submitLabel={t('companies.save')}
      pending={save.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(base)}
      saved={saved}
      fields={['periodBegin', 'periodEnd', 'cutoffDay', 'cutoffTime', 'payDate']}
      onSubmit={() => saveOnto(run?.version ?? null)}
      rows={(theirs) => [
        {
          label: t('companies.run.period'),
          theirs: format.dayRange(theirs.periodBegin, theirs.periodEnd),
          mine: draft.periodBegin && draft.periodEnd && format.dayRange(draft.periodBegin, draft.periodEnd),
        },
        { label: t('companies.run.payday'), theirs: format.day(theirs.payDate), mine: payday },
      ]}
      onKeepMine={({ version }) => saveOnto(Number(version))}
      onTakeTheirs={onClose}
    >
      <SelectField
        label={t('companies.run.group')}
        options={[
          { value: 'everyone', label: t('companies.run.everyone') },
          ...calendar.payGroups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={draft.payGroupId || 'everyone'}
        onChange={(id) => change({ payGroupId: id === 'everyone' ? '' : id })}
      />
      <FormRow>
        {day('periodBegin', t('companies.run.begin'))}
        {day('periodEnd', t('companies.run.end'))}
      </FormRow>
      <FormRow>
        {day('cutoffDay', t('companies.run.cutoffDay'))}
        <TimeField
          label={t('companies.run.cutoffTime')}
          description={t('companies.run.cutoffHint')}
          value={draft.cutoffTime}
          onChange={(cutoffTime) => change({ cutoffTime })}
          error={required('cutoffTime')}
          required
        />
      </FormRow>
      {day('payDate', t('companies.run.payday'))}
    </EditDialog>
  );
}
