/** What we say when someone else saved first. */
import type { Translate } from './index';

type Sides = { theirs: string; mine: string };

/** `current` is the thing as it is now, with the person who changed it if known; null when it was deleted. */
export function conflictWords(t: Translate, current: { updatedByName?: string } | null, rows: readonly Sides[]) {
  const sides = { theirs: t('conflict.theirs'), mine: t('conflict.mine') };
  if (!current) {
    return {
      ...sides,
      title: t('conflict.deleted.title'),
      body: t('conflict.deleted.body'),
      keepMine: t('conflict.deleted.keepMine'),
      takeTheirs: t('conflict.deleted.takeTheirs'),
    };
  }
  const { updatedByName: name } = current;
  return {
    ...sides,
    title: name ? t('conflict.title', { name }) : t('error.CONFLICT'),
    body: rows.length > 0 ? t('conflict.body') : t('conflict.same'),
    keepMine: t('conflict.keepMine'),
    takeTheirs: t('conflict.takeTheirs'),
  };
}

/** Of all fields those in which the two disagree. */
export function disagreeing<Row extends Sides>(rows: readonly Row[]): Row[] {
  return rows.filter(({ theirs, mine }) => theirs !== mine);
}
