/** Who is signed in, as the server tells it, and the place (company, view) they are looking at. */
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi, whileOnline } from '../../api/hooks';
import { offerLanguage } from '../../i18n';
import type { Visitor } from '../guard';
import { roleIdIn, rolesIn, viewIn } from './roles';
import { useSession, type ViewMode } from './store';

const ViewerQuery = graphql(`
  query Viewer {
    viewer {
      personId tenantId tenantName firstName lastName email language version roles userType applications evolutionRoles
      hasIdentityPermissions permissions unreadNotices
      companies {
        companyId companyName timeZone today employeeId employmentEndedOn openThrough permissions employeeRoleIds managerRoleIds managerViewRoleId
      }
    }
  }
`);

export type Viewer = ResultOf<typeof ViewerQuery>['viewer'];
export type ViewerCompany = Viewer['companies'][number];

export const viewerKey = ['viewer'];

export const viewerOptions = (api: Api) =>
  queryOptions({
    queryKey: viewerKey,
    queryFn: async ({ signal }) => (await api.query(ViewerQuery, {}, signal)).viewer,
    // "Today" moves at midnight, and rights move when someone changes them; the guard asks often enough.
    staleTime: whileOnline(60_000),
  });

/** For the guard: the viewer, with the session put into a company of theirs. */
export async function loadViewer(api: Api, queryClient: QueryClient): Promise<Viewer> {
  const viewer = await queryClient.fetchQuery(viewerOptions(api));
  const session = useSession.getState();
  const isNewcomer = session.personId !== viewer.personId;
  const company = viewer.companies.find(({ companyId }) => companyId === session.companyId) ?? firstCompany(viewer);
  if (isNewcomer || session.companyId !== (company?.companyId ?? null)) enterCompany(viewer, company, null);
  await offerLanguage(viewer.language);
  return viewer;
}

/** The initial role is employee first, else manager: so is the initial company. One that someone has left comes last. */
function firstCompany({ companies }: Viewer): ViewerCompany | null {
  const current = companies.filter((company) => company.employmentEndedOn === null);
  return current.find((company) => rolesIn(company).includes('employee')) ?? current[0] ?? companies[0] ?? null;
}

export function enterCompany(viewer: Viewer, company: ViewerCompany | null, wanted: ViewMode | null): void {
  const session = useSession.getState();
  const viewMode = viewIn(company, wanted);
  const role = company && roleIdIn(company, viewMode, session.role);
  const { personId, tenantId } = viewer;
  session.enter({ personId, tenantId, companyId: company?.companyId ?? null, role, viewMode });
}

export function visitorOf(viewer: Viewer, companyId: string | null): Visitor {
  const { version, roles, applications } = viewer;
  const company = companyIn(viewer, companyId);
  return {
    version,
    companyRoles: company ? rolesIn(company) : [],
    hasAdditionalApplications: applications.length > 0,
    isIdentityOnly: isIdentityOnly({ roles }),
    isAdmin: isAdmin({ roles }),
    administersTenant: administersTenant(viewer),
    doesPayroll: doesPayroll(viewer),
  };
}

/** Has an account and nothing else: there is one page to open, the account's. */
export function isIdentityOnly({ roles }: Pick<Viewer, 'roles'>): boolean {
  return roles.includes('idOnly');
}

export function isAdmin({ roles }: Pick<Viewer, 'roles'>): boolean {
  return roles.includes('admin');
}

/** Everything in the tenant, not only some companies. Company administrators are those who are `isAdmin` and not this. */
export function administersTenant({ permissions }: Pick<Viewer, 'permissions'>): boolean {
  return permissions.some((permission) => permission === 'admin' || permission === 'admin.write');
}

/** Payroll of the tenant or of some companies: an administrator isn't payroll, and payroll isn't an administrator. */
export function doesPayroll({ permissions, companies }: Pick<Viewer, 'permissions' | 'companies'>): boolean {
  const isPayroll = (permission: string) => permission === 'payroll' || permission === 'payroll.write';
  return [{ permissions }, ...companies].some((at) => at.permissions.some(isPayroll));
}

/** Whether they may hand anything over, or only look. */
export function mayHandOver({ permissions, companies }: Pick<Viewer, 'permissions' | 'companies'>): boolean {
  return [{ permissions }, ...companies].some((at) => at.permissions.includes('payroll.write'));
}

/** Whether they may change anything of what they administer; the server knows what exactly. */
export function mayAdminister({ permissions, companies }: Pick<Viewer, 'permissions' | 'companies'>): boolean {
  return [{ permissions }, ...companies].some((at) => at.permissions.includes('admin.write'));
}

/** The companies someone administers without administering the tenant. */
export function administeredCompanies({ companies }: Pick<Viewer, 'companies'>): ViewerCompany[] {
  return companies.filter(administersTenant);
}

/** Below the guard, where the viewer is known to be loaded. */
export function useViewer(): Viewer {
  return useSuspenseQuery(viewerOptions(useApi())).data;
}

export function useCompany(): ViewerCompany | null {
  const viewer = useViewer();
  return companyIn(
    viewer,
    useSession((session) => session.companyId),
  );
}

export function companyIn({ companies }: Viewer, companyId: string | null): ViewerCompany | null {
  return companies.find((company) => company.companyId === companyId) ?? null;
}

/** For pages the guard opens only to people of a company. */
export function useActor(): Actor {
  return actorIn(useViewer(), useCompany());
}

export function actorIn({ tenantId, personId }: Viewer, company: ViewerCompany | null): Actor {
  if (company === null) throw new Error('this page needs a company');
  const { companyId, companyName, employeeId, permissions, today, timeZone } = company;
  return { tenantId, personId, companyId, companyName, employeeId, permissions, today, timeZone };
}
