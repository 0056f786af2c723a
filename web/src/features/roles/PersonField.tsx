/** Someone to find by the beginning of a name or username. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { ComboboxField, useSettled } from '../../ui';
import { nameOf, RoleCandidates, rolesKey } from './role';

export type ChosenPerson = { id: string; name: string };

type PersonFieldProps = {
  label: string;
  tenantId: string;
  value: ChosenPerson | null;
  onChange: (person: ChosenPerson | null) => void;
  error?: string | undefined;
};

const quietMs = 250;

export function PersonField({ label, tenantId, value, onChange, error }: PersonFieldProps) {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const found = useQuery({
    queryKey: [rolesKey, 'candidates', tenantId, search],
    queryFn: async ({ signal }) => (await api.query(RoleCandidates, { tenantId, search }, signal)).roleCandidates,
    enabled: search !== '',
  });
  const people = search === '' ? [] : (found.data ?? []);
  const options = people.map((row) => ({ value: row.personId, label: nameOf(row), description: row.username }));
  if (value && !options.some((option) => option.value === value.id))
    options.unshift({ value: value.id, label: value.name, description: '' });
  return (
    <ComboboxField
      label={label}
      description={t('roles.give.personHint')}
      options={options}
      value={value?.id ?? ''}
      onChange={(id) => {
        const row = people.find((each) => each.personId === id);
        onChange(row ? { id: row.personId, name: nameOf(row) } : value?.id === id ? value : null);
      }}
      onSearch={(text) => setTyped(text === value?.name ? '' : text)}
      loading={typed.trim() !== search || found.isFetching}
      match={typed.trim() === '' ? undefined : (people[0]?.personId ?? null)}
      error={error}
      required
    />
  );
}
