/** Punches, time cards and corrections as every part of this feature reads them. */
import type { Actor } from '../../api/actor';
import { graphql, type ResultOf } from '../../api/graphql';

export const clockKey = 'clock';

export const ClockFields = graphql(`
  fragment TimeClockFields on TimeClock {
    state
    since
    date
    workedMinutes
    breakMinutes
    punches { id kind at }
    next
    vendorName
  }
`);

export const CorrectionFields = graphql(`
  fragment PunchCorrectionFields on PunchCorrection {
    id
    employeeId
    firstName
    lastName
    employeeCode
    action
    kind
    at
    date
    wasAt
    reason
    status
    managerNotes
    requestedAt
    decidedByName
    version
  }
`);

export const TimeCardQuery = graphql(
  `
    query TimeCard($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $date: Date) {
      timeCard(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, date: $date) {
        startDate
        endDate
        workedMinutes
        workedHours
        scheduledHours
        days {
          date
          workedMinutes
          breakMinutes
          missing
          isRunning
          punches { id kind at isCorrected reportedAt }
          scheduled { hours timeOffHours startTime endTime holiday holidayEs }
        }
        corrections { ...PunchCorrectionFields }
      }
    }
  `,
  [CorrectionFields],
);

export type Clock = ResultOf<typeof ClockFields>;
export type Correction = ResultOf<typeof CorrectionFields>;
export type TimeCard = ResultOf<typeof TimeCardQuery>['timeCard'];
export type CardDay = TimeCard['days'][number];
export type PunchKind = Clock['next'][number];

export const employeeIds = ({ tenantId, companyId, employeeId }: Actor) => ({
  tenantId,
  companyId,
  employeeId: employeeId ?? '',
});

export const managerIds = ({ tenantId, companyId, personId }: Actor) => ({
  tenantId,
  companyId,
  managerId: personId,
});
