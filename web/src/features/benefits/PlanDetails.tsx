/** One plan: whom it covers, what it costs each payday and in a year, and the way to its provider. */
import { ExternalLink } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { textOr } from '../../i18n/known';
import { Badge, type Fact, FactList, Link } from '../../ui';
import { type Benefit, type Family, namesOf } from './benefit';
import { tierText } from './tier';

const tones = { Enrolled: 'ok', Pending: 'warn' } as const;

export function PlanDetails({ plan, family }: { plan: Benefit; family: Family | undefined }) {
  const { t } = useText();
  const format = useFormat();
  const isIn = plan.enrollmentStatus !== 'Waived';
  const covered = namesOf(plan.dependents, family?.dependents);
  const beneficiaries = namesOf(plan.beneficiaries, family?.beneficiaries);
  const facts: Fact[] = [{ label: t('benefits.tier'), value: tierText(t, plan.benefitTierDescription) }];
  if (isIn) facts.push({ label: t('benefits.since'), value: format.day(plan.startDate) });
  if (isIn && plan.endDate) facts.push({ label: t('benefits.until'), value: format.day(plan.endDate) });
  if (covered.length > 0) facts.push({ label: t('benefits.covered'), value: format.list(covered) });
  if (beneficiaries.length > 0) facts.push({ label: t('benefits.beneficiaries'), value: format.list(beneficiaries) });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="font-semibold break-words">{plan.benefitName}</h3>
        <Badge tone={tones[plan.enrollmentStatus as keyof typeof tones] ?? 'neutral'} dot>
          {textOr(t, `benefits.status.${plan.enrollmentStatus}`, plan.enrollmentStatus)}
        </Badge>
      </div>
      <FactList facts={facts} layout="grid" />
      {isIn && (
        <table className="w-full text-[.875rem] tabular-nums sm:table-fixed">
          <thead>
            <tr className="text-sm text-sub">
              <td />
              <th scope="col" className="pb-1.5 pl-3 text-right font-medium whitespace-nowrap sm:w-36">
                {t('benefits.period')}
              </th>
              <th scope="col" className="pb-1.5 pl-3 text-right font-medium whitespace-nowrap sm:w-36">
                {t('benefits.yearly')}
              </th>
            </tr>
          </thead>
          <tbody>
            <Row label={t('benefits.you')} each={plan.employeeAmount} yearly={plan.employeeYearlyAmount} />
            <Row label={t('benefits.company')} each={plan.employerAmount} yearly={plan.employerYearlyAmount} />
          </tbody>
        </table>
      )}
      {plan.benefitLink && (
        <p>
          <Link href={plan.benefitLink} external>
            {t('benefits.open')}
            <ExternalLink aria-hidden className="ml-1 inline size-4" />
          </Link>
        </p>
      )}
    </div>
  );
}

function Row({ label, each, yearly }: { label: string; each: string; yearly: string }) {
  const format = useFormat();
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
        {label}
      </th>
      <td className="py-2 pl-3 text-right">{format.money(each)}</td>
      <td className="py-2 pl-3 text-right">{format.money(yearly)}</td>
    </tr>
  );
}
