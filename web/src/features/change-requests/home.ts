/** What the home card of deposit requests shows. */
import { graphql, type ResultOf } from '../../api/graphql';

export const DepositRequests = graphql(`
  fragment DepositRequests on Query {
    depositRequests: listManagerEEChangeRequest(
      tenantId: $tenantId
      companyId: $companyId
      managerId: $managerId
      requestType: "direct_deposit"
      limit: 5
    ) {
      results { id firstName lastName status requestedAt cautions { code at } }
      links { next }
    }
  }
`);

export type DepositRequestsData = ResultOf<typeof DepositRequests>;
