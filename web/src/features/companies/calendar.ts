/** A company's holidays and blackouts, as the console asks for them. */
import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

export const ListHolidays = graphql(`
  query ListCompanyHolidays($tenantId: ID!, $companyId: ID!, $from: Date, $limit: Int, $cursor: String) {
    listCompanyHolidays(tenantId: $tenantId, companyId: $companyId, from: $from, limit: $limit, cursor: $cursor) {
      results { day name nameEs version }
      links { next previous }
    }
  }
`);
export type Holiday = ResultOf<typeof ListHolidays>['listCompanyHolidays']['results'][number];

export const SaveHoliday = graphql(`
  mutation SaveCompanyHoliday(
    $tenantId: ID!
    $companyId: ID!
    $day: Date
    $version: String
    $input: CompanyHolidayInput!
  ) {
    saveCompanyHoliday(tenantId: $tenantId, companyId: $companyId, day: $day, version: $version, input: $input) { day }
  }
`);

export const RemoveHoliday = graphql(`
  mutation RemoveCompanyHoliday($tenantId: ID!, $companyId: ID!, $day: Date!, $version: String!) {
    removeCompanyHoliday(tenantId: $tenantId, companyId: $companyId, day: $day, version: $version) { day }
  }
`);

export const ListBlackouts = graphql(`
  query ListCompanyBlackouts($tenantId: ID!, $companyId: ID!, $from: Date, $limit: Int, $cursor: String) {
    listCompanyBlackouts(tenantId: $tenantId, companyId: $companyId, from: $from, limit: $limit, cursor: $cursor) {
      results { id firstDay lastDay typeId typeName typeNameEs reason version }
      links { next previous }
    }
  }
`);
export type Blackout = ResultOf<typeof ListBlackouts>['listCompanyBlackouts']['results'][number];

export const BlackoutTypes = graphql(`
  query BlackoutTypes($tenantId: ID!, $companyId: ID!) {
    blackoutTypes(tenantId: $tenantId, companyId: $companyId) { id name nameEs }
  }
`);

export const SaveBlackout = graphql(`
  mutation SaveCompanyBlackout(
    $tenantId: ID!
    $companyId: ID!
    $blackoutId: ID
    $version: String
    $input: CompanyBlackoutInput!
  ) {
    saveCompanyBlackout(
      tenantId: $tenantId
      companyId: $companyId
      blackoutId: $blackoutId
      version: $version
      input: $input
    ) { id }
  }
`);

export const RemoveBlackout = graphql(`
  mutation RemoveCompanyBlackout($tenantId: ID!, $companyId: ID!, $blackoutId: ID!, $version: String!) {
    removeCompanyBlackout(tenantId: $tenantId, companyId: $companyId, blackoutId: $blackoutId, version: $version) {
      blackoutId
    }
  }
`);

/** What a list of days shows: those to come, or those that are over as well. */
export const spans = ['coming', 'all'] as const;
export type Span = (typeof spans)[number];
