/**
 * Who may open which page: a pure function of the route and the visitor. The router calls it in
 * `beforeLoad`; the server decides again on every call, so this is about not showing dead ends.
 */
import { paths } from './paths';

export type RouteMeta = {
  authRequired: boolean;
  /** The name of the feature in the catalogue, for pages a company can switch off. */
  featurePage?: string;
  isManagerPage?: boolean;
  isV2Page?: boolean;
};

export type Visitor = {
  version: string;
  /** Of the company the person is looking at. */
  companyRoles: readonly ('employee' | 'manager')[];
  /** The account is all there is for them here. */
  isIdentityOnly: boolean;
};

export type Verdict = { kind: 'open' } | { kind: 'signIn'; returnTo: string } | { kind: 'go'; to: string };

const open: Verdict = { kind: 'open' };

/** `visitor` is null when nobody is signed in. */
export function judge(path: string, meta: RouteMeta, visitor: Visitor | null): Verdict {
  if (!meta.authRequired) return open;
  if (visitor === null) return { kind: 'signIn', returnTo: path };
  if (visitor.isIdentityOnly && path !== paths.accountSettings()) return { kind: 'go', to: paths.accountSettings() };
  if (path === paths.home()) return judgeHome(visitor);
  if (meta.isManagerPage && !visitor.companyRoles.includes('manager')) return { kind: 'go', to: paths.home() };
  if (meta.isV2Page && visitor.version !== 'v2') return { kind: 'go', to: paths.home() };
  if (path === paths.employeeHome() && !visitor.companyRoles.includes('employee'))
    return { kind: 'go', to: paths.home() };
  return open;
}

/** Home is a signpost: it keeps only those who have neither an employee nor a manager page to go to. */
function judgeHome({ companyRoles }: Visitor): Verdict {
  if (companyRoles.includes('employee')) return { kind: 'go', to: paths.employeeHome() };
  if (companyRoles.includes('manager')) return { kind: 'go', to: paths.managerHome() };
  return open;
}
