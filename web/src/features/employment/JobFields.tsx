/** The fields of an employment someone begins: where, since when, in which pay group, with which manager and roles. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { CheckboxGroup, ComboboxField, DateField, FormRow, SelectField, TextField, useSettled } from '../../ui';
import { type Choices, type Job, ManagersToChoose, PayGroups, rolesOfJob } from './adding';
import { employmentKey } from './employment';

type JobFieldsProps = {
  tenantId: string;
  choices: Choices;
  job: Job;
  onChange: (part: Partial<Job>) => void;
  /** What is wrong with a field. */
  errorAt: (field: string) => string | undefined;
};

const quietMs = 250;
const none = 'none';
const maximumCharacters = 100;

export function JobFields({ tenantId, choices, job, onChange, errorAt }: JobFieldsProps) {
  const { t } = useText();
  const api = useApi();
  const { companyId } = job;
  const groups = useQuery({
    queryKey: [employmentKey, 'pay groups', tenantId, companyId],
    queryFn: async ({ signal }) =>
      (await api.query(PayGroups, { tenantId, companyId }, signal)).listCompanyEntries.results,
    enabled: companyId !== '',
  });
  return (
    <>
      <FormRow>
        <SelectField
          label={t('employment.column.company')}
          value={companyId}
          onChange={(chosen) => onChange({ companyId: chosen, payGroupId: '', managerId: '' })}
          options={choices.companies.map(({ id, name }) => ({ value: id, label: name }))}
          error={errorAt('companyId')}
          required
        />
        <TextField
          label={t('employment.add.code')}
          value={job.employeeCode}
          onChange={(employeeCode) => onChange({ employeeCode })}
          maxLength={maximumCharacters}
          error={errorAt('employeeCode')}
          required
        />
      </FormRow>
      <FormRow>
        <DateField
          label={t('employment.add.born')}
          value={job.dateOfBirth}
          onChange={(dateOfBirth) => onChange({ dateOfBirth })}
          error={errorAt('dateOfBirth')}
          required
        />
        <DateField
          label={t('employment.add.hired')}
          description={t('employment.add.hired.hint')}
          value={job.hireDate}
          onChange={(hireDate) => onChange({ hireDate })}
          error={errorAt('hireDate')}
          required
        />
      </FormRow>
      {(groups.data?.length ?? 0) > 0 && (
        <SelectField
          label={t('employment.add.payGroup')}
          value={job.payGroupId || none}
          onChange={(chosen) => onChange({ payGroupId: chosen === none ? '' : chosen })}
          options={[
            { value: none, label: t('employment.add.payGroup.none') },
            ...(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={errorAt('payGroupId')}
        />
      )}
      <ManagerField tenantId={tenantId} job={job} onChange={onChange} error={errorAt('managerId')} />
      <CheckboxGroup
        label={t('employment.add.roles')}
        value={job.roles}
        onChange={(roles) => onChange({ roles })}
        options={rolesOfJob(choices).map(({ id, name, applies }) => ({
          value: id,
          label: name,
          description: applies === 'tenant' ? t('employment.add.roles.tenant') : undefined,
        }))}
        error={errorAt('roles') ?? errorAt('roleId')}
        required
      />
    </>
  );
}

type ManagerFieldProps = {
  tenantId: string;
  job: Job;
  onChange: (part: Partial<Job>) => void;
  error: string | undefined;
};

function ManagerField({ tenantId, job, onChange, error }: ManagerFieldProps) {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const search = useSettled(typed.trim(), quietMs);
  const found = useQuery({
    queryKey: [employmentKey, 'managers to choose', tenantId, search],
    queryFn: async ({ signal }) => (await api.query(ManagersToChoose, { tenantId, search }, signal)).roleCandidates,
    enabled: search !== '',
  });
  const people = search === '' ? [] : (found.data ?? []);
  const options = people.map(({ personId, firstName, lastName, username }) => ({
    value: personId,
    label: `${firstName} ${lastName}`,
    description: username,
  }));
  const kept = chosen && chosen.id === job.managerId ? chosen : null;
  if (kept && !options.some(({ value }) => value === kept.id))
    options.unshift({ value: kept.id, label: kept.name, description: '' });
  return (
    <ComboboxField
      label={t('employment.line.manager')}
      description={t('employment.add.manager.hint')}
      value={job.managerId}
      onChange={(id) => {
        const row = options.find(({ value }) => value === id);
        setChosen(row ? { id: row.value, name: row.label } : null);
        onChange({ managerId: id });
      }}
      onSearch={(text) => setTyped(text === kept?.name ? '' : text)}
      loading={typed.trim() !== search || found.isFetching}
      match={typed.trim() === '' ? undefined : (people[0]?.personId ?? null)}
      options={options}
      error={error}
    />
  );
}
