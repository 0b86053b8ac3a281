import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QuantityDiscount } from '../../src/domain/market/offer.ts';
import { seenBy } from '../../src/domain/pricing/offers.ts';
import { discountsOf, tierPrices } from '../../src/domain/pricing/quantity-tiers.ts';
import { writeOwnOffers } from '../../src/wire/pricing/own-offers.ts';
import { offered } from './market.ts';

/** The rules that docs/pricing.md states about quantity discounts. */
const offerWith = (quantityDiscounts: QuantityDiscount[], changes = {}) =>
  offered({ listingPriceMinor: 3000, businessPriceMinor: 2500, shippingMinor: 0, quantityDiscounts, ...changes });

describe('the quantity tiers of LowestPrices', () => {
  const tiersOf = (...offers: ReturnType<typeof offerWith>[]) => {
    const seen = offers.map((one) => seenBy('Business', one));
    return tierPrices(seen, Math.min(...seen.map(({ landedMinor }) => landedMinor))).map(
      ({ quantityTier, listingMinor, shippingMinor }) => [quantityTier, listingMinor + shippingMinor],
    );
  };

  it('are the quantities from which on the lowest landed price of one unit falls, over all offers', () => {
    const cheap = offerWith([{ quantity: 5, priceMinor: 2400 }]);
    const shipped = offerWith(
      [
        { quantity: 2, priceMinor: 2300 }, // 24.50 with its shipping
        { quantity: 5, priceMinor: 2250 }, // 24.00: the same as the other offer's
        { quantity: 9, priceMinor: 2200 }, // 23.50
      ],
      { shippingMinor: 150 },
    );
    assert.deepEqual(tiersOf(cheap, shipped), [
      [2, 2450],
      [5, 2400],
      [9, 2350],
    ]);
    const dear = offerWith([{ quantity: 3, priceMinor: 2600 }]);
    assert.deepEqual(tiersOf(dear), [], 'a discount above the price of a single unit');
  });

  it('are at most 20, the smallest quantities', () => {
    const many = Array.from({ length: 25 }, (_, n) => ({ quantity: n + 2, priceMinor: 2400 - n }));
    const tiers = tiersOf(offerWith(many));
    assert.deepEqual([tiers.length, tiers[0]?.[0], tiers.at(-1)?.[0]], [20, 2, 21]);
  });
});

describe('quantity discounts above the business price', () => {
  const offer = offerWith([
    { quantity: 2, priceMinor: 2800 },
    { quantity: 10, priceMinor: 2000 },
  ]);
  const quantities = (customer: 'Consumer' | 'Business') =>
    discountsOf(seenBy(customer, offer)).map((one) => one.quantity);

  it('are no discounts for business customers', () => assert.deepEqual(quantities('Business'), [10]));

  it("are in the caller's own offer, in every view", () => {
    for (const customer of ['Consumer', 'Business'] as const) {
      const [own] = JSON.parse(writeOwnOffers([seenBy(customer, offer)]));
      assert.deepEqual(
        own.quantityDiscountPrices.map((one: { quantityTier: number }) => one.quantityTier),
        [2, 10],
        customer,
      );
    }
  });
});
