/** What the home cards of time off show. */
import { graphql, type ResultOf } from '../../api/graphql';
import { BalanceFields } from './timeOff';

export const Accruals = graphql(
  `
    fragment Accruals on Query {
      accruals: timeOffBalances(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
        ...TimeOffBalanceFields
      }
    }
  `,
  [BalanceFields],
);

export const TimeOffAnalysis = graphql(`
  fragment TimeOffAnalysis on Query {
    timeOffAnalysis(tenantId: $tenantId, companyId: $companyId, managerId: $managerId) {
      pending
      week { date away { employeeId firstName lastName amount } }
    }
  }
`);

export type AccrualsData = ResultOf<typeof Accruals>;
export type AnalysisData = ResultOf<typeof TimeOffAnalysis>;
