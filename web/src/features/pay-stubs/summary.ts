/** A stub in a list: when, and how much. Apart from what the pages ask, because a home shows it as well. */
import { graphql, type ResultOf } from '../../api/graphql';

export const StubSummary = graphql(`
  fragment StubSummary on PayStub {
    id
    details { checkDate periodBegin periodEnd checkNumber }
    sums { gross taxes deductions reimbursed net }
    voidedOn
  }
`);
export type Summary = ResultOf<typeof StubSummary>;
