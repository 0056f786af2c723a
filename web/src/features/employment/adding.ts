/** Adding someone: what the form holds, what is missing, and what is sent. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

export const AddPerson = graphql(`
  mutation AddPerson($input: NewPersonInput!) { addPerson(input: $input) { personId } }
`);
type NewPersonInput = VariablesOf<typeof AddPerson>['input'];

export const AddEmployment = graphql(`
  mutation AddEmployment($personId: ID!, $input: NewJobInput!, $roles: [FirstRoleInput!]!) {
    addEmployment(personId: $personId, input: $input, roles: $roles) { personId }
  }
`);
export const SetPortalVersion = graphql(`
  mutation SetPortalVersion($personId: ID!, $version: PortalVersion!) {
    setPortalVersion(personId: $personId, version: $version) { personId }
  }
`);
export const versions = ['v1', 'v2'] as const;

type NewJobInput = VariablesOf<typeof AddEmployment>['input'];
type FirstRole = VariablesOf<typeof AddEmployment>['roles'][number];

/** The roles someone can begin with, and where they can be given. */
export const AddingChoices = graphql(`
  query AddingChoices($tenantId: ID!) {
    roleChoices(tenantId: $tenantId) { companies { id name } isWholeTenant }
    listRoles(tenantId: $tenantId, limit: 100) { results { id name applies isShipped } }
  }
`);
type Answer = ResultOf<typeof AddingChoices>;
export type Role = Answer['listRoles']['results'][number];
export type Choices = { companies: Answer['roleChoices']['companies']; isWholeTenant: boolean; roles: readonly Role[] };

export const choicesOf = ({ roleChoices, listRoles }: Answer): Choices => ({
  ...roleChoices,
  roles: listRoles.results,
});

/** People with a job or a role in reach: who may have reports needn't work here. */
export const ManagersToChoose = graphql(`
  query ManagersToChoose($tenantId: ID!, $search: String!) {
    roleCandidates(tenantId: $tenantId, search: $search) { personId username firstName lastName }
  }
`);

export const PayGroups = graphql(`
  query PayGroupsToChoose($tenantId: ID!, $companyId: ID!) {
    listCompanyEntries(tenantId: $tenantId, companyId: $companyId, kind: payGroup, limit: 100) {
      results { id name }
    }
  }
`);

export const kinds = ['employee', 'outside', 'evolution', 'account'] as const;
/** Works here; has a role without working here; comes from Evolution; or only has an account. */
export type Kind = (typeof kinds)[number];

export type Job = {
  companyId: string;
  employeeCode: string;
  dateOfBirth: string;
  hireDate: string;
  payGroupId: string;
  managerId: string;
  /** Ids. */
  roles: string[];
};

export type Draft = Job & {
  kind: Kind;
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  language: 'en' | 'es';
  version: 'v1' | 'v2';
  /** Of someone who doesn't work here: the role, and where. */
  outsideRole: string;
  evolutionRole: string;
  place: string;
  invites: boolean;
};

export const wholeTenant = 'tenant';
const evolutionRoles = ['Evolution Payroll Access', 'Complete Evolution Access', 'No Payroll Tile'];
const isEvolution = ({ name, isShipped }: Role) => isShipped && evolutionRoles.includes(name);

/** Roles for an Evolution user. */
export const rolesOfEvolution = ({ roles }: Choices) => roles.filter(isEvolution);

/** Roles for someone who doesn't work here: what employees do takes an employment. */
export const rolesOfOutside = ({ roles }: Choices) =>
  roles.filter((role) => !isEvolution(role) && !(role.isShipped && ['Employee', 'Identity User'].includes(role.name)));

/** Where a role can be given. */
export function placesOf({ companies, roles }: Choices, roleId: string): string[] {
  const applies = roles.find(({ id }) => id === roleId)?.applies;
  return [
    ...(applies === 'company' ? [] : [wholeTenant]),
    ...(applies === 'tenant' ? [] : companies.map(({ id }) => id)),
  ];
}

