/** A year of benefits on an employee's home. */
import { HeartPulse } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card, EmptyState, Link } from '../../ui';
import type { BenefitsOfYear } from './home';
import { YearOfBenefits } from './YearOfBenefits';

export default function BenefitsCard({ data, href }: HomeCardProps<BenefitsOfYear>) {
  const { t } = useText();
  const format = useFormat();
  const { results } = data.yearlyBenefits;
  if (results.length === 0)
    return (
      <Card title={t('benefits.year')}>
        <EmptyState icon={<HeartPulse />} title={t('benefits.empty.title')} body={t('benefits.empty.body')} />
      </Card>
    );
  const plans = results.filter(({ enrollmentStatus }) => enrollmentStatus === 'Enrolled').length;
  return (
    <Card
      title={t('benefits.year')}
      description={t('benefits.card.plans', { count: format.number(plans) })}
      action={
        href && (
          <Link variant="quiet" href={href}>
            {t('benefits.card.view')}
          </Link>
        )
      }
    >
      <YearOfBenefits benefits={data.yearlyBenefits} />
    </Card>
  );
}
