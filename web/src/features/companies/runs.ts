/** A company's pay calendar, as the console asks for it. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

const RunFields = graphql(`
  fragment RunFields on PayRun {
    id
    payGroupId
    payGroupName
    periodBegin
    periodEnd
    cutoffAt
    cutoffDay
    cutoffTime
    payDate
    state
    isMarked
    isOver
    version
  }
`);
export type Run = ResultOf<typeof RunFields>;
export type RunState = Run['state'];

export const ListRuns = graphql(
  `
    query ListPayRuns($tenantId: ID!, $companyId: ID!, $from: Date, $limit: Int, $cursor: String) {
      listPayRuns(tenantId: $tenantId, companyId: $companyId, from: $from, limit: $limit, cursor: $cursor) {
        results { ...RunFields }
        links { next previous }
      }
    }
  `,
  [RunFields],
);

export const CalendarSetup = graphql(`
  query PayCalendarSetup($tenantId: ID!, $companyId: ID!) {
    payCalendarSetup(tenantId: $tenantId, companyId: $companyId) { timeZone today payGroups { id name } }
  }
`);
export type Calendar = ResultOf<typeof CalendarSetup>['payCalendarSetup'];

export const PreviewRuns = graphql(`
  query PreviewPayRuns($tenantId: ID!, $companyId: ID!, $input: PayScheduleInput!) {
    previewPayRuns(tenantId: $tenantId, companyId: $companyId, input: $input) {
      periodBegin periodEnd cutoffDay payDate overlaps
    }
  }
`);
export type ScheduleInput = VariablesOf<typeof PreviewRuns>['input'];

export const AddRuns = graphql(`
  mutation AddPayRuns($tenantId: ID!, $companyId: ID!, $input: PayScheduleInput!) {
    addPayRuns(tenantId: $tenantId, companyId: $companyId, input: $input) { added }
  }
`);

export const SaveRun = graphql(`
  mutation SavePayRun($tenantId: ID!, $companyId: ID!, $runId: ID, $version: Int, $input: PayRunInput!) {
    savePayRun(tenantId: $tenantId, companyId: $companyId, runId: $runId, version: $version, input: $input) { id }
  }
`);

export const RemoveRun = graphql(`
  mutation RemovePayRun($tenantId: ID!, $companyId: ID!, $runId: ID!, $version: Int!) {
    removePayRun(tenantId: $tenantId, companyId: $companyId, runId: $runId, version: $version) { runId }
  }
`);

export const SetRunState = graphql(`
  mutation SetPayRunState(
    $tenantId: ID!
    $companyId: ID!
    $runId: ID!
    $version: Int!
    $state: PayRunState!
  ) {
    setPayRunState(tenantId: $tenantId, companyId: $companyId, runId: $runId, version: $version, state: $state) { id }
  }
`);

/** What payroll can say of a run, as the server allows it. */
export function nextStates({ state, isOver }: Pick<Run, 'state' | 'isOver'>): RunState[] {
  if (isOver) return [];
  if (state === 'open') return ['processing'];
  return state === 'processing' ? ['paid', 'open'] : ['open'];
}

export type RunDraft = {
  /** Empty: everyone at the company. */
  payGroupId: string;
  periodBegin: string;
  periodEnd: string;
  cutoffDay: string;
  cutoffTime: string;
  payDate: string;
};

export const noRun: RunDraft = {
  payGroupId: '',
  periodBegin: '',
  periodEnd: '',
  cutoffDay: '',
  cutoffTime: '17:00',
  payDate: '',
};

export function draftOf({ payGroupId, periodBegin, periodEnd, cutoffDay, cutoffTime, payDate }: Run): RunDraft {
  return { payGroupId: payGroupId ?? '', periodBegin, periodEnd, cutoffDay, cutoffTime, payDate };
}
