/**
 * The one request of each home, written when the app is built: every card's fragment in one document. What two cards ask under one name is in
 * it once, with everything both want of the answer. Each question has a switch ($withoutSchedule), which is false unless the
 * request says otherwise: a card that isn't shown is left out that way, and the server always reads the same text. Not `@include` with a
 * default of true: async-graphql doesn't look at defaults there, and would leave out everything.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type NameNode,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  stripIgnoredCharacters,
  validate,
  visit,
} from 'graphql';
import type { Plugin } from 'vite';
import { definitionsOf } from '../src/api/graphql';
import { type HomeQuery, switchOf } from '../src/app/home/ask-cards';
import { employeeFragments } from '../src/app/home/employee-fragments';
import { managerFragments } from '../src/app/home/manager-fragments';
import type { ViewMode } from '../src/app/session/store';

/** What a card's fragment may use, by home. */
const variableTypes: Record<ViewMode, Readonly<Record<string, string>>> = {
  employee: { tenantId: 'ID!', companyId: 'ID!', employeeId: 'ID!', today: 'Date!' },
  manager: { tenantId: 'ID!', companyId: 'ID!', managerId: 'ID!', today: 'Date!' },
};

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });
const setOf = (selections: readonly SelectionNode[]): SelectionSetNode => ({ kind: Kind.SELECTION_SET, selections });
const selectionsIn = (node: SelectionNode): readonly SelectionNode[] =>
  node.kind === Kind.FRAGMENT_SPREAD ? [] : (node.selectionSet?.selections ?? []);

/** A selection without what it selects: two with the same one ask the same. */
const headingOf = (node: SelectionNode): string =>
  print(node.kind === Kind.FRAGMENT_SPREAD ? node : { ...node, selectionSet: setOf([]) });

function merge<Node extends SelectionNode>(one: Node, other: SelectionNode): Node {
  const wanted = [...selectionsIn(one)];
  for (const selection of selectionsIn(other)) {
    const at = wanted.findIndex((before) => headingOf(before) === headingOf(selection));
    const before = wanted[at];
    if (before) wanted[at] = merge(before, selection);
    else wanted.push(selection);
  }
  return wanted.length > 0 ? { ...one, selectionSet: setOf(wanted) } : one;
}

function fragmentsIn(document: object): FragmentDefinitionNode[] {
  return parse(definitionsOf(document).join('\n'), { noLocation: true }).definitions.map((definition) => {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`${print(definition)} is not a fragment`);
    return definition;
  });
}

function rootFieldsIn({ name, selectionSet }: FragmentDefinitionNode): FieldNode[] {
  return selectionSet.selections.map((selection) => {
    if (selection.kind !== Kind.FIELD) throw new Error(`${name.value} asks with ${print(selection)}; name a field`);
    return selection;
  });
}

function skipIf(variable: string): DirectiveNode {
  const value = { kind: Kind.VARIABLE, name: nameNode(variable) } as const;
  return {
    kind: Kind.DIRECTIVE,
    name: nameNode('skip'),
    arguments: [{ kind: Kind.ARGUMENT, name: nameNode('if'), value }],
  };
}

/** A card's own fragment comes first in its document; what that needs follows. */
export function homeQuery(home: ViewMode, cards: Readonly<Record<string, object>>): HomeQuery & DocumentOf {
  const asked = new Map<string, { by: FragmentDefinitionNode; field: FieldNode }>();
  const needed = new Map<string, FragmentDefinitionNode>();
  const questions: Record<string, string[]> = {};
  for (const [card, document] of Object.entries(cards)) {
    const [own, ...others] = fragmentsIn(document);
    if (own === undefined) throw new Error(`${card} asks nothing`);
    for (const other of others) needed.set(other.name.value, other);
    questions[card] = rootFieldsIn(own).map((field) => {
      const name = (field.alias ?? field.name).value;
      const before = asked.get(name);
      if (before && headingOf(before.field) !== headingOf(field))
        throw new Error(`two cards mean different things by ${name}`);
      asked.set(name, before ? { ...before, field: merge(before.field, field) } : { by: own, field });
      return name;
    });
  }

  const switched = (own: FragmentDefinitionNode): FieldNode[] =>
    [...asked]
      .filter(([, { by }]) => by === own)
      .map(([name, { field }]) => ({ ...field, directives: [...(field.directives ?? []), skipIf(switchOf(name))] }));
  const owns = [...new Set([...asked.values()].map(({ by }) => by))];
  const fragments = [...owns.map((own) => ({ ...own, selectionSet: setOf(switched(own)) })), ...needed.values()];

  const switches = [...asked.keys()].map(switchOf);
  const variables = new Set<string>();
  visit(
    { kind: Kind.DOCUMENT, definitions: fragments },
    { Variable: ({ name }) => void (switches.includes(name.value) || variables.add(name.value)) },
  );
  const given = [...variables].map((name) => {
    const type = variableTypes[home][name];
    if (type === undefined) throw new Error(`a card of the ${home} home asks for $${name}, which is not given`);
    return `$${name}: ${type}`;
  });
  const declared = [...given, ...switches.map((name) => `$${name}: Boolean! = false`)];
  const spreads = owns.map(({ name }) => `...${name.value}`);
  const head = parse(`query Home(${declared.join(', ')}) { ${spreads.join(' ')} }`, { noLocation: true });
  const [operation] = head.definitions as [OperationDefinitionNode];
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
  return { document, text: print(document), variables: [...variables], questions };
}

type DocumentOf = { document: DocumentNode };

const schemaFile = join(import.meta.dirname, '../schema.graphql');
const fragmentsOf = { employee: employeeFragments, manager: managerFragments };
const address = /^virtual:home-query\/(employee|manager)$/;

/** `virtual:home-query/employee` and `…/manager`. A request that the schema does not allow fails the build. */
export function homeQueries(): Plugin {
  return {
    name: 'home-query',
    resolveId: (id) => (address.test(id) ? `\0${id}` : null),
    load(id) {
      const home = address.exec(id.slice(1))?.[1] as ViewMode | undefined;
      if (home === undefined) return null;
      this.addWatchFile(schemaFile);
      const { document, text, variables, questions } = homeQuery(home, fragmentsOf[home]);
      const [error] = validate(buildSchema(readFileSync(schemaFile, 'utf8')), document);
      if (error) throw error;
      const query: HomeQuery = { text: stripIgnoredCharacters(text), variables, questions };
      return `export default ${JSON.stringify(query)}`;
    },
  };
}
