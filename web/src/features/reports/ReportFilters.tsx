/** What a report is about: the company, the days, a department, and what its rows are. */
import { useQuery } from '@tanstack/react-query';
import { everyRow, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { DateField, DateRangeField, SelectField } from '../../ui';
import {
  type Asked,
  type Grouping,
  groupingTexts,
  known,
  ListDepartments,
  names,
  type Report,
  type ReportCompany,
  reportsKey,
} from './reports';

type ReportFiltersProps = {
  tenantId: string;
  companies: readonly ReportCompany[];
  company: ReportCompany;
  asked: Asked;
  /** What was read last: its days fill the fields until others are chosen. */
  report: Report | undefined;
  onChange: (part: Record<string, string | null>) => void;
};

const everyone = 'all';

export function ReportFilters({ tenantId, companies, company, asked, report, onChange }: ReportFiltersProps) {
  const { t } = useText();
  const api = useApi();
  const { name, filter } = asked;
  const { hasRange } = known[name];
  const groupings: readonly Grouping[] = known[name].groupings;
  const departments = useQuery({
    queryKey: [reportsKey, 'departments', company.id],
    queryFn: ({ signal }) =>
      everyRow(
        async (cursor) =>
          (await api.query(ListDepartments, { tenantId, companyId: company.id, cursor }, signal)).listReportDepartments,
      ),
  });
  const from = filter.from ?? report?.from;
  const to = filter.to ?? report?.to;
  return (
    <div className="flex flex-wrap items-end gap-3 [&>*]:w-full sm:[&>*]:w-64">
      {companies.length > 1 && (
        <SelectField
          label={t('reports.company')}
          options={companies.map(({ id, name }) => ({ value: id, label: name }))}
          value={company.id}
          onChange={(id) => onChange({ company: id, department: null, resource: null })}
        />
      )}
      <SelectField
        label={t('reports.report')}
        options={names.map((one) => ({ value: one, label: t(known[one].title) }))}
        value={name}
        onChange={(report) => onChange({ report, groupBy: null, from: null, to: null, on: null, resource: null })}
      />
      {hasRange && (
        <DateRangeField
          label={t('reports.days')}
          value={from && to ? { start: from, end: to } : null}
          onChange={(range) => range && onChange({ from: range.start, to: range.end })}
        />
      )}
      {name === 'balances' && (
        <DateField
          label={t('reports.on')}
          value={filter.on ?? report?.on ?? ''}
          onChange={(on) => on !== '' && onChange({ on })}
        />
      )}
      {(departments.data?.length ?? 0) > 0 && (
        <SelectField
          label={t('reports.department')}
          options={[
            { value: everyone, label: t('reports.allDepartments') },
            ...(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={filter.departmentId ?? everyone}
          onChange={(id) => onChange({ department: id === everyone ? null : id })}
        />
      )}
      {groupings.length > 1 && (
        <SelectField
          label={t('reports.by')}
          options={groupings.map((one) => ({ value: one, label: t(groupingTexts[one]) }))}
          value={filter.groupBy ?? groupings[0] ?? ''}
          onChange={(groupBy) => onChange({ groupBy })}
        />
      )}
    </div>
  );
}
