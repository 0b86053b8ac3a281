import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { gateNames } from '../../src/domain/pricing/gates.ts';
import { judge } from '../../src/domain/pricing/judgement.ts';
import { bestOf, compareOffers, dateAhead, type MarketOffer, seenBy } from '../../src/domain/pricing/offers.ts';
import { anyOffers, ITEM, NOW, offered, without } from './market.ts';

describe('an offer is buyable', () => {
  const table: [string, MarketOffer, string][] = [
    ['usually', offered(), 'buyable'],
    ['with free shipping', offered({ shippingMinor: 0 }), 'buyable'],
    ['not without a shipping charge', without(offered(), 'shippingMinor'), 'noShippingCharge'],
    ['not when inactive', offered({ active: false }), 'inactive'],
    ['not when inactive, whatever else', offered({ active: false, quantity: 0 }), 'inactive'],
    ['not out of stock', offered({ quantity: 0 }), 'outOfStock'],
    ['with the last one in stock', offered({ quantity: 1 }), 'buyable'],
    ['not before its start', offered({ startTimeMs: NOW + 1 }), 'tooSoon'],
    ['from the moment of its start', offered({ startTimeMs: NOW }), 'buyable'],
    ['not before its start, even out of stock', offered({ startTimeMs: NOW + 1, quantity: 0 }), 'tooSoon'],
    ['not when available some day', offered({ availability: 'FUTURE_WITHOUT_DATE' }), 'unavailable'],
    [
      'when available from a date on',
      offered({ availability: 'FUTURE_WITH_DATE', availableDateMs: NOW + HOUR_MS }),
      'buyable',
    ],
    ['out of stock before missing charge', without(offered({ quantity: 0 }), 'shippingMinor'), 'outOfStock'],
  ];
  for (const [name, one, availability] of table) {
    it(`${name}: ${availability}`, () => {
      assert.equal(judge(one, ITEM, NOW).availability, availability);
    });
  }

  it('and its date is shown only while it is in the future', () => {
    const { offer } = offered({ availability: 'FUTURE_WITH_DATE', availableDateMs: NOW });
    assert.equal(dateAhead(offer, NOW - 1), NOW);
    assert.equal(dateAhead(offer, NOW), undefined);
    assert.equal(dateAhead(offered().offer, NOW), undefined);
  });
});

describe('a customer sees', () => {
  const both = offered({ listingPriceMinor: 2000, businessPriceMinor: 1800, shippingMinor: 300 });
  const plain = offered({ listingPriceMinor: 2000, shippingMinor: 300 });
  const table: [string, 'Consumer' | 'Business', MarketOffer, [string, number, number]][] = [
    ['as a Consumer the B2C price', 'Consumer', both, ['B2C', 2000, 2300]],
    ['as a Business the B2B price', 'Business', both, ['B2B', 1800, 2100]],
    ['as a Business the B2C price where there is no other', 'Business', plain, ['B2C', 2000, 2300]],
  ];
  for (const [name, customer, one, expected] of table) {
    it(name, () => {
      const { offerType, listingMinor, landedMinor } = seenBy(customer, one);
      assert.deepEqual([offerType, listingMinor, landedMinor], expected);
    });
  }
});

describe('the order of offers, which is the tie-break of the buy box (decisions 22 and 23)', () => {
  /** Each comes before the next, only for the reason in its name. */
  const inOrder = [
    offered({ sku: 'lowest landed price', listingPriceMinor: 1500, shippingMinor: 400, seller: { feedbackRating: 1 } }),
    offered({ sku: 'FS first', channel: 'FS', seller: { feedbackRating: 1 } }),
    offered({ sku: 'better rating', seller: { feedbackRating: 99.5, feedbackCount: 1 } }),
    offered({ sku: 'more feedback', seller: { feedbackRating: 99, feedbackCount: 900 } }),
    offered({ sku: 'SellerId', sellerId: 'A', seller: { feedbackRating: 99, feedbackCount: 800 } }),
    offered({ sku: 'SKU, capitals first', sellerId: 'B', seller: { feedbackRating: 99, feedbackCount: 800 } }),
    offered({ sku: 'sku', sellerId: 'B', seller: { feedbackRating: 99, feedbackCount: 800 } }),
    offered({ sku: 'more expensive', listingPriceMinor: 2001, channel: 'FS', seller: { feedbackRating: 100 } }),
  ].map((one) => seenBy('Consumer', one));

  it('is landed price, FS, rating, count, SellerId, SKU', () => {
    for (const [at, a] of inOrder.entries()) {
      for (const [other, b] of inOrder.entries()) {
        assert.equal(Math.sign(compareOffers(a, b)), Math.sign(at - other), `${a.offer.sku} / ${b.offer.sku}`);
      }
    }
  });

  it('selects the best and the first', () => {
    fc.assert(
      fc.property(anyOffers, fc.integer({ min: 1, max: 8 }), (offers, size) => {
        const seen = offers.map((one) => seenBy('Business', one));
        const sorted = seen.toSorted(compareOffers);
        assert.deepEqual(bestOf(seen, size), sorted.slice(0, size));
        assert.equal(bestOf(seen, 1)[0], sorted[0]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an offer is eligible for the buy box', () => {
  const table: [string, MarketOffer, boolean][] = [
    ['usually', offered(), true],
    ['not without a featured merchant', offered({ seller: { featuredMerchant: false } }), false],
    ['at the floor of ratings', offered({ seller: { feedbackRating: 80 } }), true],
    ['not below it', offered({ seller: { feedbackRating: 79.9 } }), false],
    ['with just enough feedback', offered({ seller: { feedbackCount: 10 } }), true],
    ['not with too little', offered({ seller: { feedbackCount: 9 } }), false],
    ['at the threshold', offered({ listingPriceMinor: 2700, shippingMinor: 300 }), true],
    ['not above it, shipping included', offered({ listingPriceMinor: 2700, shippingMinor: 301 }), false],
  ];
  for (const [name, one, expected] of table) {
    it(`${name}: ${expected ? 'eligible' : 'not eligible'}`, () => {
      assert.equal(judge(one, ITEM, NOW).failing === 0, expected);
    });
  }

  it('at any price when the item has no threshold', () => {
    assert.equal(judge(offered({ listingPriceMinor: 1_000_000 }), {}, NOW).failing, 0);
  });

  it('at the price its customer sees', () => {
    const one = offered({ listingPriceMinor: 3500, businessPriceMinor: 2900 });
    const { failing, businessFailing } = judge(one, ITEM, NOW);
    assert.deepEqual(gateNames(failing), ['competitivePriceThreshold']);
    assert.equal(businessFailing, 0);
  });
});
