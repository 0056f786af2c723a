/**
 * The feature catalogue as the server decided it for the viewer in a company. Pure: what is open, what is in the menus, which
 * cards stand on a home and how wide. The server refuses what is switched off, whatever is shown here.
 */

export type CatalogueEntry = {
  featureId: string;
  featureType: 'page' | 'feature';
  enabled: boolean;
  pageIcon: string | null;
  size: number | null;
  position: number;
};

export type Catalogue = readonly CatalogueEntry[];

function find(catalogue: Catalogue, featureId: string, featureType: CatalogueEntry['featureType']) {
  return catalogue.find((entry) => entry.featureId === featureId && entry.featureType === featureType);
}

/** A page that is not in the catalogue counts as enabled. */
export function isPageEnabled(catalogue: Catalogue, featurePage: string): boolean {
  return find(catalogue, featurePage, 'page')?.enabled ?? true;
}

/** Only enabled pages that have an icon are menu pages; `ownIcon` is for a page the catalogue does not know. */
export function menuPlace<Icon extends string>(
  catalogue: Catalogue,
  featurePage: string,
  ownIcon: Icon | undefined,
): { icon: string; position: number } | null {
  const entry = find(catalogue, featurePage, 'page');
  const icon = entry ? entry.pageIcon : ownIcon;
  if (!icon || !isPageEnabled(catalogue, featurePage)) return null;
  return { icon, position: entry?.position ?? Number.POSITIVE_INFINITY };
}

const sizes = [2, 4, 8] as const;
export type CardSize = (typeof sizes)[number];

/** The enabled cards among these, in the order and the size the catalogue gives them. */
export function cardsIn<Card extends { id: string; size: CardSize }>(
  catalogue: Catalogue,
  cards: readonly Card[],
): Card[] {
  return cards
    .flatMap((card) => {
      const entry = find(catalogue, card.id, 'feature');
      if (!entry?.enabled) return [];
      const size = sizes.find((known) => known === entry.size) ?? card.size;
      return [{ position: entry.position, card: { ...card, size } }];
    })
    .sort((one, other) => one.position - other.position)
    .map(({ card }) => card);
}
