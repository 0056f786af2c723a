/** The error catalogue: a code, else the call's own message of the spec, in the person's language. */
import { ApiError } from '../api/error';
import type { TextKey, Translate } from './index';

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

/** `callMessage` is what the spec says about this one call, such as 'Failed to create company message.' */
export function errorText(t: Translate, error: unknown, callMessage: TextKey = 'error.INTERNAL'): string {
  if (!navigator.onLine) return t('error.offline');
  if (error instanceof ApiError && error.code !== 'INTERNAL') return t(`error.${error.code}`);
  return t(callMessage);
}
