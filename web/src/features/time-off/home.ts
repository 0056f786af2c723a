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
    timeOffAnalysis(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, isBrief: true) {
      pending
      week { date awayCount away { firstName lastName } }
    }
  }
`);

export type AccrualsData = ResultOf<typeof Accruals>;
export type AnalysisData = ResultOf<typeof TimeOffAnalysis>;
