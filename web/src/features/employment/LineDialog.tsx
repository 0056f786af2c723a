/** A manager from a day on, in one area or both. A direct manager takes the place of the one before. The second of two sees both versions. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText, refusalText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { CheckboxGroup, ComboboxField, DateField, Form, FormDialog, SelectField, toast, useSettled } from '../../ui';
import { type CurrentEmployment, currentEmployment, EmploymentConflict } from './EmploymentConflict';
import { type Area, areas, type Employment, employmentKey, People, SetLine } from './employment';

type LineDialogProps = { open: boolean; onClose: () => void; employment: Employment; name: string };

type Refused = { field: string | null | undefined; text: string; current: CurrentEmployment | null };

const quietMs = 250;
const kinds = ['primary', 'secondary'] as const;

export function LineDialog({ open, onClose, employment, name }: LineDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const formId = useId();
  const queryClient = useQueryClient();
  const submit = useSubmit(SetLine);
  const [typed, setTyped] = useState('');
  const [manager, setManager] = useState('');
  const [managerName, setManagerName] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number]>('primary');
  const [chosen, setChosen] = useState<string[]>([...areas]);
  const [day, setDay] = useState(employment.today);
  const [refused, setRefused] = useState<Refused | null>(null);
  // What was shown counts, also once the page behind has read what someone else saved.
  const [base] = useState(employment);
  const search = useSettled(typed.trim(), quietMs);
  const found = useQuery({
    queryKey: [employmentKey, 'managers', search],
    queryFn: async ({ signal }) => (await api.query(People, { search, limit: 20 }, signal)).administeredPeople.results,
    enabled: search !== '',
  });
  const people = found.data ?? [];
  const { employeeId } = employment;
  const current = refused?.current;

  async function save(version: number): Promise<void> {
    setRefused(null);
    const asked = areas.filter((area): area is Area => chosen.includes(area));
    try {
      await submit.mutateAsync({ employeeId, managerId: manager, kind, areas: [...asked], firstDay: day, version });
      toast(t('employment.line.done'), { tone: 'ok' });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.isTold) return;
      const code = error instanceof ApiError ? error.code : undefined;
      const field = error instanceof ApiError ? error.field : undefined;
      setRefused({
        field,
        text: (field && refusalText(t, code)) || errorText(t, error),
        current: currentEmployment(error),
      });
    } finally {
      void queryClient.invalidateQueries({ queryKey: [employmentKey] });
    }
  }

  const from = (on: string | null) => on && t('employment.from', { day: format.day(on) });
  const inWords = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  const managers = {
    label: t('employment.line.manager'),
    theirs: employment.lines
      .filter((line) => !line.isOver && line.kind === kind && chosen.includes(line.area))
      .map((line) => inWords([line.managerName, t(`employment.area.${line.area}`), from(line.firstDay)]))
      .join('\n'),
    mine: inWords([managerName, from(day || null)]),
  };
  const errorAt = (field: string) => (refused?.field === field ? refused.text : undefined);
  const hasField = refused?.field === 'managerId' || refused?.field === 'areas' || refused?.field === 'day';
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('employment.line.title', { name })}
      formId={formId}
      submitLabel={t('employment.line.set')}
      pending={submit.isPending}
      isDirty={manager !== ''}
      submitDisabledReason={
        current ? t('conflict.chooseFirst') : manager === '' || day === '' ? t('employment.line.missing') : undefined
      }
    >
      <div className="flex flex-col gap-5">
        {current && (
          <EmploymentConflict
            mine={base}
            current={current}
            more={[managers]}
            pending={submit.isPending}
            onKeepMine={() => void save(current.version)}
            onTakeTheirs={onClose}
          />
        )}
        <Form
          id={formId}
          onSubmit={() => void save(base.version)}
          error={refused && !current && !hasField ? refused.text : null}
        >
          <ComboboxField
            label={t('employment.line.manager')}
            required
            value={manager}
            onChange={(personId) => {
              const chosen = people.find((one) => one.personId === personId);
              setManager(personId);
              setManagerName(chosen ? `${chosen.firstName} ${chosen.lastName}` : '');
            }}
            onSearch={setTyped}
            loading={found.isFetching}
            match={search === '' ? undefined : (people[0]?.personId ?? null)}
            options={people.map(({ personId, firstName, lastName, username }) => ({
              value: personId,
              label: `${firstName} ${lastName}`,
              description: username,
            }))}
            error={errorAt('managerId')}
          />
          <SelectField
            label={t('employment.line.kind')}
            required
            value={kind}
            onChange={(value) => setKind(value === 'secondary' ? 'secondary' : 'primary')}
            options={kinds.map((value) => ({ value, label: t(`employment.kind.${value}`) }))}
          />
          <CheckboxGroup
            label={t('employment.line.areas')}
            required
            value={chosen}
            onChange={setChosen}
            options={areas.map((value) => ({ value, label: t(`employment.area.${value}`) }))}
            error={errorAt('areas')}
          />
          <DateField label={t('employment.line.day')} required value={day} onChange={setDay} error={errorAt('day')} />
        </Form>
      </div>
    </FormDialog>
  );
}
