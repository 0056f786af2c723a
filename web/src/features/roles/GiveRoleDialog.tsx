/** Gives someone a role: who, where, from when until when, and what they gain from it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { DateField, Form, FormDialog, FormRow, SelectField } from '../../ui';
import { type ChosenPerson, PersonField } from './PersonField';
import { RolePreview } from './RolePreview';
import { type Choices, GiveRole, type Grant, PreviewRole, type Role, rolesKey } from './role';
import { useSaved } from './useSaved';

type GiveRoleDialogProps = { open: boolean; onClose: () => void; tenantId: string; role: Role; choices: Choices };

const formId = 'roles-give';
const wholeTenant = 'tenant';

export function GiveRoleDialog({ open, onClose, tenantId, role, choices }: GiveRoleDialogProps) {
  const { t } = useText();
  const api = useApi();
  const give = useSubmit(GiveRole);
  const [person, setPerson] = useState<ChosenPerson | null>(null);
  const places = [
    ...(choices.isWholeTenant && role.applies !== 'company'
      ? [{ value: wholeTenant, label: t('roles.place.tenant') }]
      : []),
    ...(role.applies === 'tenant' ? [] : choices.companies.map(({ id, name }) => ({ value: id, label: name }))),
  ];
  const [place, setPlace] = useState(places.length === 1 ? (places[0]?.value ?? '') : '');
  const [startsOn, setStartsOn] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useSaved(onClose);

  const input: Grant | null =
    person && place
      ? {
          personId: person.id,
          roleId: role.id,
          companyId: place === wholeTenant ? null : place,
          startsOn: startsOn || null,
          endsOn: endsOn || null,
        }
      : null;
  const preview = useQuery({
    queryKey: [rolesKey, 'preview', tenantId, input],
    queryFn: async ({ signal }) =>
      (await api.query(PreviewRole, { tenantId, input: input as Grant }, signal)).previewRole,
    enabled: input !== null,
  });

  function submit(): void {
    setTried(true);
    if (!input || !person) return;
    void run(() => give.mutateAsync({ tenantId, input }), t('roles.give.done', { role: role.name, name: person.name }));
  }
  const change = (set: (value: string) => void) => (value: string) => {
    setFailure(null);
    set(value);
  };
  const known = ['personId', 'companyId', 'startsOn', 'endsOn', 'roleId'].map(at).find(Boolean);

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('roles.give.title', { role: role.name })}
      formId={formId}
      submitLabel={t('roles.give.submit')}
      pending={give.isPending}
      isDirty={person !== null || startsOn !== '' || endsOn !== ''}
      size="lg"
    >
      <Form id={formId} onSubmit={submit} error={failure && (!known || at('roleId')) ? failure.text : null}>
        <PersonField
          label={t('roles.give.person')}
          tenantId={tenantId}
          value={person}
          onChange={(chosen) => {
            setFailure(null);
            setPerson(chosen);
          }}
          error={isTried && !person ? t('kit.required') : undefined}
        />
        <SelectField
          label={t('roles.place')}
          options={places}
          value={place}
          onChange={change(setPlace)}
          error={at('companyId') ?? (isTried && !place ? t('kit.required') : undefined)}
          required
        />
        <FormRow>
          <DateField
            label={t('roles.startsOn')}
            description={t('roles.give.startsHint')}
            value={startsOn}
            onChange={change(setStartsOn)}
            error={at('startsOn')}
          />
          <DateField
            label={t('roles.endsOn')}
            description={t('roles.give.endsHint')}
            value={endsOn}
            onChange={change(setEndsOn)}
            error={at('endsOn')}
          />
        </FormRow>
        {input && <RolePreview preview={preview} />}
      </Form>
    </FormDialog>
  );
}
