/** /pay/w2: one's wage and tax statements by year, to read and to download, and how they are delivered. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, EmptyState, ErrorState, PageHeader, SkeletonList } from '../../ui';
import { DeliveryCard } from './DeliveryCard';
import { FormCard } from './FormCard';
import { ListForms, taxReturnsKey } from './forms';

export function TaxReturnsPage({ actor, showsOffer }: { actor: Actor; showsOffer: boolean }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const forms = useInfiniteQuery({
    queryKey: [taxReturnsKey, 'list', tenantId, companyId, employeeId],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const variables = { tenantId, companyId, employeeId: employeeId ?? '', cursor };
      return (await api.query(ListForms, variables, signal)).listEmployeeTaxReturns;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ links }) => links.next,
  });
  const all = forms.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.w2')} description={t('taxReturns.lead')} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {forms.isPending && (
            <Card>
              <SkeletonList rows={5} />
            </Card>
          )}
          {forms.isError && !forms.data && (
            <Card>
              <ErrorState
                title={t('taxReturns.failed.list')}
                body={errorText(t, forms.error)}
                onRetry={() => void forms.refetch()}
                retrying={forms.isFetching}
              />
            </Card>
          )}
          {forms.data && all.length === 0 && (
            <Card>
              <EmptyState icon={<FileText />} title={t('taxReturns.empty.title')} body={t('taxReturns.empty.body')} />
            </Card>
          )}
          {all.map((form) => (
            <FormCard key={form.id} actor={actor} form={form} />
          ))}
          {forms.hasNextPage && (
            <Button variant="secondary" pending={forms.isFetchingNextPage} onPress={() => void forms.fetchNextPage()}>
              {t('taxReturns.older')}
            </Button>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <DeliveryCard actor={actor} />
          {showsOffer && (
            <Card title={t('taxReturns.offer.title')}>
              <p className="text-sub text-pretty">{t('taxReturns.offer.body')}</p>
            </Card>
          )}
        </div>
      </div>
    </div>
  );
}
