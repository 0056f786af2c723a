/** What waits for payroll, its batches and its changes, as the console asks for them. */
import type { Api } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { everyRow } from '../../api/hooks';

export const handoverKey = 'handover';

export const ListCompanies = graphql(`
  query ListHandoverCompanies($tenantId: ID!, $cursor: String) {
    listHandoverCompanies(tenantId: $tenantId, limit: 100, cursor: $cursor) {
      results { id name timeZone waiting }
      links { next previous }
    }
  }
`);
export type PayrollCompany = ResultOf<typeof ListCompanies>['listHandoverCompanies']['results'][number];

export const Preview = graphql(`
  query HandoverPreview($tenantId: ID!, $companyId: ID!) {
    handoverPreview(tenantId: $tenantId, companyId: $companyId) {
      employees onHold
      totals { kind action changes amount routingSum }
      previous { number totals { kind action changes amount routingSum } }
    }
  }
`);

export const ListBatches = graphql(`
  query ListHandovers($tenantId: ID!, $companyId: ID!, $cursor: String, $limit: Int) {
    listHandovers(tenantId: $tenantId, companyId: $companyId, cursor: $cursor, limit: $limit) {
      results {
        id number createdAt creatorName changes open taken rejected conflicts kinds
        totals { kind action changes amount routingSum }
      }
      links { next previous }
    }
  }
`);
export type Total = Batch['totals'][number];
export type Batch = ResultOf<typeof ListBatches>['listHandovers']['results'][number];

const ChangeFields = graphql(`
  fragment PayrollChangeFields on PayrollChange {
    id employeeCode firstName lastName kind action account approvedAt approverName readyAt state batchNumber handedAt settledAt
    seenAt reason
    values { field before after payroll }
  }
`);
export type Change = ResultOf<typeof ChangeFields>;
export type Kind = Change['kind'];
export type State = Change['state'];

export const kinds = [
  'deposits',
  'people',
  'taxes',
  'contacts',
  'dependents',
  'beneficiaries',
  'additionalInfo',
  'timeOff',
  'hours',
] as const satisfies readonly Kind[];

/** What kinds of mappings a batch can leave in. */
const mappedKinds = ['deposits', 'people', 'additional-info', 'hours-worked'];

const ListMappings = graphql(`
  query ListHandoverMappings($tenantId: ID!, $cursor: String) {
    listMappings(tenantId: $tenantId, limit: 100, cursor: $cursor) {
      results { name kind }
      links { next }
    }
  }
`);

/** Those a batch can leave in, by name. */
export async function usableMappings(api: Api, tenantId: string, signal: AbortSignal) {
  const all = await everyRow(
    async (cursor) => (await api.query(ListMappings, { tenantId, cursor }, signal)).listMappings,
  );
  return all.filter(({ kind }) => mappedKinds.includes(kind)).map(({ name }) => name);
}

export const ListChanges = graphql(
  `
    query ListPayrollChanges(
      $tenantId: ID!
      $companyId: ID!
      $state: PayrollState
      $kind: PayrollKind
      $notTaken: Boolean
      $cursor: String
      $limit: Int
    ) {
      listPayrollChanges(
        tenantId: $tenantId
        companyId: $companyId
        state: $state
        kind: $kind
        notTaken: $notTaken
        cursor: $cursor
        limit: $limit
      ) {
        results { ...PayrollChangeFields }
        links { next previous }
      }
    }
  `,
  [ChangeFields],
);

export const Create = graphql(`
  mutation CreateHandover($tenantId: ID!, $companyId: ID!) {
    createHandover(tenantId: $tenantId, companyId: $companyId) { id number changes }
  }
`);

export const AcknowledgeBatch = graphql(`
  mutation AcknowledgeHandover($tenantId: ID!, $handoverId: ID!) {
    acknowledgeHandover(tenantId: $tenantId, handoverId: $handoverId) { settled left }
  }
`);

export const Acknowledge = graphql(`
  mutation AcknowledgePayrollChange($tenantId: ID!, $companyId: ID!, $changeId: ID!) {
    acknowledgePayrollChange(tenantId: $tenantId, companyId: $companyId, changeId: $changeId) { id }
  }
`);

export const Reject = graphql(`
  mutation RejectPayrollChange($tenantId: ID!, $companyId: ID!, $changeId: ID!, $reason: String!) {
    rejectPayrollChange(tenantId: $tenantId, companyId: $companyId, changeId: $changeId, reason: $reason) { id }
  }
`);

export const Resolve = graphql(`
  mutation ResolvePayrollChange($tenantId: ID!, $companyId: ID!, $changeId: ID!, $winner: ConflictWinner!) {
    resolvePayrollChange(tenantId: $tenantId, companyId: $companyId, changeId: $changeId, winner: $winner) { id }
  }
`);

/** In the order of the filter. */
export const shownStates = ['notTaken', 'waiting', 'conflict', 'rejected', 'taken'] as const;
export type Shown = (typeof shownStates)[number];

export const narrowing = (shown: Shown | null) => {
  if (shown === null) return {};
  return shown === 'notTaken' ? { notTaken: true } : { state: shown };
};
