/**
 * `graphql(…)`: documents typed against web/schema.graphql. They stand beside the component that uses them, and stay the text they were
 * written as: the server reads it, the compiler has checked it, and a parser in between would come with every first visit.
 */
import type { initGraphQLTada, TadaDocumentNode } from 'gql.tada';
import type { introspection } from './graphql-env';

type Graphql = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    // A feature's parts share its fragments; hiding fields from each other would only add ceremony.
    disableMasking: true;
    // Money is a decimal string, never a float.
    scalars: { Date: string; DateTime: string; Decimal: string };
  }>
>;

/** What a document is in truth; its type is for the compiler. */
type Written = { written: readonly string[] };

export const graphql = ((own: string, fragments: readonly TadaDocumentNode[] = []) =>
  documentOf([own, ...fragments.flatMap(definitionsOf)])) as unknown as Graphql;

/** Each once, however many ask for it. */
export function documentOf<Data = object, Variables = object>(
  definitions: readonly string[],
): TadaDocumentNode<Data, Variables> {
  const document: Written = { written: [...new Set(definitions)] };
  return document as unknown as TadaDocumentNode<Data, Variables>;
}

/** Its own definition first, then the fragments it uses. */
export function definitionsOf(document: object): readonly string[] {
  return (document as Written).written;
}

export type { ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada';
