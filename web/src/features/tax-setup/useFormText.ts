/** How forms and their lines are said. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { type TextKey, useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import type { Fact } from '../../ui';
import { type Level, ReadStatuses, taxSetupKey, type WireFigures } from './forms';

/** What a form's filing status may be, in the person's language. A local form takes the federal ones. */
export function useStatuses(actor: Actor, level: Level, state: string) {
  const api = useApi();
  const { language } = useText();
  const { tenantId, companyId } = actor;
  const employeeId = actor.employeeId ?? '';
  const statusType = level === 'state' ? 'state' : 'federal';
  const statuses = useQuery({
    queryKey: [taxSetupKey, 'statuses', companyId, statusType, state, language],
    queryFn: async ({ signal }) => {
      const of = statusType === 'state' ? state : null;
      const variables = { tenantId, companyId, employeeId, statusType, state: of, language };
      return (await api.query(ReadStatuses, variables, signal)).complianceMaritalStatuses;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return statuses.data ?? [];
}

type Statuses = ReturnType<typeof useStatuses>;

export function useFormName() {
  const { t } = useText();
  return ({ level, place }: { level: Level; place: string }) =>
    level === 'federal' ? t('taxSetup.form.federal') : t(`taxSetup.form.${level}`, { place });
}

/** The lines of a form that say something; always its filing status. */
export function useLines() {
  const { t } = useText();
  const format = useFormat();
  return (figures: WireFigures, statuses: Statuses): Fact[] => {
    const { additionalType, additionalAmount } = figures.additionalTax;
    const status = statuses.find(({ code }) => code === figures.maritalStatus)?.description ?? figures.maritalStatus;
    const money = (key: TextKey, amount: string): Fact[] =>
      Number(amount) === 0 ? [] : [{ label: t(key), value: format.money(amount), numeric: true }];
    const count = (key: TextKey, number: number): Fact[] =>
      number === 0 ? [] : [{ label: t(key), value: format.number(number), numeric: true }];
    const additional =
      additionalType === 'percentage'
        ? t('taxSetup.percent', { percent: format.number(Number(additionalAmount)) })
        : format.money(additionalAmount);
    return [
      ...(status === '' ? [] : [{ label: t('taxSetup.line.maritalStatus'), value: status }]),
      ...(figures.multipleJobs ? [{ label: t('taxSetup.line.multipleJobs'), value: t('taxSetup.yes') }] : []),
      ...money('taxSetup.line.w4TotalDependents', figures.w4TotalDependents),
      ...money('taxSetup.line.w4OtherIncome', figures.w4OtherIncome),
      ...money('taxSetup.line.w4Deductions', figures.w4Deductions),
      ...count('taxSetup.line.numberOfDependents', figures.numberOfDependents),
      ...count('taxSetup.line.numberOfExemptions', figures.numberOfExemptions),
      ...money('taxSetup.line.exemptionAmount', figures.exemptionAmount),
      ...money('taxSetup.line.otherAmount', figures.otherAmount),
      ...(additionalType === '' ? [] : [{ label: t('taxSetup.line.additional'), value: additional, numeric: true }]),
    ];
  };
}
