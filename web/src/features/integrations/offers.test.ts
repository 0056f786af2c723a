import { describe, expect, it } from 'vitest';
import { offerOf } from './offers';

describe('a marketplace tile', () => {
  it.each([
    ['ZayZoon', 'pay', 'pay', 'integration.offer.zayzoon'],
    ['Equifax', 'verification', 'verification', 'integration.offer.equifax'],
    ['Somebody New', 'pay', 'pay', 'integration.offer.pay'],
    ['Somebody New', 'travel', 'other', 'integration.offer.other'],
    ['constructor', 'pay', 'pay', 'integration.offer.pay'],
  ])('of %s about %s stands under %s and says %s', (vendor, area, shown, text) => {
    expect(offerOf(vendor, area)).toEqual({ area: shown, text });
  });
});
