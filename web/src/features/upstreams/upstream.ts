/** Companies' own OpenID providers, as the console asks for them. */
import { queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import type { Api } from '../../api/client';
import { graphql } from '../../api/graphql';

export const upstreamsKey = 'upstreams';

const UpstreamFields = graphql(`
  fragment UpstreamFields on AdminUpstream {
    id
    name
    issuer
    clientId
    hasSecret
    companyId
    companyName
    mailDomains
    redirectUri
    postLogoutRedirectUri
    version
  }
`);
export type Upstream = ResultOf<typeof UpstreamFields>;

export const ListUpstreams = graphql(
  `
    query ListUpstreams($tenantId: ID!, $search: String, $cursor: String) {
      listUpstreams(tenantId: $tenantId, search: $search, cursor: $cursor) {
        results { ...UpstreamFields }
        links { next previous }
      }
    }
  `,
  [UpstreamFields],
);

const UpstreamChoicesQuery = graphql(`
  query UpstreamChoices($tenantId: ID!) {
    upstreamChoices(tenantId: $tenantId) {
      companies { id name }
      isWholeTenant
    }
  }
`);
export type Choices = ResultOf<typeof UpstreamChoicesQuery>['upstreamChoices'];

export const choicesOptions = (api: Api, tenantId: string) =>
  queryOptions({
    queryKey: [upstreamsKey, 'choices', tenantId],
    queryFn: async ({ signal }) => (await api.query(UpstreamChoicesQuery, { tenantId }, signal)).upstreamChoices,
  });

export const TestUpstream = graphql(`
  query TestUpstream($tenantId: ID!, $issuer: String!) {
    testUpstream(tenantId: $tenantId, issuer: $issuer) {
      isGood
      isReachable
      otherIssuer
      isAuthorizationAllowed
      keys
      canSignOut
    }
  }
`);
export type Report = ResultOf<typeof TestUpstream>['testUpstream'];

export const AddUpstream = graphql(
  `
    mutation AddUpstream($tenantId: ID!, $input: UpstreamInput!) {
      addUpstream(tenantId: $tenantId, input: $input) { ...UpstreamFields }
    }
  `,
  [UpstreamFields],
);
export type Input = VariablesOf<typeof AddUpstream>['input'];

export const ChangeUpstream = graphql(
  `
    mutation ChangeUpstream($tenantId: ID!, $upstreamId: ID!, $version: Int!, $input: UpstreamInput!) {
      changeUpstream(tenantId: $tenantId, upstreamId: $upstreamId, version: $version, input: $input) {
        ...UpstreamFields
      }
    }
  `,
  [UpstreamFields],
);

export const RemoveUpstream = graphql(`
  mutation RemoveUpstream($tenantId: ID!, $upstreamId: ID!, $version: Int!) {
    removeUpstream(tenantId: $tenantId, upstreamId: $upstreamId, version: $version) { upstreamId }
  }
`);

/** What the form holds. `secret`: what was typed; `place`: a company, or the whole tenant. */
export type Draft = {
  name: string;
  place: string;
  issuer: string;
  clientId: string;
  secret: string;
  isPublic: boolean;
  domains: string;
};

export const wholeTenant = 'tenant';

export const draftOf = (upstream: Upstream): Draft => ({
  name: upstream.name,
  place: upstream.companyId ?? wholeTenant,
  issuer: upstream.issuer,
  clientId: upstream.clientId,
  secret: '',
  isPublic: !upstream.hasSecret,
  domains: upstream.mailDomains.join(', '),
});

/** Typed with commas, spaces or one a line. */
export function domainsOf(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((domain) => domain !== '');
}

/** `hadSecret`: a blank field keeps the secret that is there. */
export function inputOf(draft: Draft, hadSecret: boolean): Input {
  const typed = draft.secret.trim();
  const kept = hadSecret && typed === '' ? null : typed;
  return {
    name: draft.name.trim(),
    companyId: draft.place === wholeTenant ? null : draft.place,
    issuer: draft.issuer.trim(),
    clientId: draft.clientId.trim(),
    secret: draft.isPublic ? '' : kept,
    mailDomains: domainsOf(draft.domains),
  };
}

/** An upstream as CONFLICT carries it; null when it can't be read. */
export function currentUpstream(current: unknown): Upstream | null {
  if (typeof current !== 'object' || current === null || !('version' in current) || !('mailDomains' in current))
    return null;
  return current as Upstream;
}
