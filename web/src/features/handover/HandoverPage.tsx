/** /admin/handover: what waits for payroll, the batches it got, and what it hasn't taken over. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { everyRow, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, EmptyState, ErrorState, isId, PageHeader, SelectField, Skeleton, useKeptFilter } from '../../ui';
import { BatchesList } from './BatchesList';
import { ChangesList } from './ChangesList';
import { handoverKey, ListCompanies } from './handover';
import { NextBatch } from './NextBatch';

type HandoverPageProps = {
  tenantId: string;
  /** The next cut-off of a company. */
  cutoff?: (companyId: string) => ReactNode;
};

export function HandoverPage({ tenantId, cutoff }: HandoverPageProps) {
  const { t } = useText();
  const api = useApi();
  const [kept, keep] = useKeptFilter('handover company', isId);
  const [chosen, setChosen] = useState(kept);
  const companies = useQuery({
    queryKey: [handoverKey, 'companies', tenantId],
    queryFn: ({ signal }) =>
      everyRow(async (cursor) => (await api.query(ListCompanies, { tenantId, cursor }, signal)).listHandoverCompanies),
  });
  const rows = companies.data ?? [];
  const company = rows.find(({ id }) => id === chosen) ?? rows[0];
  const choose = (id: string) => {
    setChosen(id);
    keep(id);
  };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminHandover')} description={t('handover.lead')} />
      {companies.isPending && <Skeleton className="h-40" />}
      {companies.error && (
        <ErrorState
          title={t('handover.loadFailed')}
          body={errorText(t, companies.error)}
          onRetry={() => void companies.refetch()}
          retrying={companies.isFetching}
        />
      )}
      {companies.data && !company && (
        <Card>
          <EmptyState title={t('handover.noCompany')} body={t('handover.noCompany.body')} />
        </Card>
      )}
      {company && rows.length > 1 && (
        <div className="sm:w-80">
          <SelectField
            label={t('handover.company')}
            options={rows.map(({ id, name }) => ({ value: id, label: name }))}
            value={company.id}
            onChange={choose}
          />
        </div>
      )}
      {company && (
        <>
          {cutoff?.(company.id)}
          <NextBatch key={`next ${company.id}`} tenantId={tenantId} company={company} />
          <BatchesList key={`batches ${company.id}`} tenantId={tenantId} company={company} />
          <ChangesList key={`changes ${company.id}`} tenantId={tenantId} company={company} />
        </>
      )}
    </div>
  );
}
