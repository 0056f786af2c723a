/** One GraphQL request of many cards' fragments. Pure: documents in, a document out. */
import { parse, print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import type { ViewMode } from '../session/store';

type Asked = { id: string; fragment: TadaDocumentNode };
type Definition = TadaDocumentNode['definitions'][number];
type FragmentDefinition = Extract<Definition, { kind: 'FragmentDefinition' }>;
type Selection = FragmentDefinition['selectionSet']['selections'][number];
type Field = Extract<Selection, { kind: 'Field' }>;

/** What a card's fragment may use, by home. */
const variableTypes: Record<ViewMode, Readonly<Record<string, string>>> = {
  employee: { tenantId: 'ID!', companyId: 'ID!', employeeId: 'ID!', today: 'Date!' },
  manager: { tenantId: 'ID!', companyId: 'ID!', managerId: 'ID!', today: 'Date!' },
};

export type HomeVariables = Record<string, string>;

export function variablesOf(home: ViewMode, actor: Actor): HomeVariables {
  const { tenantId, companyId, personId, employeeId, today } = actor;
  return home === 'manager'
    ? { tenantId, companyId, managerId: personId, today }
    : { tenantId, companyId, employeeId: employeeId ?? '', today };
}

function fragmentsOf({ fragment }: Asked): FragmentDefinition[] {
  return fragment.definitions.filter((definition) => definition.kind === 'FragmentDefinition');
}

/** The names its root fields have in an answer. */
export function rootFieldsOf(card: Asked): string[] {
  const [own] = fragmentsOf(card);
  return (own?.selectionSet.selections ?? []).flatMap((selection) =>
    selection.kind === 'Field' ? [nameOf(selection)] : [],
  );
}

const nameOf = (field: Field): string => field.alias?.value ?? field.name.value;

/** What is asked, without what is wanted of the answer. */
function questionOf(field: Field): string {
  const { selectionSet: _, ...question } = field;
  return print(question);
}

/** The cards that are asked together with this one: those that share a question with it, itself included. */
export function kinOf<Card extends Asked>(card: Card, all: readonly Card[]): Card[] {
  const own = rootFieldsOf(card);
  return all.filter((other) => rootFieldsOf(other).some((name) => own.includes(name)));
}

/** The cards' own fragments; what two of them ask under one name is asked once, with what both want of the answer. */
function ownFragments(cards: readonly Asked[]): FragmentDefinition[] {
  const asked = new Map<string, { question: string; wanted: Selection[] }>();
  return cards.flatMap((card) => {
    const [own] = fragmentsOf(card);
    if (!own) return [];
    const selections = own.selectionSet.selections.flatMap((selection): Selection[] => {
      if (selection.kind !== 'Field' || !selection.selectionSet) return [selection];
      const [name, question] = [nameOf(selection), questionOf(selection)];
      const before = asked.get(name);
      if (before && before.question !== question) throw new Error(`two cards mean different things by ${name}`);
      if (before) {
        const isNew = (one: Selection) => !before.wanted.some((there) => print(there) === print(one));
        before.wanted.push(...selection.selectionSet.selections.filter(isNew));
        return [];
      }
      const wanted = [...selection.selectionSet.selections];
      asked.set(name, { question, wanted });
      return [{ ...selection, selectionSet: { ...selection.selectionSet, selections: wanted } }];
    });
    return selections.length > 0 ? [{ ...own, selectionSet: { ...own.selectionSet, selections } }] : [];
  });
}

/** The variables that occur anywhere in a piece of a document. */
function variablesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  const { kind, name } = node as { kind?: string; name?: { value?: string } };
  if (kind === 'Variable' && name?.value) found.add(name.value);
  for (const [key, part] of Object.entries(node)) if (key !== 'loc') variablesIn(part, found);
  return found;
}

/** `query Home(only the variables in use) { ...EachCard }`, every fragment and every question once. */
export function compose(
  home: ViewMode,
  cards: readonly Asked[],
): { document: TadaDocumentNode<Record<string, unknown>, HomeVariables>; used: readonly string[] } {
  const own = ownFragments(cards);
  const parts = cards.flatMap((card) => fragmentsOf(card).slice(1));
  const fragments = new Map([...own, ...parts].map((fragment) => [fragment.name.value, fragment]));
  const used = [...variablesIn([...fragments.values()])];
  const declared = used.map((name) => {
    const type = variableTypes[home][name];
    if (type === undefined) throw new Error(`a card of the ${home} home asks for $${name}, which is not given`);
    return `$${name}: ${type}`;
  });
  const spreads = own.map((fragment) => `...${fragment.name.value}`);
  const operation = parse(`query Home(${declared.join(', ')}) { ${spreads.join(' ')} }`, { noLocation: true });
  const document = { kind: 'Document', definitions: [...operation.definitions, ...fragments.values()] };
  return { document: document as unknown as TadaDocumentNode<Record<string, unknown>, HomeVariables>, used };
}

export type HomeAnswer = {
  /** The fields of every card that came, as the server named them. */
  data: Readonly<Record<string, unknown>>;
  /** Why the others did not, by card. */
  failed: Readonly<Record<string, Error>>;
};

/** A card whose feature is switched off has not failed: it is not there, and to ask again would not help. */
export function standing<Card extends { id: string }>(cards: readonly Card[], failed: HomeAnswer['failed']): Card[] {
  const isOff = (error: Error | undefined) => error instanceof ApiError && error.code === 'FEATURE_NOT_ENABLED';
  return cards.filter(({ id }) => !isOff(failed[id]));
}

/** Asks for all at once; a card whose field is refused is left out the next time, and is the only one to fail. */
export async function askForCards<Card extends Asked>(
  cards: readonly Card[],
  ask: (cards: readonly Card[]) => Promise<Record<string, unknown>>,
): Promise<HomeAnswer> {
  const failed: Record<string, Error> = {};
  let left = cards;
  while (left.length > 0) {
    try {
      return { data: await ask(left), failed };
    } catch (error) {
      const root = error instanceof ApiError ? error.root : null;
      const isGuilty = (card: Card) => root !== null && rootFieldsOf(card).includes(root);
      if (!left.some(isGuilty)) throw error;
      for (const card of left.filter(isGuilty)) failed[card.id] = error as Error;
      left = left.filter((card) => !isGuilty(card));
    }
  }
  return { data: {}, failed };
}
