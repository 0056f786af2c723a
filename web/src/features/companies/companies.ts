/** A tenant's companies and their settings, as the console asks for them. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

export const companiesKey = 'companies';

/** Where something belongs: every part of a company is asked for with both. */
export type Place = { tenantId: string; companyId: string };

export const ListCompanies = graphql(`
  query ListCompanies($tenantId: ID!, $search: String, $limit: Int, $cursor: String) {
    listCompanies(tenantId: $tenantId, search: $search, limit: $limit, cursor: $cursor) {
      isWholeTenant
      results { id name timeZone people }
      links { next previous }
    }
  }
`);
export type Company = ResultOf<typeof ListCompanies>['listCompanies']['results'][number];

/** The server counts up to a hundred people and one more. */
export const maximumCounted = 100;

const SetupFields = graphql(`
  fragment SetupFields on CompanySetup {
    id
    name
    timeZone
    isProcessing
    lastPayrollDate
    depositApproval
    depositAccountsMax
    taxApproval
    stubsVisible
    payPeriod
    periodEnd
    hasTimeClock
    editsManyDays
    today
    version
  }
`);
export type Setup = ResultOf<typeof SetupFields>;

export const CompanySetup = graphql(
  `
    query CompanySetup($tenantId: ID!, $companyId: ID!) {
      companySetup(tenantId: $tenantId, companyId: $companyId) { ...SetupFields }
    }
  `,
  [SetupFields],
);

export const AddCompany = graphql(`
  mutation AddCompany($tenantId: ID!, $name: String!, $timeZone: String!) {
    addCompany(tenantId: $tenantId, name: $name, timeZone: $timeZone) { id name }
  }
`);

export const EditCompany = graphql(
  `
    mutation EditCompany($tenantId: ID!, $companyId: ID!, $version: String!, $input: CompanySetupInput!) {
      editCompany(tenantId: $tenantId, companyId: $companyId, version: $version, input: $input) { ...SetupFields }
    }
  `,
  [SetupFields],
);
export type SetupInput = VariablesOf<typeof EditCompany>['input'];

export const TenantSetup = graphql(`
  query TenantSetup($tenantId: ID!) {
    tenantSetup(tenantId: $tenantId) { leaverAccessMonths logoUrl version }
  }
`);
export type Tenant = ResultOf<typeof TenantSetup>['tenantSetup'];

export const EditTenant = graphql(`
  mutation EditTenant($tenantId: ID!, $version: String!, $leaverAccessMonths: Int!) {
    editTenant(tenantId: $tenantId, version: $version, leaverAccessMonths: $leaverAccessMonths) { version }
  }
`);

export const SetTenantLogo = graphql(`
  mutation SetTenantLogo($tenantId: ID!, $fileString: String!) {
    setTenantLogo(tenantId: $tenantId, fileString: $fileString) { version }
  }
`);

export const RemoveTenantLogo = graphql(`
  mutation RemoveTenantLogo($tenantId: ID!) {
    removeTenantLogo(tenantId: $tenantId) { version }
  }
`);

/** What CONFLICT carries; null when the thing is gone or can't be read. */
export function currentOf<Thing extends { version: string }>(current: unknown): Thing | null {
  return typeof current === 'object' && current !== null && 'version' in current ? (current as Thing) : null;
}

/** The settings someone changed: only they are sent, so that only what touches pay asks for a factor. */
export function changed<Values extends Record<string, unknown>>(base: Values, draft: Values): Partial<Values> {
  const entries = Object.entries(draft).filter(([key, value]) => value !== base[key]);
  return Object.fromEntries(entries) as Partial<Values>;
}

const timeZones = () => Intl.supportedValuesOf('timeZone');

/** All time zones to choose from, the given one included even where this browser doesn't know it. */
export function timeZoneOptions(given: string) {
  const names = timeZones();
  const all = given === '' || names.includes(given) ? names : [given, ...names];
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
