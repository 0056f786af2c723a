/** What a policy would mean for someone: pick a person, see the balance as it would be without and with it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { ComboboxField, SkeletonList, Table, useSettled } from '../../ui';
import { companiesKey, type Place } from './companies';
import { type Policy, PolicyCandidates, type PolicyInput, PreviewPolicy } from './policies';

type PolicyPreviewProps = { place: Place; policy: Policy | null; input: PolicyInput };

const quietMs = 250;

export function PolicyPreview({ place, policy, input }: PolicyPreviewProps) {
  const { t } = useText();
  const api = useApi();
  const [person, setPerson] = useState<{ id: string; name: string } | null>(null);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), quietMs);
  const found = useQuery({
    queryKey: [companiesKey, 'policy candidates', place, search],
    queryFn: async ({ signal }) => (await api.query(PolicyCandidates, { ...place, search }, signal)).policyCandidates,
    enabled: search !== '',
  });
  const people = search === '' ? [] : (found.data ?? []);
  const nameOf = (row: { firstName: string; lastName: string }) => `${row.firstName} ${row.lastName}`;
  const options = people.map((row) => ({ value: row.employeeId, label: nameOf(row), description: row.employeeCode }));
  if (person && !options.some(({ value }) => value === person.id))
    options.unshift({ value: person.id, label: person.name, description: '' });
  return (
    <section aria-label={t('companies.preview')} className="rounded-lg border border-line bg-sunken p-4">
      <h3 className="mb-1 font-semibold">{t('companies.preview')}</h3>
      <p className="mb-4 text-sm text-sub">{t('companies.preview.lead')}</p>
      <ComboboxField
        label={t('companies.preview.person')}
        description={t('companies.preview.hint')}
        options={options}
        value={person?.id ?? ''}
        onChange={(id) => {
          const row = people.find(({ employeeId }) => employeeId === id);
          setPerson(row ? { id: row.employeeId, name: nameOf(row) } : person?.id === id ? person : null);
        }}
        onSearch={(text) => setTyped(text === person?.name ? '' : text)}
        loading={typed.trim() !== search || found.isFetching}
        match={typed.trim() === '' ? undefined : (people[0]?.employeeId ?? null)}
      />
      {person && <Effect place={place} policy={policy} input={input} employeeId={person.id} />}
    </section>
  );
}

type EffectProps = PolicyPreviewProps & { employeeId: string };

function Effect({ place, policy, input, employeeId }: EffectProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const asked = { ...place, typeId: policy?.id ?? null, employeeId, input };
  const preview = useQuery({
    queryKey: [companiesKey, 'policy preview', asked],
    queryFn: async ({ signal }) => (await api.query(PreviewPolicy, asked, signal)).previewTimeOffPolicy,
    retry: false,
  });
  const hours = (decimal: string) => t('companies.hours', { hours: format.decimal(decimal) });
  if (preview.error) return <p className="mt-4 text-sub">{errorText(t, preview.error)}</p>;
  if (!preview.data) return <SkeletonList rows={3} />;
  const { of, days, rateBefore, rateAfter } = preview.data;
  return (
    <div className="mt-4 flex flex-col gap-3">
      <p className="text-sm">
        {t('companies.preview.hired', { day: format.day(of.hireDate) })}{' '}
        {rateBefore !== null && rateBefore !== rateAfter
          ? t('companies.preview.rates', { before: hours(rateBefore), after: hours(rateAfter) })
          : t('companies.preview.rate', { rate: hours(rateAfter) })}
      </p>
      <Table
        label={t('companies.preview.balances')}
        rows={[...days]}
        rowKey={({ day }) => day}
        columns={[
          { id: 'day', header: t('companies.day'), cell: ({ day }) => format.day(day) },
          ...(policy
            ? [
                {
                  id: 'before',
                  header: t('companies.preview.before'),
                  cell: ({ before }: (typeof days)[number]) => (before === null ? '' : hours(before)),
                  numeric: true,
                },
              ]
            : []),
          { id: 'after', header: t('companies.preview.after'), cell: ({ after }) => hours(after), numeric: true },
        ]}
      />
    </div>
  );
}
