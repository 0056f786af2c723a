/** /admin/reports: figures about a company's people, for its administrators and its payroll. */
import { useQuery } from '@tanstack/react-query';
import { everyRow, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, EmptyState, ErrorState, PageHeader, Skeleton } from '../../ui';
import { ReportView } from './ReportView';
import { type Address, askedBy, ListCompanies, reportsKey } from './reports';
import { SchedulesList } from './SchedulesList';

export type ReportsPageProps = {
  tenantId: string;
  /** What narrows the report, and the way to change it. */
  address: Address;
  onAddress: (address: Address) => void;
};

export function ReportsPage({ tenantId, address, onAddress }: ReportsPageProps) {
  const { t } = useText();
  const api = useApi();
  const asked = askedBy(address);
  const companies = useQuery({
    queryKey: [reportsKey, 'companies', tenantId],
    queryFn: ({ signal }) =>
      everyRow(async (cursor) => (await api.query(ListCompanies, { tenantId, cursor }, signal)).listReportCompanies),
  });
  const rows = companies.data ?? [];
  const company = rows.find(({ id }) => id === asked.companyId) ?? rows[0];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminReports')} description={t('reports.lead')} />
      {companies.isPending && <Skeleton className="h-40" />}
      {companies.error && (
        <ErrorState
          title={t('reports.loadFailed')}
          body={errorText(t, companies.error)}
          onRetry={() => void companies.refetch()}
          retrying={companies.isFetching}
        />
      )}
      {companies.data && !company && (
        <Card>
          <EmptyState title={t('reports.noCompany')} body={t('reports.noCompany.body')} />
        </Card>
      )}
      {company && (
        <>
          <ReportView
            key={company.id}
            tenantId={tenantId}
            companies={rows}
            company={company}
            asked={asked}
            address={address}
            onAddress={onAddress}
          />
          <SchedulesList key={`schedules ${company.id}`} tenantId={tenantId} company={company} asked={asked} />
        </>
      )}
    </div>
  );
}
