/** One's own clock: reading it, and punching. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { ClockFields, clockKey, employeeIds, type PunchKind, TimeCardQuery } from './clock';
import { keep, press } from './waiting';

const TimeClock = graphql(
  `
    query TimeClock($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
      timeClock(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) { ...TimeClockFields }
    }
  `,
  [ClockFields],
);

const Punch = graphql(`
  mutation PunchClock($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $kind: ClockPunchKind!, $pressId: ID!) {
    punchClock(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, kind: $kind, pressId: $pressId) {
      state
    }
  }
`);

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

type Punched = 'recorded' | 'waiting';

/** Without a network, or while others wait, a punch waits: it's recorded later, at the time of the press. */
export function usePunch(actor: Actor, hasWaiting: boolean) {
  const api = useApi();
  const queryClient = useQueryClient();
  const submit = useMutation({
    mutationFn: async (kind: PunchKind): Promise<Punched> => {
      const made = press(actor, kind);
      if (!hasWaiting)
        try {
          const { pressId } = made;
          await api.mutate(Punch, { ...employeeIds(actor), kind, pressId }, pressId);
          return 'recorded';
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error;
        }
      keep(made);
      return 'waiting';
    },
    // What is shown stays while it can't be asked for again.
    onSettled: (outcome) => {
      if (outcome !== 'waiting') void queryClient.invalidateQueries({ queryKey: [clockKey] });
    },
  });
  return { isPending: submit.isPending, punch: (kind: PunchKind) => submit.mutateAsync(kind) };
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
