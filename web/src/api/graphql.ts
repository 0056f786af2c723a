/** `graphql(…)`: documents typed against web/schema.graphql. They stand beside the component that uses them. */
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  // A feature's parts share its fragments; hiding fields from each other would only add ceremony.
  disableMasking: true;
  // Money is a decimal string, never a float.
  scalars: { Date: string; DateTime: string; Decimal: string };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
