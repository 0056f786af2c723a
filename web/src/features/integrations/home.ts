/** What the cards of the company's partners show: offers for employees, HR services for managers. */
import { graphql, type ResultOf } from '../../api/graphql';

export const Offers = graphql(`
  fragment Offers on Query {
    offers: companySwitches(tenantId: $tenantId, companyId: $companyId) {
      marketplace { integrationId vendor area }
    }
  }
`);

export const HrServices = graphql(`
  fragment HrServices on Query {
    hrServices: companySwitches(tenantId: $tenantId, companyId: $companyId) {
      hrVendors { id name }
    }
  }
`);

export type OffersData = ResultOf<typeof Offers>;
export type HrServicesData = ResultOf<typeof HrServices>;
