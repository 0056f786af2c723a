import { describe, expect, it } from 'vitest';
import { type Catalogue, type CatalogueEntry, cardsIn, isPageEnabled, menuPlace } from './catalogue';

const entry = (featureId: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  featureId,
  featureType: 'page',
  enabled: true,
  pageIcon: 'wallet',
  size: null,
  position: 10,
  ...more,
});
const card = (featureId: string, more: Partial<CatalogueEntry> = {}) =>
  entry(featureId, { featureType: 'feature', pageIcon: null, size: 4, ...more });

const catalogue: Catalogue = [
  entry('pay'),
  entry('off', { enabled: false }),
  entry('plain', { pageIcon: null }),
  card('News', { position: 30, size: 8 }),
  card('Paycheck', { position: 20 }),
  card('Closed', { enabled: false }),
  card('Odd', { position: 40, size: 3 }),
];

describe('a page', () => {
  it.each([
    ['pay', true],
    ['off', false],
    ['plain', true],
  ])('%s is enabled: %s', (page, isEnabled) => {
    expect(isPageEnabled(catalogue, page)).toBe(isEnabled);
  });

  it('that is not in the catalogue counts as enabled', () => {
    expect(isPageEnabled(catalogue, 'unheardOf')).toBe(true);
    expect(isPageEnabled([], 'pay')).toBe(true);
  });

  it('is not the card of the same name', () => {
    expect(isPageEnabled([card('benefits', { enabled: false })], 'benefits')).toBe(true);
  });
});

describe('the menu', () => {
  it('lists an enabled page with an icon', () => {
    expect(menuPlace(catalogue, 'pay', undefined)).toEqual({ icon: 'wallet', position: 10 });
  });

  it.each(['off', 'plain'])('does not list %s', (page) => {
    expect(menuPlace(catalogue, page, 'clock')).toBeNull();
  });

  it('lists a page the catalogue does not know by its own icon, last', () => {
    expect(menuPlace(catalogue, 'unheardOf', 'clock')).toEqual({ icon: 'clock', position: Number.POSITIVE_INFINITY });
    expect(menuPlace(catalogue, 'unheardOf', undefined)).toBeNull();
  });
});

describe('the cards of a home', () => {
  const rows = ['News', 'Odd', 'Paycheck', 'Closed', 'Unknown'].map((id) => ({ id, size: 4 as const }));

  it('are the enabled entries, in the order and size of the catalogue', () => {
    expect(cardsIn(catalogue, rows)).toEqual([
      { id: 'Paycheck', size: 4 },
      { id: 'News', size: 8 },
      { id: 'Odd', size: 4 },
    ]);
  });

  it('are none while the catalogue has none', () => {
    expect(cardsIn([], rows)).toEqual([]);
  });
});
