/** One's own clock: reading it, and punching. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { ClockFields, clockKey, employeeIds, type PunchKind, TimeCardQuery } from './clock';

const TimeClock = graphql(
  `
    query TimeClock($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
      timeClock(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) { ...TimeClockFields }
    }
  `,
  [ClockFields],
);

const Punch = graphql(
  `
    mutation PunchClock($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $kind: ClockPunchKind!) {
      punchClock(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, kind: $kind) { ...TimeClockFields }
    }
  `,
  [ClockFields],
);

export function useClock(actor: Actor) {
  const api = useApi();
  const ids = employeeIds(actor);
  return useQuery({
    queryKey: [clockKey, 'now', ids],
    queryFn: async ({ signal }) => (await api.query(TimeClock, ids, signal)).timeClock,
  });
}

export function useTimeCard(actor: Actor, date: string) {
  const api = useApi();
  const ids = employeeIds(actor);
  return useQuery({
    queryKey: [clockKey, 'card', ids, date],
    queryFn: async ({ signal }) => (await api.query(TimeCardQuery, { ...ids, date }, signal)).timeCard,
  });
}

export function usePunch(actor: Actor) {
  const queryClient = useQueryClient();
  const submit = useSubmit(Punch);
  return {
    isPending: submit.isPending,
    punch: async (kind: PunchKind) => {
      try {
        return (await submit.mutateAsync({ ...employeeIds(actor), kind })).punchClock;
      } finally {
        void queryClient.invalidateQueries({ queryKey: [clockKey] });
      }
    },
  };
}

/** How long ago something was, anew every ten seconds. */
export function useElapsedMs(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}
