/**
 * A card of a home. The two homes list theirs (employee-cards.ts, manager-cards.ts); the catalogue decides which stand there, in which order
 * and how wide. A feature adds its fragment on `Query` (employee-fragments.ts, manager-fragments.ts; each root field under a name of its own,
 * lists with `limit: 5`) and a row with its component, which gets the fields. A home's cards come in one file with its page: each file has a
 * price of its own.
 */
import type { ComponentType } from 'react';
import type { ResultOf } from '../../api/graphql';
import type { HomeCardProps } from '../../api/home-card';
import type { TextKey } from '../../i18n';
import type { CardSize } from '../catalogue/catalogue';
import type { ViewMode } from '../session/store';
import type { HomeQuery } from './ask-cards';

export type CardRow = {
  /** The card's `featureId` in the catalogue. */
  id: string;
  /** Of eight columns, unless the catalogue says another. */
  size: CardSize;
  /** Shown while the card has nothing to show yet, or failed. */
  title: TextKey;
  /**
   * How high it is going to be below its title, in pixels, for most people; where it differs, on one column and on several. What is
   * below should not move when it arrives.
   */
  pendingHeight: number | { narrow: number; wide: number };
  /** The names its questions have in an answer. */
  questions: readonly string[];
  /** The page the card leads to, if the person may open it. */
  href: string | null;
  Card: ComponentType<HomeCardProps<never>>;
};

export type Home = { mode: ViewMode; query: HomeQuery; cards: readonly CardRow[] };

type CardOptions<Id, Data> = Omit<CardRow, 'id' | 'questions' | 'href' | 'Card'> & {
  id: Id;
  href?: string;
  Card: ComponentType<HomeCardProps<Data>>;
};

/** `Fragments` is what each card asks for: a component gets what its card's fragment names. */
export const cardsAsking =
  <Fragments extends object>({ questions }: HomeQuery) =>
  <Id extends keyof Fragments & string>({
    id,
    href,
    Card,
    ...row
  }: CardOptions<Id, ResultOf<Fragments[Id]>>): CardRow => ({
    ...row,
    id,
    questions: questions[id] ?? [],
    href: href ?? null,
    Card: Card as CardRow['Card'],
  });
