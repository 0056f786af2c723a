/** A company's links and standing messages; with several companies, one is chosen first. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, EmptyState, ErrorState, SelectField, SkeletonList } from '../../ui';
import { PortalCompanies, portalKey } from './portal';

type LinksTabProps = { tenantId: string; links: (companyId: string) => ReactNode; isTyped: boolean };

export function LinksTab({ tenantId, links, isTyped }: LinksTabProps) {
  const { t } = useText();
  const api = useApi();
  const [chosen, setChosen] = useState<string | null>(null);
  const companies = useQuery({
    queryKey: [portalKey, 'companies', tenantId],
    queryFn: ({ signal }) =>
      everyRow(async (cursor) => {
        const asked = { tenantId, cursor, limit: maximumPageLimit };
        return (await api.query(PortalCompanies, asked, signal)).listCompanies;
      }),
  });
  const all = companies.data ?? [];
  const company = all.find(({ id }) => id === chosen) ?? all[0];
  if (!company) {
    return (
      <Card>
        {companies.isPending && <SkeletonList rows={4} />}
        {companies.error && (
          <ErrorState
            title={t('portal.links.loadFailed')}
            body={errorText(t, companies.error)}
            onRetry={() => void companies.refetch()}
            retrying={companies.isFetching}
          />
        )}
        {companies.data && <EmptyState title={t('portal.links.empty')} body={t('portal.links.emptyBody')} />}
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-sub">{t('portal.links.lead')}</p>
      {all.length > 1 && (
        <SelectField
          label={t('portal.links.company')}
          value={company.id}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
          disabledReason={isTyped ? t('portal.links.saveFirst') : undefined}
          className="max-w-sm"
        />
      )}
      {links(company.id)}
    </div>
  );
}
