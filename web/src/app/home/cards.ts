/**
 * A card of a home. The two homes list theirs (employee-cards.ts, manager-cards.ts); the catalogue decides which stand there, in which order
 * and how wide. A feature adds a row: its fragment on `Query` (each root field under a name of its own, lists with `limit: 5`) and its
 * component, which gets the fields. A home's cards come in one file with its page: each file has a price of its own.
 */
import type { TadaDocumentNode } from 'gql.tada';
import type { ComponentType } from 'react';
import type { HomeCardProps } from '../../api/home-card';
import type { TextKey } from '../../i18n';
import type { CardSize } from '../catalogue/catalogue';

export type CardRow = {
  /** The card's `featureId` in the catalogue. */
  id: string;
  /** Of eight columns, unless the catalogue says another. */
  size: CardSize;
  /** Shown while the card has nothing to show yet, or failed. */
  title: TextKey;
  /**
   * How high it is going to be below its title, in pixels, for most people; where it differs, on one column and on several. What stands
   * below should not move when it arrives.
   */
  pendingHeight: number | { narrow: number; wide: number };
  fragment: TadaDocumentNode;
  /** The page the card leads to, if the person may open it. */
  href: string | null;
  Card: ComponentType<HomeCardProps<never>>;
};

type CardOptions<Data> = Omit<CardRow, 'fragment' | 'href' | 'Card'> & {
  fragment: TadaDocumentNode<Data, object, unknown>;
  href?: string;
  Card: ComponentType<HomeCardProps<Data>>;
};

export function card<Data>({ fragment, href, Card, ...row }: CardOptions<Data>): CardRow {
  return { ...row, fragment: fragment as TadaDocumentNode, href: href ?? null, Card: Card as CardRow['Card'] };
}
