/** Narrows the queue to one report, found by first name, last name or code. Enter takes the first, Tab moves on. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { ComboboxField } from '../../ui';
import { timeOffKey } from './timeOff';
import { managerIds } from './useQueue';
import { useSettled } from './useSettled';

const Reports = graphql(`
  query TimeOffReports($tenantId: ID!, $companyId: ID!, $managerId: ID!, $search: String) {
    listManagersEmployees(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, search: $search, limit: 20) {
      results { id firstName lastName employeeCode primary secondary }
    }
  }
`);

const quietMs = 250;
const area = 'Time Off';

export type Report = { id: string; name: string };

type EmployeeSearchProps = { actor: Actor; chosen: Report | null; onChoose: (report: Report | null) => void };

export function EmployeeSearch({ actor, chosen, onChoose }: EmployeeSearchProps) {
  const { t } = useText();
  const api = useApi();
  const ids = managerIds(actor);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs);
  const found = useQuery({
    queryKey: [timeOffKey, 'reports', ids, search],
    queryFn: async ({ signal }) => {
      const { results } = (await api.query(Reports, { ...ids, search: search || null }, signal)).listManagersEmployees;
      return results.filter(({ primary, secondary }) => primary.includes(area) || secondary.includes(area));
    },
    placeholderData: keepPreviousData,
  });
  const reports = (found.data ?? []).map(({ id, firstName, lastName, employeeCode }) => ({
    id,
    name: `${firstName} ${lastName}`,
    employeeCode,
  }));
  const options = reports.map(({ id, name, employeeCode }) => ({
    value: id,
    label: name,
    description: `#${employeeCode}`,
  }));
  if (chosen && !options.some(({ value }) => value === chosen.id))
    options.unshift({ value: chosen.id, label: chosen.name, description: '' });
  return (
    <ComboboxField
      label={t('timeOff.queue.search')}
      hideLabel
      placeholder={t('timeOff.queue.search')}
      options={options}
      value={chosen?.id ?? ''}
      onChange={(id) => {
        const report = reports.find((each) => each.id === id) ?? (chosen?.id === id ? chosen : null);
        onChoose(report && { id: report.id, name: report.name });
      }}
      onSearch={(text) => setTyped(text === chosen?.name ? '' : text)}
      loading={found.isFetching}
    />
  );
}
