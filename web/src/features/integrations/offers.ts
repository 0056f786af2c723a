/** What a marketplace tile says: a vendor we know has a sentence of its own, another one that of its area. */
const areas = ['pay', 'verification'] as const;
type Area = (typeof areas)[number] | 'other';

const vendorTexts = {
  ZayZoon: 'integration.offer.zayzoon',
  Equifax: 'integration.offer.equifax',
} as const;

type OfferText = (typeof vendorTexts)[keyof typeof vendorTexts] | `integration.offer.${Area}`;

export function offerOf(vendor: string, area: string): { area: Area; text: OfferText } {
  const known = areas.find((candidate) => candidate === area) ?? 'other';
  const own = Object.hasOwn(vendorTexts, vendor) ? vendorTexts[vendor as keyof typeof vendorTexts] : null;
  return { area: known, text: own ?? `integration.offer.${known}` };
}
