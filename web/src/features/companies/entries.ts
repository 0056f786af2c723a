/** Pay groups, the organization tree, deposit codes, states and benefit plans, as the console asks for them. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

export const entryKinds = ['organization', 'payGroup', 'depositCode', 'state', 'benefitPlan'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** From the largest to the smallest. */
export const organizationTypes = ['Division', 'Branch', 'Department', 'Team'] as const;

export const planCategories = ['Medical', 'Dental', 'Vision', 'Savings', 'Retirement', 'Life', 'Other'] as const;

export const ListEntries = graphql(`
  query ListCompanyEntries(
    $tenantId: ID!
    $companyId: ID!
    $kind: CompanyEntryKind!
    $search: String
    $limit: Int
    $cursor: String
  ) {
    listCompanyEntries(
      tenantId: $tenantId
      companyId: $companyId
      kind: $kind
      search: $search
      limit: $limit
      cursor: $cursor
    ) {
      results { id code name organizationType parentId parentName category lastDay version }
      links { next previous }
    }
  }
`);
export type Entry = ResultOf<typeof ListEntries>['listCompanyEntries']['results'][number];

export const SaveEntry = graphql(`
  mutation SaveCompanyEntry(
    $tenantId: ID!
    $companyId: ID!
    $kind: CompanyEntryKind!
    $entryId: ID
    $version: String
    $input: CompanyEntryInput!
  ) {
    saveCompanyEntry(
      tenantId: $tenantId
      companyId: $companyId
      kind: $kind
      entryId: $entryId
      version: $version
      input: $input
    ) { id }
  }
`);
export type EntryInput = VariablesOf<typeof SaveEntry>['input'];

export const RemoveEntry = graphql(`
  mutation RemoveCompanyEntry(
    $tenantId: ID!
    $companyId: ID!
    $kind: CompanyEntryKind!
    $entryId: ID!
    $version: String!
  ) {
    removeCompanyEntry(
      tenantId: $tenantId
      companyId: $companyId
      kind: $kind
      entryId: $entryId
      version: $version
    ) { entryId }
  }
`);
