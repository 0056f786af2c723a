/** One's own benefits as the page reads them. */
import { graphql, type ResultOf } from '../../api/graphql';

export const OpenBenefits = graphql(`
  query OpenBenefits($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    employeeBenefits(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      employeeYearlyTotal
      employerYearlyTotal
      payPeriods
      results {
        id benefitName benefitCategory benefitTierDescription employeeAmount employerAmount employeeYearlyAmount
        employerYearlyAmount enrollmentStatus benefitLink startDate endDate dependents beneficiaries
      }
    }
  }
`);

/** The names behind the IDs in plans; they belong to the profile, which not everyone can open. */
export const OpenFamily = graphql(`
  query OpenFamily($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    employeeById(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      dependents { id firstName lastName }
      beneficiaries { id firstName lastName }
    }
  }
`);

export type Benefits = ResultOf<typeof OpenBenefits>['employeeBenefits'];
export type Benefit = Benefits['results'][number];
export type Family = ResultOf<typeof OpenFamily>['employeeById'];

/** Plans in the order they come, under their category; a category is where its first plan does. */
export function byCategory(plans: readonly Benefit[]): [string, Benefit[]][] {
  const found = new Map<string, Benefit[]>();
  for (const plan of plans) found.set(plan.benefitCategory, [...(found.get(plan.benefitCategory) ?? []), plan]);
  return [...found];
}

/** The names of people a plan knows by ID; anyone no longer in the profile is left out. */
export function namesOf(ids: readonly string[], people: Family['dependents'] | undefined): string[] {
  return (people ?? [])
    .filter(({ id }) => ids.includes(id))
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
}
