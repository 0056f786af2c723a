/** What the cards of an employee's home show: five things to acknowledge, and five to open. */
import { graphql, type ResultOf } from '../../api/graphql';

const OfferedFields = graphql(`
  fragment OfferedFields on EmployeeResource {
    id name description link documentId status dueDate isComplete
  }
`);

export const ActionItems = graphql(
  `
    fragment ActionItems on Query {
      actionItems: resources(companyId: $companyId, employeeId: $employeeId, limit: 5, isActionItem: true) {
        employeeResources { ...OfferedFields }
        totalCount
      }
    }
  `,
  [OfferedFields],
);

export const Resources = graphql(
  `
    fragment Resources on Query {
      offeredResources: resources(companyId: $companyId, employeeId: $employeeId, limit: 5, isActionItem: false) {
        employeeResources { ...OfferedFields }
        totalCount
      }
      companyLinks: getCompanyLinks(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
        customLinks { name url }
      }
    }
  `,
  [OfferedFields],
);

export type ActionItemData = ResultOf<typeof ActionItems>;
export type ResourceData = ResultOf<typeof Resources>;
