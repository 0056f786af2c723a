/** The last payday on an employee's home: what was left of it, and what was not. */
import { Banknote } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card, EmptyState, Link } from '../../ui';
import type { LastPaycheck } from './home';
import { NetPayDonut } from './NetPayDonut';

export default function PaycheckCard({ data, href }: HomeCardProps<LastPaycheck>) {
  const { t } = useText();
  const format = useFormat();
  const { nextPayday, results } = data.paycheck;
  const [latest] = results;
  const next = nextPayday && t('payStubs.next', { day: format.day(nextPayday) });
  if (!latest)
    return (
      <Card title={t('payStubs.latest')}>
        <EmptyState icon={<Banknote />} title={t('payStubs.empty.title')} body={next || t('payStubs.empty.body')} />
      </Card>
    );
  return (
    <Card
      title={t('payStubs.latest')}
      description={[t('payStubs.paidOn', { day: format.day(latest.details.checkDate) }), next]
        .filter((text) => text)
        .join(' · ')}
      action={
        href && (
          <Link variant="quiet" href={`${href}/${latest.id}`}>
            {t('payStubs.view')}
          </Link>
        )
      }
    >
      <NetPayDonut sums={latest.sums} />
    </Card>
  );
}
