/** People and their employments as administrators read and change them. */
import { graphql, type ResultOf } from '../../api/graphql';
import { HelpedAccount } from './helped';

export const employmentKey = 'employment';

export const People = graphql(`
  query AdministeredPeople(
    $search: String, $companyId: ID, $status: EmploymentStatus, $signIn: SignInState, $limit: Int, $cursor: String
  ) {
    administeredPeople(
      search: $search, companyId: $companyId, status: $status, signIn: $signIn, limit: $limit, cursor: $cursor
    ) {
      results {
        personId username firstName lastName email signIn
        jobs { companyId companyName employeeCode status }
      }
      links { next previous }
    }
  }
`);

export const Uninvited = graphql(`
  query UninvitedPeople($companyId: ID) {
    uninvitedPeople(companyId: $companyId) { waiting withoutAddress names }
  }
`);

export const InviteUninvited = graphql(`
  mutation InviteUninvitedPeople($companyId: ID) { inviteUninvitedPeople(companyId: $companyId) { invited } }
`);

/** Everything about a person in one request: what they do here, how they sign in, and their roles. */
export const OnePerson = graphql(
  `
  query AdministeredPerson($tenantId: ID!, $personId: ID!) {
    administeredPerson(personId: $personId) {
      person { personId username firstName lastName email version }
      employments {
        employeeId companyId companyName employeeCode status today originalHireDate currentHireDate lastDay rehireDay
        leaveFrom openThrough version
        history { id change day recordedAt recordedBy isInEffect }
        lines { managerId managerName kind area firstDay lastDay isPlanned isOver }
      }
    }
    administeredAccount(personId: $personId) { ...HelpedAccount }
    rolesOfPerson(tenantId: $tenantId, personId: $personId) {
      id personId username firstName lastName roleId roleName companyId companyName startsOn endsOn state today version
    }
  }
`,
  [HelpedAccount],
);

export const Ending = graphql(`
  query EmploymentEnding($employeeId: ID!) {
    employmentEnding(employeeId: $employeeId) {
      roles rolesKept reports delegations endsSessions
      leftBehind { employeeId firstName lastName areas timeOffWaiting requestsWaiting }
    }
  }
`);

export const Unmanaged = graphql(`
  query UnmanagedEmployees($search: String, $companyId: ID, $limit: Int, $cursor: String) {
    unmanagedEmployees(search: $search, companyId: $companyId, limit: $limit, cursor: $cursor) {
      results { employeeId personId companyName firstName lastName areas timeOffWaiting requestsWaiting }
      links { next previous }
    }
  }
`);

export const ChangeEmployment = graphql(`
  mutation ChangeEmployment($employeeId: ID!, $change: EmploymentChange!, $day: Date!, $version: Int!) {
    changeEmployment(employeeId: $employeeId, change: $change, day: $day, version: $version) { version }
  }
`);

export const ChangeCode = graphql(`
  mutation ChangeEmployeeCode($employeeId: ID!, $employeeCode: String!, $version: Int!) {
    changeEmployeeCode(employeeId: $employeeId, employeeCode: $employeeCode, version: $version) { version }
  }
`);

export const WithdrawChange = graphql(`
  mutation WithdrawEmploymentChange($employeeId: ID!, $eventId: ID!, $version: Int!) {
    withdrawEmploymentChange(employeeId: $employeeId, eventId: $eventId, version: $version) { version }
  }
`);

export const SetLine = graphql(`
  mutation SetReportingLine(
    $employeeId: ID!, $managerId: ID!, $kind: ReportKind!, $areas: [ReportingArea!]!, $firstDay: Date!, $version: Int!
  ) {
    setReportingLine(
      employeeId: $employeeId, managerId: $managerId, kind: $kind, areas: $areas, firstDay: $firstDay, version: $version
    ) { version }
  }
`);

export const EndLine = graphql(`
  mutation EndReportingLine(
    $employeeId: ID!, $managerId: ID!, $kind: ReportKind!, $area: ReportingArea!, $lastDay: Date!, $version: Int!
  ) {
    endReportingLine(
      employeeId: $employeeId, managerId: $managerId, kind: $kind, area: $area, lastDay: $lastDay, version: $version
    ) { version }
  }
`);

export type Person = ResultOf<typeof People>['administeredPeople']['results'][number];
export type Employment = ResultOf<typeof OnePerson>['administeredPerson']['employments'][number];
export type HeldRole = ResultOf<typeof OnePerson>['rolesOfPerson'][number];
export type HistoryEvent = Employment['history'][number];
export type Line = Employment['lines'][number];
export type UnmanagedEmployee = ResultOf<typeof Unmanaged>['unmanagedEmployees']['results'][number];
export type Change = HistoryEvent['change'];

export const statuses = ['Active', 'Leave', 'Terminated'] as const;
export const signIns = ['inUse', 'invited', 'uninvited', 'locked'] as const;

export const areas = ['timeOff', 'personalInfo'] as const;
export type Area = (typeof areas)[number];

/** What can happen next, by what someone is now. */
export function nextChanges({ status, leaveFrom }: Pick<Employment, 'status' | 'leaveFrom'>): Change[] {
  if (status === 'Terminated') return ['rehire'];
  return [leaveFrom === null ? 'leave' : 'return', 'termination'];
}
