/** Balances and requests as every part of this feature reads them. */
import { graphql, type ResultOf } from '../../api/graphql';

export const RequestFields = graphql(`
  fragment TimeOffRequestFields on TimeOffRequest {
    id employeeId firstName lastName employeeCode type typeId amount timeOffDate endDate requestDate status notes managerNotes
    includeWeekends unit startTime endTime isHalfApproved decidedByName decidedAt version
    days { date amount status }
  }
`);

export const BalanceFields = graphql(`
  fragment TimeOffBalanceFields on TimeOffBalance {
    typeId type hasBalance currentBalance scheduledHours availableBalance defaultHours approval
  }
`);

export type Request = ResultOf<typeof RequestFields>;
export type Balance = ResultOf<typeof BalanceFields>;

/** Every cached list and balance begins with this, so that one write refreshes them all. */
export const timeOffKey = 'time off';

/** Whose time off: one's own, or with `managerId` a report's. */
export type Whose = { employeeId: string; managerId: string | null };
