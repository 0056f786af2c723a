/** Machine clients, as the console asks for them. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../api/graphql';
import type { TextKey } from '../../i18n';

export const machinesKey = 'machines';

const MachineFields = graphql(`
  fragment MachineFields on MachineClient {
    id
    name
    clientId
    scopes
    auth
    jwks
    requestsPerMinute
    secretSetAt
    oldSecretUntil
    createdAt
    lastTokenAt
    revokedAt
    tokenUrl
    apiUrl
    scimUrl
    version
  }
`);
export type Machine = ResultOf<typeof MachineFields>;

export const ListMachines = graphql(
  `
    query ListMachines($tenantId: ID!, $search: String, $cursor: String) {
      listMachines(tenantId: $tenantId, search: $search, cursor: $cursor) {
        results { ...MachineFields }
        links { next previous }
      }
    }
  `,
  [MachineFields],
);

export const AddMachine = graphql(
  `
    mutation AddMachine($tenantId: ID!, $input: MachineClientInput!) {
      addMachine(tenantId: $tenantId, input: $input) {
        secret
        machine { ...MachineFields }
      }
    }
  `,
  [MachineFields],
);
export type Input = VariablesOf<typeof AddMachine>['input'];
/** What was saved, and its secret if it got a new one: there's no other way to see it. */
export type Saved = ResultOf<typeof AddMachine>['addMachine'];

export const ChangeMachine = graphql(
  `
    mutation ChangeMachine($tenantId: ID!, $machineId: ID!, $version: Int!, $input: MachineClientInput!) {
      changeMachine(tenantId: $tenantId, machineId: $machineId, version: $version, input: $input) {
        secret
        machine { ...MachineFields }
      }
    }
  `,
  [MachineFields],
);

export const RotateSecret = graphql(
  `
    mutation RotateMachineSecret($tenantId: ID!, $machineId: ID!, $version: Int!, $keepOld: Boolean!) {
      rotateMachineSecret(tenantId: $tenantId, machineId: $machineId, version: $version, keepOld: $keepOld) {
        secret
        machine { ...MachineFields }
      }
    }
  `,
  [MachineFields],
);

export const RevokeMachine = graphql(`
  mutation RevokeMachine($tenantId: ID!, $machineId: ID!, $version: Int!) {
    revokeMachine(tenantId: $tenantId, machineId: $machineId, version: $version) { id }
  }
`);

/** What a machine client may do, in the order of the server. */
export const scopeNames = [
  'handover.read',
  'handover.acknowledge',
  'import.write',
  'events.read',
  'people.read',
  'scim',
  'scim.admin',
] as const;

export const scopeTexts = {
  'handover.read': 'machines.scope.handover.read',
  'handover.acknowledge': 'machines.scope.handover.acknowledge',
  'import.write': 'machines.scope.import.write',
  'events.read': 'machines.scope.events.read',
  'people.read': 'machines.scope.people.read',
  scim: 'machines.scope.scim',
  'scim.admin': 'machines.scope.scim.admin',
} as const satisfies Record<(typeof scopeNames)[number], TextKey>;

/** What the form holds. */
export type Draft = {
  name: string;
  scopes: string[];
  auth: 'secret' | 'key';
  jwks: string;
  requestsPerMinute: string;
};

export const blankDraft: Draft = {
  name: '',
  scopes: [],
  auth: 'secret',
  jwks: '',
  requestsPerMinute: '600',
};

export function draftOf(machine: Machine): Draft {
  return {
    name: machine.name,
    scopes: machine.scopes,
    auth: machine.auth === 'key' ? 'key' : 'secret',
    jwks: machine.jwks ?? '',
    requestsPerMinute: String(machine.requestsPerMinute),
  };
}

export function inputOf(draft: Draft): Input {
  return {
    name: draft.name.trim(),
    scopes: draft.scopes,
    auth: draft.auth,
    jwks: draft.auth === 'key' ? draft.jwks.trim() : null,
    // What isn't a number is refused at its field.
    requestsPerMinute: /^\d{1,9}$/.test(draft.requestsPerMinute.trim()) ? Number(draft.requestsPerMinute) : 0,
  };
}

/** A machine as CONFLICT carries it; null when it can't be read. What it leaves out is the same for all. */
export function currentMachine(current: unknown, base: Machine | null): Machine | null {
  if (typeof current !== 'object' || current === null || !('version' in current) || !('scopes' in current)) return null;
  const { tokenUrl = '', apiUrl = '', scimUrl = '' } = base ?? {};
  return { tokenUrl, apiUrl, scimUrl, ...current } as Machine;
}
