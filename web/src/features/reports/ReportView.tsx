/** One report of a company: what narrows it, its figures as bars and as a table, and the people behind them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Card, EmptyState, ErrorState, RowBars, Skeleton, Table } from '../../ui';
import { barRows, cellText, columnTitle, isFigure } from './cells';
import { PeopleList } from './PeopleList';
import { ReportFilters } from './ReportFilters';
import {
  type Address,
  type Asked,
  known,
  ReadReport,
  type Report,
  type ReportCompany,
  type ReportName,
  type Row,
  reportsKey,
} from './reports';
import { SaveButtons } from './SaveButtons';

type ReportViewProps = {
  tenantId: string;
  companies: readonly ReportCompany[];
  company: ReportCompany;
  asked: Asked;
  address: Address;
  onAddress: (address: Address) => void;
};

/** As many rows as are read at a glance. */
const maximumBars = 20;

export function ReportView({ tenantId, companies, company, asked, address, onAddress }: ReportViewProps) {
  const { t, language } = useText();
  const api = useApi();
  const { name, filter } = asked;
  const { title, about, people } = known[name];
  const { resourceId, missingOnly, ...narrowed } = filter;
  const variables = { tenantId, companyId: company.id, name, filter: narrowed, language };
  const report = useQuery({
    queryKey: [reportsKey, 'report', variables],
    queryFn: async ({ signal }) => (await api.query(ReadReport, variables, signal)).companyReport,
    // Other days of the same report: what was there stays until they come.
    placeholderData: (before, query) =>
      (query?.queryKey[2] as typeof variables | undefined)?.name === name ? keepPreviousData(before) : undefined,
  });
  const change = (part: Record<string, string | null>) => {
    const next = Object.entries({ ...address, company: company.id, report: name, ...part });
    onAddress(Object.fromEntries(next.filter((entry): entry is [string, string] => entry[1] !== null)));
  };
  return (
    <>
      <ReportFilters
        tenantId={tenantId}
        companies={companies}
        company={company}
        asked={asked}
        report={report.data}
        onChange={change}
      />
      <section aria-label={t(title)} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0 max-w-2xl">
            <h2 className="text-lg font-semibold tracking-tight">{t(title)}</h2>
            <p className="text-sm text-sub">
              {t(about)}
              {name === 'balances' && ` ${t(company.seesPay ? 'reports.balances.paid' : 'reports.balances.unpaid')}`}
            </p>
          </div>
          <SaveButtons company={company} asked={{ name, filter: narrowed }} part="summary" />
        </div>
        {report.error ? (
          <ErrorState
            title={t('reports.loadFailed')}
            body={errorText(t, report.error)}
            onRetry={() => void report.refetch()}
            retrying={report.isFetching}
          />
        ) : (
          <Figures name={name} report={report.data} />
        )}
      </section>
      {people !== 'none' && report.data && (
        <PeopleList
          key={name}
          tenantId={tenantId}
          company={company}
          asked={asked}
          report={report.data}
          onChange={change}
        />
      )}
    </>
  );
}

function Figures({ name, report }: { name: ReportName; report: Report | undefined }) {
  const { t } = useText();
  const format = useFormat();
  const { title, bars } = known[name];
  if (!report) return <Skeleton className="h-64" />;
  if (report.rows.length === 0)
    return (
      <Card>
        <EmptyState title={t('reports.empty')} body={t('reports.empty.body')} />
      </Card>
    );
  const column = (id: string) => report.columns.find((one) => one.id === id);
  const series = bars.flatMap((id) => {
    const found = column(id);
    return found ? [{ id, label: columnTitle(t, found) }] : [];
  });
  const kind = column(bars[0])?.kind;
  const figure = (value: number) => (kind === 'hours' ? format.decimal(String(value)) : format.number(value));
  const rows = barRows(report, bars, (first, cell) => cellText(t, format, first, cell));
  return (
    <>
      <Card>
        <RowBars label={t(title)} series={series} rows={rows.slice(0, maximumBars)} format={figure} />
        {rows.length > maximumBars && (
          <p className="mt-4 text-sm text-sub">{t('reports.firstBars', { count: maximumBars })}</p>
        )}
      </Card>
      <Card flush className="overflow-hidden">
        <Table
          label={t(title)}
          rows={report.rows.map((row, index) => ({ ...row, key: String(index) }))}
          rowKey={({ key }) => key}
          columns={report.columns.map((one, place) => ({
            id: `${one.id} ${place}`,
            header: columnTitle(t, one),
            cell: ({ cells }: Row & { key: string }) => cellText(t, format, one, cells[place] ?? null),
            numeric: isFigure(one),
          }))}
        />
      </Card>
    </>
  );
}
