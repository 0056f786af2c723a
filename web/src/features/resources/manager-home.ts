/** What the cards of a manager's home show: how far a company's action items are, and what it offers to open. */
import { graphql, type ResultOf } from '../../api/graphql';

/** A page of them, though five are shown: those that wait longest are chosen here (actionItems.ts). */
export const ManagerActionItems = graphql(`
  fragment ManagerActionItems on Query {
    teamActionItems: listCompanyResources(
      tenantId: $tenantId, companyId: $companyId, managerId: $managerId, isActionItem: true
    ) {
      results { id name dueDate acknowledged people }
      links { next }
    }
  }
`);

export const ManagerResources = graphql(`
  fragment ManagerResources on Query {
    companyResources: listCompanyResources(
      tenantId: $tenantId, companyId: $companyId, managerId: $managerId, isActionItem: false, limit: 5
    ) {
      results { id name description link }
    }
  }
`);

export type ManagerActionItemData = ResultOf<typeof ManagerActionItems>;
export type ManagerResourceData = ResultOf<typeof ManagerResources>;
