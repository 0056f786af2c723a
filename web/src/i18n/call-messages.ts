import type { TextKey } from './index';

/**
 * What the spec says about a call that failed, by the call; announcements and account settings keep theirs with their own texts.
 * Updating a time-off request fails with the words of creating one.
 */
export const callMessages = {
  /** Who is signed in: the app asks `viewer`, which knows more than the provider's userinfo. */
  userInfo: 'failed.userInfo',
  employeeById: 'failed.employeeById',
  employeePaystub: 'failed.employeePaystub',
  listEmployeePayStubs: 'failed.listEmployeePayStubs',
  listEmployeeTimeOffRequests: 'failed.listEmployeeTimeOffRequests',
  createTimeOffRequest: 'failed.createTimeOffRequest',
  deleteTimeOffRequest: 'failed.deleteTimeOffRequest',
  putManagerEmployeeChangeRequest: 'failed.putManagerEmployeeChangeRequest',
  submitChangeRequest: 'failed.submitChangeRequest',
  putEmployeeData: 'failed.putEmployeeData',
  deleteDirectDeposit: 'failed.deleteDirectDeposit',
  getCompanyLinks: 'failed.getCompanyLinks',
  putCompanyDocuments: 'failed.putCompanyDocuments',
  deleteCompanyDocument: 'failed.deleteCompanyDocument',
} as const satisfies Record<string, TextKey>;
