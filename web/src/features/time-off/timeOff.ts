/** Balances and requests as every part of this feature reads them. */
import { graphql, type ResultOf } from '../../api/graphql';
import type { Language } from '../../i18n';

export const RequestFields = graphql(`
  fragment TimeOffRequestFields on TimeOffRequest {
    id employeeId firstName lastName employeeCode type typeEs typeId amount timeOffDate endDate requestDate status notes managerNotes
    includeWeekends unit half startTime endTime isHalfApproved isFirstOfTwo isEditable decidedByName decidedAt attachmentCount version
    days { date amount status }
  }
`);

export const BalanceFields = graphql(`
  fragment TimeOffBalanceFields on TimeOffBalance {
    typeId type typeEs hasBalance currentBalance scheduledHours availableBalance defaultHours approval attachmentAfterDays
  }
`);

export type Request = ResultOf<typeof RequestFields>;
export type Balance = ResultOf<typeof BalanceFields>;

/** With the name of its type in the reader's language. */
export function inLanguage<Row extends { type: string; typeEs: string }>(language: Language, row: Row): Row {
  return language === 'es' ? { ...row, type: row.typeEs } : row;
}

/** Every cached list and balance begins with this, so that one write refreshes them all. */
export const timeOffKey = 'time off';

/** Whose time off: one's own, or with `managerId` a report's. */
export type Whose = { employeeId: string; managerId: string | null };
