/** What the pages ask of pay stubs, and how their queries are called in the cache. */
import { graphql, type ResultOf } from '../../api/graphql';
import { StubSummary } from './summary';

/** Cache key of everything that lists or shows pay stubs. */
export const payStubsKey = 'pay-stubs';

export const OpenStub = graphql(`
  query OpenStub($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $paystubId: ID!, $language: String!) {
    employeePaystub(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      paystubId: $paystubId
      language: $language
    ) {
      id
      title { employeeName companyName address1 address2 city state zip_Code }
      details { companyNumber employeeNumber checkDate checkNumber periodBegin periodEnd }
      totals { totalEarnHours totalDedCurrent totalDedYTD netPay totalDirDep checkAmountCurrent }
      sums { gross taxes deductions reimbursed net }
      sumsToDate { gross taxes deductions reimbursed net }
      voidedOn
      replacedBy { id checkDate checkNumber }
      replaces { id checkDate checkNumber }
      isRestated
      rounding
      earnings { description rate hours current yearToDate rounding }
      reimbursements { description current yearToDate }
      employerContributions { description current yearToDate }
      withheld { kind description current yearToDate }
      deposits { bankName bankAccountType lastFour amount percentage isBalance }
      basis { department payFrequency payRate federalStatus }
    }
  }
`);
export type Stub = ResultOf<typeof OpenStub>['employeePaystub'];

export const PrintStub = graphql(`
  query PrintStub($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $paystubId: ID!, $language: String!) {
    employeePaystub(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      paystubId: $paystubId
      language: $language
    ) {
      paystubString
    }
  }
`);

export const ListStubs = graphql(
  `
    query ListStubs(
      $tenantId: ID!
      $companyId: ID!
      $employeeId: ID!
      $year: Int
      $withoutVoided: Boolean
      $limit: Int
      $cursor: String
    ) {
      listEmployeePayStubs(
        tenantId: $tenantId
        companyId: $companyId
        employeeId: $employeeId
        year: $year
        withoutVoided: $withoutVoided
        limit: $limit
        cursor: $cursor
      ) {
        results { ...StubSummary }
        links { next previous }
        years
      }
    }
  `,
  [StubSummary],
);

export const CompareStubs = graphql(
  `
    query CompareStubs(
      $tenantId: ID!
      $companyId: ID!
      $employeeId: ID!
      $beforeId: ID
      $afterId: ID!
      $language: String!
    ) {
      employeePaystubChange(
        tenantId: $tenantId
        companyId: $companyId
        employeeId: $employeeId
        beforeId: $beforeId
        afterId: $afterId
        language: $language
      ) {
        before { ...StubSummary }
        after { ...StubSummary }
        difference
        causes { kind description before after times effect }
        arrivals { bankName bankAccountType lastFour before after }
      }
    }
  `,
  [StubSummary],
);
export type Change = ResultOf<typeof CompareStubs>['employeePaystubChange'];
export type Cause = Change['causes'][number];
