/**
 * In whose name a feature acts: the ids every call of the contract takes, and what they may do.
 * The app makes it from the session and hands it to the feature, which knows nothing of sessions.
 */
export type Actor = {
  tenantId: string;
  companyId: string;
  companyName: string;
  personId: string;
  /** Null for a manager who is not on the payroll of this company. */
  employeeId: string | null;
  permissions: readonly string[];
  /** The company's own day, YYYY-MM-DD. */
  today: string;
  timeZone: string;
};

/** The right to write includes the right to read. */
export function may({ permissions }: Pick<Actor, 'permissions'>, permission: string): boolean {
  return permissions.includes(permission) || permissions.includes(`${permission}.write`);
}
