/** Applications our identity provider signs people in to, as the console asks for them. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

export const hostApplicationsKey = 'host-applications';

const ApplicationFields = graphql(`
  fragment HostApplicationFields on AdminApplication {
    id
    code
    name
    targetUrl
    path
    clientId
    auth
    jwks
    redirectUris
    postLogoutRedirectUris
    claims
    logoutUri
    isEnabled
    secretSetAt
    oldSecretUntil
    roles
    issuer
    discoveryUrl
    version
  }
`);
export type HostApplication = ResultOf<typeof ApplicationFields>;

export const ListHostApplications = graphql(
  `
    query ListHostApplications($tenantId: ID!, $search: String, $cursor: String) {
      listApplications(tenantId: $tenantId, search: $search, cursor: $cursor) {
        results { ...HostApplicationFields }
        links { next previous }
      }
    }
  `,
  [ApplicationFields],
);

export const AddHostApplication = graphql(
  `
    mutation AddHostApplication($tenantId: ID!, $input: ApplicationInput!) {
      addApplication(tenantId: $tenantId, input: $input) {
        secret
        application { ...HostApplicationFields }
      }
    }
  `,
  [ApplicationFields],
);
export type Input = VariablesOf<typeof AddHostApplication>['input'];
/** What was saved, and its secret if it got a new one: there's no other way to see it. */
export type Saved = ResultOf<typeof AddHostApplication>['addApplication'];

export const ChangeHostApplication = graphql(
  `
    mutation ChangeHostApplication($tenantId: ID!, $applicationId: ID!, $version: Int!, $input: ApplicationInput!) {
      changeApplication(tenantId: $tenantId, applicationId: $applicationId, version: $version, input: $input) {
        secret
        application { ...HostApplicationFields }
      }
    }
  `,
  [ApplicationFields],
);

export const RotateSecret = graphql(
  `
    mutation RotateApplicationSecret($tenantId: ID!, $applicationId: ID!, $version: Int!, $keepOld: Boolean!) {
      rotateApplicationSecret(tenantId: $tenantId, applicationId: $applicationId, version: $version, keepOld: $keepOld) {
        secret
        application { ...HostApplicationFields }
      }
    }
  `,
  [ApplicationFields],
);

export const RemoveHostApplication = graphql(`
  mutation RemoveHostApplication($tenantId: ID!, $applicationId: ID!, $version: Int!) {
    removeApplication(tenantId: $tenantId, applicationId: $applicationId, version: $version) { applicationId }
  }
`);

/** The codes that come with a name and a picture of ours. */
export const commonCodes = ['PAY', 'TAX', 'HR', 'HCM', 'TIME'] as const;
/** Not a code: one of the organization's own is typed. */
export const otherCode = 'other';

/** What an application may learn about a person, in the order of the server. */
export const claimNames = [
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'email',
  'phone_number',
  'tenant',
  'companies',
  'roles',
] as const;

type AuthMethod = 'secret' | 'key';

/** What the form holds. Addresses are typed one per line. */
export type Draft = {
  chosenCode: string;
  ownCode: string;
  name: string;
  targetUrl: string;
  path: string;
  clientId: string;
  auth: AuthMethod;
  jwks: string;
  redirectUris: string;
  postLogoutRedirectUris: string;
  claims: string[];
  logoutUri: string;
  isEnabled: boolean;
};

export const blankDraft: Draft = {
  chosenCode: 'PAY',
  ownCode: '',
  name: '',
  targetUrl: '',
  path: '/',
  clientId: '',
  auth: 'secret',
  jwks: '',
  redirectUris: '',
  postLogoutRedirectUris: '',
  claims: ['name', 'email'],
  logoutUri: '',
  isEnabled: true,
};

const isCommon = (code: string) => commonCodes.some((known) => known === code);

export function draftOf(application: HostApplication): Draft {
  const { code } = application;
  return {
    chosenCode: isCommon(code) ? code : otherCode,
    ownCode: isCommon(code) ? '' : code,
    name: application.name,
    targetUrl: application.targetUrl,
    path: application.path,
    clientId: application.clientId,
    auth: application.auth === 'key' ? 'key' : 'secret',
    jwks: application.jwks ?? '',
    redirectUris: application.redirectUris.join('\n'),
    postLogoutRedirectUris: application.postLogoutRedirectUris.join('\n'),
    claims: application.claims,
    logoutUri: application.logoutUri ?? '',
    isEnabled: application.isEnabled,
  };
}

export const codeOf = ({ chosenCode, ownCode }: Pick<Draft, 'chosenCode' | 'ownCode'>) =>
  chosenCode === otherCode ? ownCode.trim().toUpperCase() : chosenCode;

export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function inputOf(draft: Draft): Input {
  return {
    code: codeOf(draft),
    name: draft.name.trim(),
    targetUrl: draft.targetUrl.trim(),
    path: draft.path.trim(),
    clientId: draft.clientId.trim(),
    auth: draft.auth,
    jwks: draft.auth === 'key' ? draft.jwks.trim() : null,
    redirectUris: linesOf(draft.redirectUris),
    postLogoutRedirectUris: linesOf(draft.postLogoutRedirectUris),
    claims: draft.claims,
    logoutUri: draft.logoutUri.trim(),
    isEnabled: draft.isEnabled,
  };
}

/** An application as CONFLICT carries it; null when it can't be read. What it leaves out is the same for all. */
export function currentApplication(current: unknown, base: HostApplication | null): HostApplication | null {
  if (typeof current !== 'object' || current === null || !('version' in current) || !('redirectUris' in current))
    return null;
  return { issuer: base?.issuer ?? '', discoveryUrl: base?.discoveryUrl ?? '', ...current } as HostApplication;
}
