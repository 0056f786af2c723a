/** For which payday a change counts. Without a pay calendar, or where it can't be read, nothing is said. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from './graphql';
import { useApi } from './hooks';

const PayTiming = graphql(`
  query PayTiming(
    $tenantId: ID!
    $companyId: ID!
    $employeeId: ID!
    $managerId: ID
    $from: Date
    $worked: Date
    $heldUntil: DateTime
  ) {
    payTiming(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      managerId: $managerId
      from: $from
      worked: $worked
      heldUntil: $heldUntil
    ) { countsFor approveBy processing timeZone }
  }
`);
export type Timing = ResultOf<typeof PayTiming>['payTiming'];

/** Whose change, and what it is about. */
export type TimedChange = {
  tenantId: string;
  companyId: string;
  /** Null: no one's yet. */
  employeeId: string | null;
  /** The person who decides on it. */
  managerId?: string | null;
  /** It counts from this day on. */
  from?: string | null;
  /** The day that was worked or is taken off. */
  worked?: string | null;
  /** Payroll isn't told before this. */
  heldUntil?: string | null;
};

export function usePayTiming(change: TimedChange): Timing | null {
  const api = useApi();
  const { employeeId } = change;
  const timing = useQuery({
    queryKey: ['pay-timing', change],
    enabled: employeeId !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.query(PayTiming, { ...change, employeeId: employeeId ?? '' }, signal)).payTiming,
  });
  return timing.data ?? null;
}
