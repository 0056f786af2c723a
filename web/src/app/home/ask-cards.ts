/** One GraphQL request for all cards of a home, and what becomes of it when some of them fail. Pure. */
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import type { ViewMode } from '../session/store';

/** Written when the app is built (scripts/home-query.ts). */
export type HomeQuery = {
  text: string;
  /** Those it needs beside its switches. */
  variables: readonly string[];
  /** What each card asks for, by the card's id: names of root fields in the answer. */
  questions: Readonly<Record<string, readonly string[]>>;
};

type Asked = { id: string; questions: readonly string[] };

/** The variable that leaves a question out. */
export const switchOf = (question: string) => `without${question.charAt(0).toUpperCase()}${question.slice(1)}`;

function idsOf(home: ViewMode, actor: Actor): Record<string, string> {
  const { tenantId, companyId, personId, employeeId, today } = actor;
  return home === 'manager'
    ? { tenantId, companyId, managerId: personId, today }
    : { tenantId, companyId, employeeId: employeeId ?? '', today };
}

/** Asks for these cards and no others. */
export function variablesFor(
  home: ViewMode,
  { variables, questions }: HomeQuery,
  actor: Actor,
  cards: readonly Asked[],
): Record<string, string | true> {
  const ids = Object.entries(idsOf(home, actor)).filter(([name]) => variables.includes(name));
  const wanted = new Set(cards.flatMap((card) => card.questions));
  const unwanted = Object.values(questions)
    .flat()
    .filter((name) => !wanted.has(name));
  return Object.fromEntries([...ids, ...unwanted.map((name) => [switchOf(name), true] as const)]);
}

/** The cards that are asked together with this one: those that share a question with it, itself included. */
export function kinOf<Card extends Asked>(card: Card, all: readonly Card[]): Card[] {
  return all.filter((other) => other.questions.some((name) => card.questions.includes(name)));
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
      const isGuilty = (card: Card) => root !== null && card.questions.includes(root);
      if (!left.some(isGuilty)) throw error;
      for (const card of left.filter(isGuilty)) failed[card.id] = error as Error;
      left = left.filter((card) => !isGuilty(card));
    }
  }
  return { data: {}, failed };
}
