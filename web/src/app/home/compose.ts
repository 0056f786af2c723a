/** One GraphQL request of many cards' fragments. Pure: documents in, a document out. */
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { definitionsOf, documentOf, type TadaDocumentNode } from '../../api/graphql';
import type { ViewMode } from '../session/store';
import { type Fragment, fragmentIn, type Selection, writeFragment } from './selections';

type Asked = { id: string; fragment: TadaDocumentNode };

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

/** A card's own fragment; what else it needs follows in its document. */
function ownOf({ fragment }: Asked): Fragment | null {
  return fragmentIn(definitionsOf(fragment)[0] ?? '');
}

/** The names its root fields have in an answer. */
export function rootFieldsOf(card: Asked): string[] {
  return ownOf(card)?.selections.flatMap(({ name }) => name ?? []) ?? [];
}

/** The cards that are asked together with this one: those that share a question with it, itself included. */
export function kinOf<Card extends Asked>(card: Card, all: readonly Card[]): Card[] {
  const own = rootFieldsOf(card);
  return all.filter((other) => rootFieldsOf(other).some((name) => own.includes(name)));
}

/** The cards' own fragments; what two of them ask under one name is asked once, with what both want of the answer. */
function ownFragments(cards: readonly Asked[]): Fragment[] {
  const asked = new Map<string, { question: string; wanted: string[] }>();
  return cards.flatMap((card) => {
    const own = ownOf(card);
    if (!own) return [];
    const selections = own.selections.flatMap((selection): Selection[] => {
      const { name, question } = selection;
      if (name === null || selection.wanted === null) return [selection];
      const before = asked.get(name);
      if (before && before.question !== question) throw new Error(`two cards mean different things by ${name}`);
      if (before) {
        before.wanted.push(...selection.wanted.filter((one) => !before.wanted.includes(one)));
        return [];
      }
      const wanted = [...selection.wanted];
      asked.set(name, { question, wanted });
      return [{ name, question, wanted }];
    });
    return selections.length > 0 ? [{ ...own, selections }] : [];
  });
}

/** `query Home(only the variables in use) { ...EachCard }`, every fragment and every question once. */
export function compose(
  home: ViewMode,
  cards: readonly Asked[],
): { document: TadaDocumentNode<Record<string, unknown>, HomeVariables>; used: readonly string[] } {
  const own = ownFragments(cards);
  const fragments = [...own.map(writeFragment), ...cards.flatMap(({ fragment }) => definitionsOf(fragment).slice(1))];
  const used = [...new Set(fragments.join(' ').match(/(?<=\$)\w+/g))];
  const declared = used.map((name) => {
    const type = variableTypes[home][name];
    if (type === undefined) throw new Error(`a card of the ${home} home asks for $${name}, which is not given`);
    return `$${name}: ${type}`;
  });
  const spreads = own.map(({ name }) => `...${name}`);
  return { document: documentOf([`query Home(${declared.join(', ')}) { ${spreads.join(' ')} }`, ...fragments]), used };
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
