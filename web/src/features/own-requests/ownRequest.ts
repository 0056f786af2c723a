/** The viewer's own requests of every kind in one shape, and what puts them in one list. Pure. */
import { graphql, type ResultOf } from '../../api/graphql';

export const OwnTimeOff = graphql(`
  query OwnTimeOff($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $limit: Int!, $cursor: String) {
    listEmployeeTimeOffRequests(
      tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, limit: $limit, cursor: $cursor
    ) {
      results { id type typeEs amount timeOffDate endDate requestDate status isHalfApproved
        payroll { state handedAt settledAt reason }
      }
      links { next }
    }
  }
`);

export const OwnChanges = graphql(`
  query OwnChanges($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $limit: Int!, $cursor: String) {
    listEmployeeChangeRequests(
      tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, limit: $limit, cursor: $cursor
    ) {
      results {
        id status changeType entityType requestedAt
        directDeposit { kind bankDesignation bankAccountNumber }
        changedFields { id name field before after }
        federalTaxSetup { state }
        stateTaxSetup { state }
        localTaxSetup { locality }
        payroll { state handedAt settledAt reason }
      }
      links { next }
    }
  }
`);

export type TimeOff = ResultOf<typeof OwnTimeOff>['listEmployeeTimeOffRequests']['results'][number];
export type Change = ResultOf<typeof OwnChanges>['listEmployeeChangeRequests']['results'][number];

export type Kind = 'timeOff' | 'profile' | 'taxes' | 'deposits';

const statuses = [
  'Pending',
  'HalfApproved',
  'Frozen',
  'Approved',
  'Partial',
  'Denied',
  'Cancelled',
  'Withdrawn',
] as const;
export type Status = (typeof statuses)[number];

export type OwnRequest = { id: string; status: Status /** On the company's calendar. */; submittedOn: string } & (
  | { kind: 'timeOff'; timeOff: TimeOff }
  | { kind: Exclude<Kind, 'timeOff'>; change: Change }
);

/** What a filter lets through. */
const shown = {
  all: statuses,
  pending: ['Pending', 'HalfApproved', 'Frozen'],
  approved: ['Approved', 'Partial'],
  denied: ['Denied'],
  withdrawn: ['Cancelled', 'Withdrawn'],
} as const satisfies Record<string, readonly Status[]>;

export type Filter = keyof typeof shown;
export const filters = Object.keys(shown) as readonly Filter[];

export function passing(requests: readonly OwnRequest[], filter: Filter): OwnRequest[] {
  const passes: readonly Status[] = shown[filter];
  return requests.filter(({ status }) => passes.includes(status));
}

/** A status this build does not know is still undecided as far as anyone can tell. */
function known(status: string): Status {
  return statuses.find((one) => one === status) ?? 'Pending';
}

function kindOf({ changeType, entityType }: Change): Exclude<Kind, 'timeOff'> {
  if (changeType === 'direct-deposit') return 'deposits';
  return entityType === 'taxSetup' ? 'taxes' : 'profile';
}

/** `2026-11-16T23:30:00Z` is the 16th in Portland and the 17th in Berlin. */
function dayIn(timeZone: string, instant: string): string {
  // Sweden writes days as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(instant));
}

/** All of them, those submitted last first. */
export function inOneList(timeOff: readonly TimeOff[], changes: readonly Change[], timeZone: string): OwnRequest[] {
  const all: OwnRequest[] = [
    ...timeOff.map(
      (request): OwnRequest => ({
        id: request.id,
        kind: 'timeOff',
        status: request.isHalfApproved ? 'HalfApproved' : known(request.status),
        submittedOn: request.requestDate,
        timeOff: request,
      }),
    ),
    ...changes
      .toSorted((one, other) => other.requestedAt.localeCompare(one.requestedAt))
      .map(
        (request): OwnRequest => ({
          id: request.id,
          kind: kindOf(request),
          status: known(request.status),
          submittedOn: dayIn(timeZone, request.requestedAt),
          change: request,
        }),
      ),
  ];
  return all.toSorted((one, other) => other.submittedOn.localeCompare(one.submittedOn));
}
