/** Narrows the queue to one report, found by first name, last name or code. */
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { ComboboxField } from '../../ui';
import { managerIds } from './useQueue';
import { type Report, useReports } from './useReports';

type EmployeeSearchProps = { actor: Actor; chosen: Report | null; onChoose: (report: Report | null) => void };

export function EmployeeSearch({ actor, chosen, onChoose }: EmployeeSearchProps) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const { found, isSearching } = useReports(managerIds(actor), typed);
  const reports = found.data ?? [];
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
      loading={isSearching}
      match={typed.trim() === '' ? undefined : (reports[0]?.id ?? null)}
    />
  );
}
