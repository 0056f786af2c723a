/** Types of time off with their policies, as the console asks for them. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

export const accruals = ['payPeriod', 'hourWorked', 'year', 'none'] as const;
export const approvals = ['none', 'manager', 'twoSteps'] as const;

const RulesFields = graphql(`
  fragment RulesFields on TimeOffRules {
    accrual
    rates { years hours }
    payPeriod
    periodEnd
    cap
    carryOver
    carryOverMonths
    negative
  }
`);
export type Rules = ResultOf<typeof RulesFields>;

export const ListPolicies = graphql(
  `
    query ListTimeOffPolicies($tenantId: ID!, $companyId: ID!, $limit: Int, $cursor: String) {
      listTimeOffPolicies(tenantId: $tenantId, companyId: $companyId, limit: $limit, cursor: $cursor) {
        results {
          id
          name
          nameEs
          hasBalance
          rules { ...RulesFields }
          rulesFrom
          rulesToday { ...RulesFields }
          waitingDays
          approval
          attachmentAfterDays
          earningCode
          endsOn
          version
        }
        links { next previous }
      }
    }
  `,
  [RulesFields],
);
export type Policy = ResultOf<typeof ListPolicies>['listTimeOffPolicies']['results'][number];

export const SavePolicy = graphql(`
  mutation SaveTimeOffPolicy(
    $tenantId: ID!
    $companyId: ID!
    $typeId: ID
    $version: String
    $input: TimeOffPolicyInput!
  ) {
    saveTimeOffPolicy(tenantId: $tenantId, companyId: $companyId, typeId: $typeId, version: $version, input: $input) {
      id
    }
  }
`);
export type PolicyInput = VariablesOf<typeof SavePolicy>['input'];

export const EndPolicy = graphql(`
  mutation EndTimeOffPolicy($tenantId: ID!, $companyId: ID!, $typeId: ID!, $version: String!, $lastDay: Date) {
    endTimeOffPolicy(
      tenantId: $tenantId
      companyId: $companyId
      typeId: $typeId
      version: $version
      lastDay: $lastDay
    ) { id }
  }
`);

export const RemovePolicy = graphql(`
  mutation RemoveTimeOffPolicy($tenantId: ID!, $companyId: ID!, $typeId: ID!, $version: String!) {
    removeTimeOffPolicy(tenantId: $tenantId, companyId: $companyId, typeId: $typeId, version: $version) { typeId }
  }
`);

export const PolicyCandidates = graphql(`
  query PolicyCandidates($tenantId: ID!, $companyId: ID!, $search: String!) {
    policyCandidates(tenantId: $tenantId, companyId: $companyId, search: $search) {
      employeeId firstName lastName employeeCode hireDate
    }
  }
`);

export const PreviewPolicy = graphql(`
  query PreviewTimeOffPolicy(
    $tenantId: ID!
    $companyId: ID!
    $typeId: ID
    $employeeId: ID!
    $input: TimeOffPolicyInput!
  ) {
    previewTimeOffPolicy(
      tenantId: $tenantId
      companyId: $companyId
      typeId: $typeId
      employeeId: $employeeId
      input: $input
    ) {
      of { hireDate }
      rateBefore
      rateAfter
      days { day before after }
    }
  }
`);

/** A rate as it is typed; the key keeps its row while others go. */
export type RateDraft = { key: number; years: number | null; hours: number | null };

/** A policy as it is typed: figures instead of decimals, '' instead of no day. */
export type Draft = {
  name: string;
  nameEs: string;
  hasBalance: boolean;
  accrual: Rules['accrual'];
  rates: RateDraft[];
  payPeriod: Rules['payPeriod'];
  periodEnd: string;
  cap: number | null;
  carryOver: number | null;
  carryOverMonths: number | null;
  negative: number | null;
  waitingDays: number | null;
  approval: Policy['approval'];
  attachmentAfterDays: number | null;
  earningCode: string;
};

const figure = (decimal: string | null) => (decimal === null ? null : Number(decimal));

export function draftOf(policy: Policy): Draft {
  const { rules } = policy;
  return {
    name: policy.name,
    nameEs: policy.nameEs ?? '',
    hasBalance: policy.hasBalance,
    accrual: rules.accrual,
    rates: rules.rates.map(({ years, hours }, key) => ({ key, years, hours: Number(hours) })),
    payPeriod: rules.payPeriod,
    periodEnd: rules.accrual === 'payPeriod' ? rules.periodEnd : '',
    cap: figure(rules.cap),
    carryOver: figure(rules.carryOver),
    carryOverMonths: rules.carryOverMonths,
    negative: figure(rules.negative),
    waitingDays: policy.waitingDays,
    approval: policy.approval,
    attachmentAfterDays: policy.attachmentAfterDays,
    earningCode: policy.earningCode ?? '',
  };
}

/** Two weeks of vacation a year, as most begin with. */
export const firstDraft: Draft = {
  name: '',
  nameEs: '',
  hasBalance: true,
  accrual: 'year',
  rates: [{ key: 0, years: 0, hours: 80 }],
  payPeriod: 'biweekly',
  periodEnd: '',
  cap: null,
  carryOver: null,
  carryOverMonths: null,
  negative: 0,
  waitingDays: 0,
  approval: 'manager',
  attachmentAfterDays: null,
  earningCode: '',
};

const decimal = (value: number | null) => (value === null ? null : String(value));

/** What is sent: only what counts for this kind of accrual. */
export function inputOf(draft: Draft, from: string): PolicyInput {
  const earns = draft.hasBalance && draft.accrual !== 'none';
  const rates = earns ? draft.rates : [];
  return {
    name: draft.name.trim(),
    nameEs: draft.nameEs.trim() || null,
    hasBalance: draft.hasBalance,
    accrual: draft.hasBalance ? draft.accrual : 'none',
    rates: rates.map(({ years, hours }) => ({ years: years ?? 0, hours: String(hours ?? 0) })),
    payPeriod: draft.payPeriod,
    periodEnd: draft.periodEnd || null,
    cap: draft.hasBalance ? decimal(draft.cap) : null,
    carryOver: draft.hasBalance ? decimal(draft.carryOver) : null,
    carryOverMonths: draft.hasBalance ? draft.carryOverMonths : null,
    negative: draft.hasBalance ? decimal(draft.negative ?? 0) : null,
    waitingDays: draft.waitingDays ?? 0,
    approval: draft.approval,
    attachmentAfterDays: draft.attachmentAfterDays,
    earningCode: draft.earningCode.trim() || null,
    from: from || null,
  };
}

/** Whether what is earned and kept changes, so that the change needs a first day. */
export function rulesDiffer(base: Draft, draft: Draft): boolean {
  const rules = ({ accrual, rates, payPeriod, periodEnd, cap, carryOver, carryOverMonths, negative }: Draft) => {
    const counted = accrual === 'payPeriod' ? [payPeriod, periodEnd] : [];
    const earned = accrual === 'none' ? [] : rates.map(({ years, hours }) => [years, hours]);
    return JSON.stringify([accrual, earned, counted, cap, carryOver, carryOverMonths, negative]);
  };
  return rules(base) !== rules(draft);
}
