/** What a card of a home page is given. The app asks for all cards at once (app/home) and hands each its own part. */
import type { Actor } from './actor';

export type HomeCardProps<Data> = {
  /** The fields of the card's fragment. */
  data: Data;
  actor: Actor;
  /** The page the card leads to; null where that page is not open to the person. */
  href: string | null;
  /** After a change made on the card itself: asks for this card's fields again. */
  refresh: () => Promise<void>;
};
