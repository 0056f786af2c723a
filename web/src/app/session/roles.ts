/**
 * Which role a person acts in. A company gives role ids by kind; the initial one is employee first, else manager. Pure: the
 * session (store.ts) keeps what is chosen.
 */
import { paths } from '../paths';
import type { ViewMode } from './store';

export type CompanyRoles = {
  employeeId: string | null;
  permissions: readonly string[];
  employeeRoleIds: readonly string[];
  managerRoleIds: readonly string[];
  /** The role named 'Manager View'. */
  managerViewRoleId: string | null;
};

/** What a person is in a company follows from their permissions there; an employee is also on its payroll. */
export function rolesIn({ permissions, employeeId }: Pick<CompanyRoles, 'permissions' | 'employeeId'>): ViewMode[] {
  const holds = (scope: ViewMode) => permissions.some((permission) => permission.split(/[:.]/, 1)[0] === scope);
  const roles: ViewMode[] = [];
  if (employeeId !== null && holds('employee')) roles.push('employee');
  if (holds('manager')) roles.push('manager');
  return roles;
}

/** The view for someone who wants one: theirs if they have it, else employee, else manager. */
export function viewIn(company: CompanyRoles | null, wanted: ViewMode | null): ViewMode {
  const roles = company ? rolesIn(company) : [];
  return roles.find((role) => role === wanted) ?? roles[0] ?? 'employee';
}

/** In manager mode the manager-view role stays where it is the current one; otherwise the company's first manager role is taken. */
export function roleIdIn(company: CompanyRoles, viewMode: ViewMode, currentRoleId: string | null): string | null {
  const { employeeRoleIds, managerRoleIds, managerViewRoleId } = company;
  if (viewMode === 'employee') return employeeRoleIds[0] ?? null;
  const isManagerView = currentRoleId !== null && currentRoleId === managerViewRoleId;
  return isManagerView ? currentRoleId : (managerRoleIds[0] ?? null);
}

/** Where a switch of role or company leads: Home for people with the extra HR application, else the home of the view. */
export function homeAfterSwitch(viewMode: ViewMode, applications: readonly string[]): string {
  if (applications.includes('HR')) return paths.home();
  return viewMode === 'manager' ? paths.managerHome() : paths.employeeHome();
}
