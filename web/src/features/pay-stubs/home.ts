/** What the Paycheck card shows: the last payday. */
import { graphql, type ResultOf } from '../../api/graphql';
import { StubSummary } from './summary';

export const Paycheck = graphql(
  `
    fragment Paycheck on Query {
      paycheck: listEmployeePayStubs(
        tenantId: $tenantId
        companyId: $companyId
        employeeId: $employeeId
        withoutVoided: true
        limit: 1
      ) {
        nextPayday
        results { ...StubSummary }
      }
    }
  `,
  [StubSummary],
);

export type LastPaycheck = ResultOf<typeof Paycheck>;
