/** Adds someone: who works here, has a role without it, comes from Evolution, or only has an account. The invitation can wait. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { CheckboxField, Form, FormDialog, FormRow, Notice, RadioGroup, SelectField, TextField } from '../../ui';
import { useHelp } from './account';
import {
  AddPerson,
  blank,
  type Choices,
  type Draft,
  inputOf,
  kinds,
  kindsFor,
  missingIn,
  placesOf,
  roleOf,
  rolesOfEvolution,
  rolesOfOutside,
  versions,
  wholeTenant,
} from './adding';
import { JobFields } from './JobFields';

type AddPersonDialogProps = { open: boolean; onClose: () => void; tenantId: string; choices: Choices };

const formId = 'people-add';
const maximumCharacters = 100;
const languages = ['en', 'es'] as const;
const roleFields = ['roles', 'companyId'];
const accountFields = ['firstName', 'lastName', 'email', 'username'];
const jobFields = [
  'companyId',
  'employeeCode',
  'dateOfBirth',
  'hireDate',
  'payGroupId',
  'managerId',
  'roles',
  'roleId',
];

export function AddPersonDialog({ open, onClose, tenantId, choices }: AddPersonDialogProps) {
  const { t } = useText();
  const add = useSubmit(AddPerson);
  const first = blank(choices);
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useHelp(onClose);
  const change = (part: Partial<Draft>) => {
    setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const missing = isTried ? missingIn(draft) : [];
  const errorAt = (field: string) => at(field) ?? (missing.includes(field) ? t('kit.required') : undefined);
  const ofKind = { employee: jobFields, outside: roleFields, evolution: roleFields, account: [] };
  const shown = [...accountFields, ...ofKind[draft.kind]];

  function submit(): void {
    setTried(true);
    if (missingIn(draft).length > 0) return;
    const name = `${draft.firstName.trim()} ${draft.lastName.trim()}`;
    const done = t(draft.invites ? 'employment.add.invited' : 'employment.add.done', { name });
    void run(() => add.mutateAsync({ input: inputOf(choices, draft) }), done);
  }

  const text = (field: 'firstName' | 'lastName' | 'username', label: string) => (
    <TextField
      label={label}
      value={draft[field]}
      onChange={(value) => change({ [field]: value })}
      maxLength={maximumCharacters}
      error={errorAt(field)}
      required
    />
  );

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('employment.add')}
      formId={formId}
      submitLabel={t('employment.add')}
      pending={add.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      size="lg"
    >
      <Form id={formId} onSubmit={submit} error={failure && !shown.some(at) ? failure.text : null}>
        {kindsFor(choices).length > 1 && (
          <RadioGroup
            label={t('employment.add.kind')}
            layout="cards"
            value={draft.kind}
            onChange={(value) => change({ kind: kinds.find((kind) => kind === value) ?? 'employee', place: '' })}
            options={kindsFor(choices).map((value) => ({
              value,
              label: t(`employment.add.kind.${value}`),
              description: t(`employment.add.kindHint.${value}`),
            }))}
          />
        )}
        <FormRow>
          {text('firstName', t('employment.add.firstName'))}
          {text('lastName', t('employment.add.lastName'))}
        </FormRow>
        <FormRow>
          <TextField
            label={t('employment.add.email')}
            type="email"
            value={draft.email}
            onChange={(email) => change({ email })}
            error={errorAt('email')}
            required
          />
          {text('username', t('employment.column.username'))}
        </FormRow>
        {draft.kind === 'employee' && (
          <JobFields tenantId={tenantId} choices={choices} job={draft} onChange={change} errorAt={errorAt} />
        )}
        {(draft.kind === 'evolution' || draft.kind === 'outside') && (
          <RoleFields choices={choices} draft={draft} onChange={change} errorAt={errorAt} />
        )}
        {draft.kind === 'account' && <Notice>{t('employment.add.account.about')}</Notice>}
        <FormRow>
          <SelectField
            label={t('employment.add.language')}
            value={draft.language}
            onChange={(value) => change({ language: value === 'es' ? 'es' : 'en' })}
            options={languages.map((value) => ({ value, label: t(`employment.add.language.${value}`) }))}
          />
          <SelectField
            label={t('employment.add.version')}
            description={t('employment.add.version.hint')}
            value={draft.version}
            onChange={(value) => change({ version: value === 'v2' ? 'v2' : 'v1' })}
            options={versions.map((value) => ({ value, label: t(`employment.add.version.${value}`) }))}
          />
        </FormRow>
        <CheckboxField
          label={t('employment.add.invite')}
          description={t('employment.add.invite.hint')}
          value={draft.invites}
          onChange={(invites) => change({ invites })}
        />
      </Form>
    </FormDialog>
  );
}

type RoleFieldsProps = {
  choices: Choices;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  errorAt: (field: string) => string | undefined;
};

/** The one role of someone who doesn't work here, and where it applies. */
function RoleFields({ choices, draft, onChange, errorAt }: RoleFieldsProps) {
  const { t } = useText();
  const isEvolution = draft.kind === 'evolution';
  const roles = isEvolution ? rolesOfEvolution(choices) : rolesOfOutside(choices);
  const nameOf = (id: string) => choices.companies.find((company) => company.id === id)?.name ?? '';
  return (
    <FormRow>
      <SelectField
        label={t('employment.add.role')}
        value={roleOf(draft)}
        onChange={(role) => onChange({ [isEvolution ? 'evolutionRole' : 'outsideRole']: role, place: '' })}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        error={errorAt('roles')}
        required
      />
      <SelectField
        label={t('employment.add.place')}
        value={draft.place}
        onChange={(place) => onChange({ place })}
        options={placesOf(choices, roleOf(draft)).map((value) => ({
          value,
          label: value === wholeTenant ? t('employment.add.place.tenant') : nameOf(value),
        }))}
        error={errorAt('place') ?? errorAt('companyId')}
        required
      />
    </FormRow>
  );
}
