/** What the announcements cards show: the newest five, for an employee those meant for them today and what always holds, for a manager all. */
import { graphql, type ResultOf } from '../../api/graphql';
import { MessageFields } from './message';

export const EmployeeAnnouncements = graphql(
  `
    fragment EmployeeAnnouncements on Query {
      announcements: listCompanyMessages(
        tenantId: $tenantId
        companyId: $companyId
        employeeId: $employeeId
        limit: 5
      ) {
        results { ...MessageFields }
        links { next }
      }
      companyLinks: getCompanyLinks(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
        dashboardMessages { message }
      }
    }
  `,
  [MessageFields],
);

export const ManagerAnnouncements = graphql(
  `
    fragment ManagerAnnouncements on Query {
      announcements: listCompanyMessages(
        tenantId: $tenantId
        companyId: $companyId
        managerId: $managerId
        limit: 5
      ) {
        results { ...MessageFields }
        links { next }
      }
    }
  `,
  [MessageFields],
);

export type Announcements = ResultOf<typeof EmployeeAnnouncements>;
export type ManagedAnnouncements = ResultOf<typeof ManagerAnnouncements>;
