/** An account as the list, the form and the simulator know it. */
import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

export const DepositFields = graphql(`
  fragment DepositFields on DirectDeposit {
    id
    bankAccountNumber
    bankRoutingNumber
    bankAccountType
    bankDesignation
    bankStatus
    amount
    amountType
    priority
    holdUntil
    payableFrom
    changeRequestId
    version
    edCode { startDate endDate }
  }
`);

export type Deposit = ResultOf<typeof DepositFields>;
export type AccountType = Deposit['bankAccountType'];
export type AmountType = Deposit['amountType'];

export const depositsKey = 'deposits';

const liveStatuses = ['Pending', 'Approved', 'Active'];

/** Gets money now or is to get it: it counts, and can be changed. */
export function isLive({ bankStatus }: Pick<Deposit, 'bankStatus'>): boolean {
  return liveStatuses.includes(bankStatus);
}
