/** What waits for a manager, and deciding on it. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { inLanguage, RequestFields, timeOffKey } from './timeOff';

const Queue = graphql(
  `
    query TimeOffQueue($tenantId: ID!, $companyId: ID!, $managerId: ID!, $employeeId: ID, $report: ReportKind, $cursor: String) {
      listManagersEmployeesTimeOffRequest(
        tenantId: $tenantId
        companyId: $companyId
        managerId: $managerId
        employeeId: $employeeId
        report: $report
        cursor: $cursor
      ) {
        results { ...TimeOffRequestFields }
        links { next previous }
      }
    }
  `,
  [RequestFields],
);

const Decide = graphql(
  `
    mutation DecideTimeOffRequests(
      $tenantId: ID!
      $companyId: ID!
      $managerId: ID!
      $decisions: [TimeOffDecisionInput!]!
    ) {
      decideTimeOffRequests(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, decisions: $decisions) {
        id
        refusal
        request { ...TimeOffRequestFields }
      }
    }
  `,
  [RequestFields],
);

const Undo = graphql(`
  mutation UndoTimeOffDecision($tenantId: ID!, $companyId: ID!, $managerId: ID!, $id: ID!, $version: Int!) {
    undoTimeOffDecision(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, id: $id, version: $version) {
      id
    }
  }
`);

export type Decision = {
  id: string;
  version: number;
  action: 'approve' | 'deny' | 'partly';
  days?: string[];
  managerNotes?: string;
};

export function managerIds({ tenantId, companyId, personId }: Actor) {
  return { tenantId, companyId, managerId: personId };
}

/** Direct and indirect reports, as the spec's `report` has them. */
export const reportKinds = ['all', 'primary', 'secondary'] as const;
export type ReportKind = (typeof reportKinds)[number];

type Narrowed = { employeeId: string | null; kind: ReportKind };

export function useQueue(actor: Actor, { employeeId, kind }: Narrowed, cursor: string | null) {
  const api = useApi();
  const ids = managerIds(actor);
  const { language } = useText();
  const report = kind === 'all' ? null : kind;
  return useQuery({
    queryKey: [timeOffKey, 'queue', ids, employeeId, report, cursor],
    queryFn: async ({ signal }) =>
      (await api.query(Queue, { ...ids, employeeId, report, cursor }, signal)).listManagersEmployeesTimeOffRequest,
    select: (page) => ({ ...page, results: page.results.map((request) => inLanguage(language, request)) }),
    placeholderData: keepPreviousData,
    // Back from a lost network: what counted meanwhile goes.
    refetchOnReconnect: true,
  });
}

/** Decides on one or many; each answer says what became of it. */
export function useDecide(actor: Actor) {
  const queryClient = useQueryClient();
  const submit = useSubmit(Decide);
  return {
    isPending: submit.isPending,
    decide: async (decisions: Decision[]) => {
      try {
        return (await submit.mutateAsync({ ...managerIds(actor), decisions })).decideTimeOffRequests;
      } finally {
        void queryClient.invalidateQueries({ queryKey: [timeOffKey] });
      }
    },
  };
}

export function useUndo(actor: Actor) {
  const queryClient = useQueryClient();
  const submit = useSubmit(Undo);
  return {
    isPending: submit.isPending,
    undo: async (id: string, version: number) => {
      try {
        await submit.mutateAsync({ ...managerIds(actor), id, version });
      } finally {
        void queryClient.invalidateQueries({ queryKey: [timeOffKey] });
      }
    },
  };
}
