/**
 * Who may open which page: the nine rules of the spec as one pure function. The router calls it in `beforeLoad`; the server
 * decides again on every call, so this is about not showing dead ends.
 */
import { paths } from './paths';
import type { Platform } from './platform/platform';

export type RouteMeta = {
  authRequired: boolean;
  /** The name of the feature in the catalogue, for pages a company can switch off. */
  featurePage?: string;
  isManagerPage?: boolean;
  /** Shows data of people on the payroll. */
  isEmployeePage?: boolean;
  isAdminPage?: boolean;
  /** About what belongs to no single company: not for administrators of some companies. */
  isTenantPage?: boolean;
  /** For payroll of the tenant or of some companies, who may be no administrators. */
  isPayrollPage?: boolean;
  /** For administrators and payroll alike, of the tenant or of some companies. */
  isFiguresPage?: boolean;
  isV2Page?: boolean;
};

export type Destination = {
  path: string;
  meta: RouteMeta;
  /** False for a page whose feature is switched off, or not built. */
  isFeatureEnabled: boolean;
};

export type Visitor = {
  version: string;
  /** Of the company the person is looking at. */
  companyRoles: readonly ('employee' | 'manager')[];
  /** Applications beside this portal. */
  hasAdditionalApplications: boolean;
  /** The account is all there is for them here. */
  isIdentityOnly: boolean;
  /** Of the tenant, or of some companies. */
  isAdmin: boolean;
  administersTenant: boolean;
  /** Of the tenant, or of some companies. */
  doesPayroll: boolean;
};

export type Verdict =
  | { kind: 'open' }
  | { kind: 'signIn'; to: string; returnTo: string }
  | { kind: 'go'; to: string }
  | { kind: 'featureNotEnabled'; to: string; feature: string };

const open: Verdict = { kind: 'open' };
const go = (to: string): Verdict => ({ kind: 'go', to });

/** `visitor` is null when no one is signed in. */
export function judge(
  { path, meta, isFeatureEnabled }: Destination,
  visitor: Visitor | null,
  platform: Pick<Platform, 'kind' | 'signedOutPath'>,
): Verdict {
  if (!meta.authRequired) return open;
  if (visitor === null) return { kind: 'signIn', to: platform.signedOutPath, returnTo: path };
  if (visitor.isIdentityOnly) return path === paths.accountSettings() ? open : go(paths.accountSettings());
  if (path === paths.home()) return judgeHome(visitor, platform);
  if (meta.isManagerPage && !visitor.companyRoles.includes('manager')) return go(paths.home());
  if (meta.isEmployeePage && !visitor.companyRoles.includes('employee')) return go(paths.home());
  if (meta.isAdminPage && !visitor.isAdmin) return go(paths.home());
  if (meta.isPayrollPage && !visitor.doesPayroll) return go(visitor.isAdmin ? paths.adminHome() : paths.home());
  if (meta.isFiguresPage && !visitor.isAdmin && !visitor.doesPayroll) return go(paths.home());
  if (meta.isTenantPage && !visitor.administersTenant) return go(visitor.isAdmin ? paths.adminHome() : paths.home());
  if (meta.isV2Page && visitor.version !== 'v2') return go(paths.home());
  if (!isFeatureEnabled) return { kind: 'featureNotEnabled', to: paths.home(), feature: meta.featurePage ?? path };
  return open;
}

/** Home keeps those who have several places to go to, and those who have none; it sends the others to theirs. */
function judgeHome(visitor: Visitor, platform: Pick<Platform, 'kind'>): Verdict {
  const { companyRoles, hasAdditionalApplications, version, isAdmin, doesPayroll } = visitor;
  if (hasAdditionalApplications) return open;
  if (version === 'v2' && platform.kind === 'web') return open;
  if (companyRoles.includes('employee')) return go(paths.employeeHome());
  if (companyRoles.includes('manager')) return go(paths.managerHome());
  if (isAdmin) return go(paths.adminHome());
  return doesPayroll ? go(paths.adminHandover()) : open;
}
