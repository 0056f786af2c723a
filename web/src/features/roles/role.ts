/** Roles as the console asks for them. */
import { queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import type { Api } from '../../api/client';
import { graphql } from '../../api/graphql';
import type { Translate } from '../../i18n';
import { textOr } from '../../i18n/known';

export const rolesKey = 'roles';

const RoleFields = graphql(`
  fragment RoleFields on AdminRole {
    id
    name
    permissions
    applications
    applies
    isShipped
    version
    holders
  }
`);
export type Role = ResultOf<typeof RoleFields>;

const HeldFields = graphql(`
  fragment HeldFields on RoleAssignment {
    id
    personId
    username
    firstName
    lastName
    roleId
    roleName
    companyId
    companyName
    startsOn
    endsOn
    state
    today
    version
  }
`);
export type Held = ResultOf<typeof HeldFields>;

export const ListRoles = graphql(
  `
    query ListRoles($tenantId: ID!, $search: String, $cursor: String) {
      listRoles(tenantId: $tenantId, search: $search, cursor: $cursor) {
        results { ...RoleFields }
        links { next previous }
      }
    }
  `,
  [RoleFields],
);

export const ListRoleHolders = graphql(
  `
    query ListRoleHolders($tenantId: ID!, $roleId: ID!, $search: String, $limit: Int, $cursor: String) {
      listRoleHolders(tenantId: $tenantId, roleId: $roleId, search: $search, limit: $limit, cursor: $cursor) {
        results { ...HeldFields }
        links { next previous }
      }
    }
  `,
  [HeldFields],
);

const RoleChoicesQuery = graphql(`
  query RoleChoices($tenantId: ID!) {
    roleChoices(tenantId: $tenantId) {
      permissions
      applications { code name }
      companies { id name }
      isWholeTenant
    }
  }
`);
export type Choices = ResultOf<typeof RoleChoicesQuery>['roleChoices'];

export const choicesOptions = (api: Api, tenantId: string) =>
  queryOptions({
    queryKey: [rolesKey, 'choices', tenantId],
    queryFn: async ({ signal }) => (await api.query(RoleChoicesQuery, { tenantId }, signal)).roleChoices,
  });

export const RoleCandidates = graphql(`
  query RoleCandidates($tenantId: ID!, $search: String!) {
    roleCandidates(tenantId: $tenantId, search: $search) { personId username firstName lastName }
  }
`);

const DifferenceFields = graphql(`
  fragment DifferenceFields on RolePreview {
    from
    holders leftBehind
    gains { permissions applications pages { id title path } }
    loses { permissions applications pages { id title path } }
  }
`);
export type Preview = ResultOf<typeof DifferenceFields>;

export const PreviewRole = graphql(
  `
    query PreviewRole($tenantId: ID!, $input: RoleGrantInput!) {
      previewRole(tenantId: $tenantId, input: $input) { ...DifferenceFields }
    }
  `,
  [DifferenceFields],
);
export type Grant = VariablesOf<typeof PreviewRole>['input'];

export const PreviewRoleEnd = graphql(
  `
    query PreviewRoleEnd($tenantId: ID!, $assignmentId: ID!, $lastDay: Date) {
      previewRoleEnd(tenantId: $tenantId, assignmentId: $assignmentId, lastDay: $lastDay) { ...DifferenceFields }
    }
  `,
  [DifferenceFields],
);

export const PreviewRoleEdit = graphql(
  `
    query PreviewRoleEdit($tenantId: ID!, $roleId: ID!, $input: RoleEditInput!) {
      previewRoleEdit(tenantId: $tenantId, roleId: $roleId, input: $input) { ...DifferenceFields }
    }
  `,
  [DifferenceFields],
);
export type Edit = VariablesOf<typeof PreviewRoleEdit>['input'];

const SideFields = graphql(`
  fragment SideFields on RoleDifference { permissions applications pages { id title path } }
`);
export type RightsSide = ResultOf<typeof SideFields>;

export const CompareRights = graphql(
  `
    query CompareRights($tenantId: ID!, $personId: ID!, $otherId: ID!) {
      compareRights(tenantId: $tenantId, personId: $personId, otherId: $otherId) {
        companyId
        companyName
        onlyOne { ...SideFields }
        onlyOther { ...SideFields }
      }
    }
  `,
  [SideFields],
);
export type RightsAtPlace = ResultOf<typeof CompareRights>['compareRights'][number];

export const isEmptySide = ({ permissions, applications, pages }: RightsSide) =>
  permissions.length + applications.length + pages.length === 0;

export const GiveRole = graphql(`
  mutation GiveRole($tenantId: ID!, $input: RoleGrantInput!) {
    giveRole(tenantId: $tenantId, input: $input) { id }
  }
`);

export const EndRole = graphql(`
  mutation EndRole($tenantId: ID!, $assignmentId: ID!, $version: Int!, $lastDay: Date) {
    endRole(tenantId: $tenantId, assignmentId: $assignmentId, version: $version, lastDay: $lastDay) {
      assignment { id }
    }
  }
`);

export const CopyRole = graphql(
  `
    mutation CopyRole($tenantId: ID!, $roleId: ID!, $name: String!) {
      copyRole(tenantId: $tenantId, roleId: $roleId, name: $name) { ...RoleFields }
    }
  `,
  [RoleFields],
);

export const EditRole = graphql(
  `
    mutation EditRole($tenantId: ID!, $roleId: ID!, $version: Int!, $input: RoleEditInput!) {
      editRole(tenantId: $tenantId, roleId: $roleId, version: $version, input: $input) { ...RoleFields }
    }
  `,
  [RoleFields],
);

export const RemoveRole = graphql(`
  mutation RemoveRole($tenantId: ID!, $roleId: ID!, $version: Int!) {
    removeRole(tenantId: $tenantId, roleId: $roleId, version: $version) { roleId }
  }
`);

export const stateTones = { current: 'ok', upcoming: 'info', ended: 'neutral' } as const;

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;

/** The server counts up to a hundred holders and one more. */
export const maximumCounted = 100;

/** A role as CONFLICT carries it; null when it can't be read. */
export function currentRole(current: unknown): Role | null {
  if (typeof current !== 'object' || current === null || !('version' in current) || !('permissions' in current))
    return null;
  return current as Role;
}

/** All permissions a role may have, each with its right to change: those of the catalogue, then the role's others. */
export function permissionChoices(known: readonly string[], held: readonly string[]): string[] {
  const both = known.flatMap((name) => [name, `${name}.write`]);
  return [...both, ...held.filter((name) => !both.includes(name))];
}

const changing = '.write';

/** What a permission allows, in words; a permission Atrium doesn't know stays as it is written. */
export function permissionText(t: Translate, permission: string): string {
  const key = permission.endsWith(changing)
    ? `roles.permissionChange.${permission.slice(0, -changing.length)}`
    : `roles.permission.${permission}`;
  return textOr(t, key, permission);
}

/** The choices in the editor: words first, the permission as it is written below, and a warning at one Atrium doesn't know. */
export function permissionOptions(t: Translate, known: readonly string[], held: readonly string[]) {
  const both = permissionChoices(known, []);
  return permissionChoices(known, held).map((value) => {
    const isKnown = both.includes(value);
    const label = permissionText(t, value);
    return { value, label, isKnown, written: label === value ? null : value };
  });
}
