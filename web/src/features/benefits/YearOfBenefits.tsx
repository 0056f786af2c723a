/** What benefits come to in a year: one's own part, and the company's. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Donut } from '../../ui';
import { together } from './together';

type YearOfBenefitsProps = { benefits: { employeeYearlyTotal: string; employerYearlyTotal: string } };

export function YearOfBenefits({ benefits: { employeeYearlyTotal, employerYearlyTotal } }: YearOfBenefitsProps) {
  const { t } = useText();
  const format = useFormat();
  return (
    <Donut
      label={t('benefits.year')}
      center={{
        label: t('benefits.year.total'),
        value: format.money(together(employeeYearlyTotal, employerYearlyTotal)),
      }}
      parts={[
        {
          id: 'you',
          label: t('benefits.you'),
          value: employeeYearlyTotal,
          valueText: format.money(employeeYearlyTotal),
        },
        {
          id: 'company',
          label: t('benefits.company'),
          value: employerYearlyTotal,
          valueText: format.money(employerYearlyTotal),
        },
      ]}
    />
  );
}
