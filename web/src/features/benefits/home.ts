/** What the Benefits card shows: a year of them, and how many plans. */
import { graphql, type ResultOf } from '../../api/graphql';

export const YearlyBenefits = graphql(`
  fragment YearlyBenefits on Query {
    yearlyBenefits: employeeBenefits(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      employeeYearlyTotal
      employerYearlyTotal
      results { id enrollmentStatus }
    }
  }
`);

export type BenefitsOfYear = ResultOf<typeof YearlyBenefits>;
