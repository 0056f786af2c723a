/** What the home cards of the clock show. */
import { graphql, type ResultOf } from '../../api/graphql';
import { ClockFields } from './clock';

export const TimeClock = graphql(
  `
    fragment TimeClockCard on Query {
      clockCard: timeClock(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) { ...TimeClockFields }
    }
  `,
  [ClockFields],
);

/** A week from today on. */
export const Schedule = graphql(`
  fragment ScheduleCard on Query {
    schedule: scheduledHours(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      startDate: $today
    ) {
      totalHours
      days { date hours timeOffHours startTime endTime holiday holidayEs }
    }
  }
`);

/** The first day of the same week: asked once for both cards. */
export const Today = graphql(`
  fragment TodayCard on Query {
    schedule: scheduledHours(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      startDate: $today
    ) {
      days { date hours timeOffHours startTime endTime holiday holidayEs }
    }
  }
`);

export const TeamToday = graphql(`
  fragment TeamTodayCard on Query {
    teamToday(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, isBrief: true) {
      date
      holiday
      holidayEs
      away { firstName lastName }
      awayCount
      corrections
    }
  }
`);

export type TimeClockData = ResultOf<typeof TimeClock>;
export type ScheduleData = ResultOf<typeof Schedule>;
export type TodayData = ResultOf<typeof Today>;
export type TeamTodayData = ResultOf<typeof TeamToday>;
