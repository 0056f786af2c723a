/** What the page asks of tax returns, and how their queries are called in the cache. */
import { graphql, type ResultOf } from '../../api/graphql';

/** Cache key of everything about tax returns. */
export const taxReturnsKey = 'tax-returns';

export const ListForms = graphql(`
  query ListForms($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $cursor: String) {
    listEmployeeTaxReturns(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, cursor: $cursor) {
      results {
        id
        taxReturnName
        taxPeriod
        boxes {
          employerName
          box1
          box2
          box3
          box4
          box5
          box6
          box12 { code amount }
          box14 { code amount }
          box15
          box16
          box17
        }
      }
      links { next }
    }
  }
`);
export type TaxForm = ResultOf<typeof ListForms>['listEmployeeTaxReturns']['results'][number];

export const PrintForm = graphql(`
  query PrintForm($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $taxReturnId: ID!) {
    employeeTaxReturn(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      taxReturnId: $taxReturnId
    ) {
      taxReturnString
    }
  }
`);

export const ReadDelivery = graphql(`
  query ReadDelivery($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    taxFormDelivery(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      method
      changedAt
      version
      disclosure
    }
  }
`);
export type Delivery = ResultOf<typeof ReadDelivery>['taxFormDelivery'];

export const Consent = graphql(`
  mutation Consent($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $version: Int!, $disclosure: String!) {
    consentToElectronicTaxForms(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      version: $version
      disclosure: $disclosure
    ) {
      method
    }
  }
`);

export const Withdraw = graphql(`
  mutation Withdraw($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $version: Int!) {
    withdrawElectronicTaxForms(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      version: $version
    ) {
      method
    }
  }
`);