/** The role of someone who doesn't work here. */
export const roleOf = (draft: Draft) => (draft.kind === 'evolution' ? draft.evolutionRole : draft.outsideRole);

/** Roles for someone in a company: those given there, and for administrators of the tenant those given everywhere. */
export const rolesOfJob = ({ roles, isWholeTenant }: Choices) =>
  roles.filter(({ applies }) => applies !== 'tenant' || isWholeTenant);

const shipped = ({ roles }: Choices, name: string) => roles.find((role) => role.isShipped && role.name === name)?.id;

/** Only administrators of the whole tenant add people who work nowhere. */
export const kindsFor = ({ isWholeTenant }: Choices): readonly Kind[] => (isWholeTenant ? kinds : ['employee']);

export function blankJob(choices: Choices): Job {
  const employee = shipped(choices, 'Employee');
  return {
    companyId: choices.companies.length === 1 ? (choices.companies[0]?.id ?? '') : '',
    employeeCode: '',
    dateOfBirth: '',
    hireDate: '',
    payGroupId: '',
    managerId: '',
    roles: employee ? [employee] : [],
  };
}

export function blank(choices: Choices): Draft {
  return {
    ...blankJob(choices),
    kind: 'employee',
    firstName: '',
    lastName: '',
    email: '',
    username: '',
    language: 'en',
    version: 'v1',
    evolutionRole: rolesOfEvolution(choices)[0]?.id ?? '',
    outsideRole: shipped(choices, 'Manager View') ?? rolesOfOutside(choices)[0]?.id ?? '',
    place: '',
    invites: true,
  };
}

const jobFields = ['companyId', 'employeeCode', 'dateOfBirth', 'hireDate'] as const;
const accountFields = ['firstName', 'lastName', 'email', 'username'] as const;

/** The fields of a job that must be filled in and aren't. */
export function missingInJob(job: Job): string[] {
  const empty: string[] = jobFields.filter((field) => job[field].trim() === '');
  return job.roles.length === 0 ? [...empty, 'roles'] : empty;
}

export function missingIn(draft: Draft): string[] {
  const empty: string[] = accountFields.filter((field) => draft[field].trim() === '');
  if (draft.kind === 'employee') return [...empty, ...missingInJob(draft)];
  return draft.kind !== 'account' && draft.place === '' ? [...empty, 'place'] : empty;
}

export function jobInput(job: Job): NewJobInput {
  const { companyId, employeeCode, dateOfBirth, hireDate, payGroupId, managerId } = job;
  return {
    companyId,
    employeeCode: employeeCode.trim(),
    dateOfBirth,
    hireDate,
    payGroupId: payGroupId || null,
    managerId: managerId || null,
  };
}

/** Each role where it applies: in the company, or in the whole tenant. */
export function firstRoles(choices: Choices, { roles, companyId }: Job): FirstRole[] {
  const isOfTenant = (id: string) => choices.roles.find((role) => role.id === id)?.applies === 'tenant';
  return roles.map((roleId) => ({ roleId, companyId: isOfTenant(roleId) ? null : companyId }));
}

function rolesOf(choices: Choices, draft: Draft): FirstRole[] {
  if (draft.kind === 'employee') return firstRoles(choices, draft);
  if (draft.kind !== 'account')
    return [{ roleId: roleOf(draft), companyId: draft.place === wholeTenant ? null : draft.place }];
  const identity = shipped(choices, 'Identity User');
  return identity ? [{ roleId: identity, companyId: null }] : [];
}

export function inputOf(choices: Choices, draft: Draft): NewPersonInput {
  const { firstName, lastName, email, username, language, version, invites } = draft;
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
    username: username.trim(),
    language,
    version,
    invites,
    job: draft.kind === 'employee' ? jobInput(draft) : null,
    roles: rolesOf(choices, draft),
  };
}
