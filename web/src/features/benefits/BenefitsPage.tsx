/** /benefits: the plans someone is enrolled in, and their yearly totals. */
import { useQuery } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import { type Actor, may } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { textOr } from '../../i18n/known';
import { Card, EmptyState, ErrorState, PageHeader, SkeletonList } from '../../ui';
import { type Benefits, byCategory, OpenBenefits, OpenFamily } from './benefit';
import { PlanDetails } from './PlanDetails';
import { YearOfBenefits } from './YearOfBenefits';

export function BenefitsPage({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const ids = { tenantId, companyId, employeeId: employeeId ?? '' };
  const benefits = useQuery({
    queryKey: ['benefits', ids],
    queryFn: async ({ signal }) => (await api.query(OpenBenefits, ids, signal)).employeeBenefits,
  });
  const family = useQuery({
    queryKey: ['benefits', 'family', ids],
    queryFn: async ({ signal }) => (await api.query(OpenFamily, ids, signal)).employeeById,
    enabled: may(actor, 'employee:profile'),
  });
  const plans = benefits.data?.results ?? [];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.benefits')} description={t('benefits.lead', { company: actor.companyName })} />
      {benefits.isPending && (
        <Card>
          <SkeletonList rows={5} />
        </Card>
      )}
      {benefits.isError && !benefits.data && (
        <Card>
          <ErrorState
            title={t('benefits.loadFailed')}
            body={errorText(t, benefits.error)}
            onRetry={() => void benefits.refetch()}
            retrying={benefits.isFetching}
          />
        </Card>
      )}
      {benefits.data && plans.length === 0 && (
        <Card>
          <EmptyState icon={<HeartPulse />} title={t('benefits.empty.title')} body={t('benefits.empty.body')} />
        </Card>
      )}
      {benefits.data && plans.length > 0 && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            {byCategory(plans).map(([category, list]) => (
              <Card key={category} title={textOr(t, `benefits.category.${category}`, category)}>
                <ul className="divide-y divide-line">
                  {list.map((plan) => (
                    <li key={plan.id} className="py-5 first:pt-0 last:pb-0">
                      <PlanDetails plan={plan} family={family.data} />
                    </li>
                  ))}
                </ul>
              </Card>
            ))}
          </div>
          <Year benefits={benefits.data} />
        </div>
      )}
    </div>
  );
}

function Year({ benefits }: { benefits: Benefits }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <Card
      className="lg:sticky lg:top-6 max-lg:order-first"
      title={t('benefits.year')}
      description={benefits.payPeriods && t('benefits.year.lead', { count: format.number(benefits.payPeriods) })}
    >
      <YearOfBenefits benefits={benefits} />
    </Card>
  );
}
