import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { explainBox, rankOf } from '../../src/domain/pricing/box-explanation.ts';
import type { MarketOffer } from '../../src/domain/pricing/offers.ts';
import type { Terms } from '../../src/domain/pricing/standing.ts';
import { CUSTOMER_TYPES, type CustomerType } from '../../src/domain/vocabulary.ts';
import { scaled } from '../harness/scale.ts';
import { anyOffers, makeBoard, NOW, offered, without } from './market.ts';

type BoxItem = { currency: string; competitivePriceThresholdMinor?: number };

const FREE: BoxItem = { currency: 'USD' };

function explained(offers: readonly MarketOffer[], customer: CustomerType, terms: Terms = {}, item = FREE) {
  const own = offers[0] as MarketOffer;
  return explainBox({ ...own, item, decision: makeBoard(item, offers, NOW).decision }, customer, terms, NOW);
}

/* The rule again, written as docs/buy-box.md says it and without the code of the service. */

const typeFor = (customer: CustomerType, { offer }: MarketOffer) =>
  customer === 'Business' && offer.businessPriceMinor !== undefined ? 'B2B' : 'B2C';

function landedFor(customer: CustomerType, one: MarketOffer): number {
  const { businessPriceMinor = 0, listingPriceMinor, shippingMinor = 0 } = one.offer;
  return shippingMinor + (typeFor(customer, one) === 'B2B' ? businessPriceMinor : listingPriceMinor);
}

function isEligible({ offer, seller }: MarketOffer, landedMinor: number, thresholdMinor = Infinity): boolean {
  const isOnSale =
    offer.active &&
    offer.quantity > 0 &&
    offer.availability !== 'FUTURE_WITHOUT_DATE' &&
    offer.shippingMinor !== undefined &&
    (offer.startTimeMs ?? 0) <= NOW;
  const isTrusted = seller.featuredMerchant && seller.feedbackRating >= 80 && seller.feedbackCount >= 10;
  return isOnSale && isTrusted && landedMinor <= thresholdMinor;
}

const RULES = ['landedPrice', 'channel', 'feedbackRating', 'feedbackCount', 'sellerId', 'sku'];

/** What the order of offers compares, the smaller first. */
const orderOf = (customer: CustomerType, one: MarketOffer) => [
  landedFor(customer, one),
  one.offer.channel === 'FS' ? 0 : 1,
  -one.seller.feedbackRating,
  -one.seller.feedbackCount,
  one.offer.sellerId,
  one.offer.sku,
];

function firstDifference(customer: CustomerType, a: MarketOffer, b: MarketOffer): number {
  const [left, right] = [orderOf(customer, a), orderOf(customer, b)];
  return left.findIndex((part, n) => part !== right[n]);
}

/** The eligible offers of the box in which the first offer stands, best first. */
function ranking(offers: readonly MarketOffer[], customer: CustomerType, { competitivePriceThresholdMinor }: BoxItem) {
  const own = offers[0] as MarketOffer;
  return offers
    .filter((one) => one.offer.condition === own.offer.condition && typeFor(customer, one) === typeFor(customer, own))
    .filter((one) => isEligible(one, landedFor(customer, one), competitivePriceThresholdMinor))
    .sort((a, b) => {
      const at = firstDifference(customer, a, b);
      return (orderOf(customer, a)[at] as number) < (orderOf(customer, b)[at] as number) ? -1 : 1;
    });
}

const price = fc.constantFrom(0, 899, 900, 999, 1000, 1001, 1100, 1900, 2000);
const anyTerms: fc.Arbitrary<Terms> = fc.record(
  { listingMinor: price, shippingMinor: fc.constantFrom(0, 100), channel: fc.constantFrom('FS', 'SELLER') },
  { requiredKeys: [] },
);
const anyItem: fc.Arbitrary<BoxItem> = fc.constantFrom<BoxItem>(
  FREE,
  { currency: 'USD', competitivePriceThresholdMinor: 1050 },
  { currency: 'USD', competitivePriceThresholdMinor: 3000 },
);
/** Few random offers pass every gate: here two of three do, with feedback that still differs. */
const healthier = (offers: readonly MarketOffer[]): MarketOffer[] =>
  offers.map((one, at) => {
    if (at % 3 === 2) return one;
    const { offer, seller } = without(one, 'startTimeMs');
    return offered({
      ...{
        ...offer,
        active: true,
        quantity: 1,
        availability: 'NOW',
        condition: at % 4 === 3 ? offer.condition : 'New',
      },
      shippingMinor: offer.shippingMinor ?? 100,
      seller: {
        feedbackRating: Math.max(seller.feedbackRating, 80),
        feedbackCount: Math.max(seller.feedbackCount, 10),
      },
    });
  });
const anyCase = fc.tuple(
  anyOffers.filter(({ length }) => length > 1).map(healthier),
  fc.constantFrom(...CUSTOMER_TYPES),
  anyItem,
);
const RUNS = scaled(200, 10_000);

/** The offer really changed, as an operator's record would change it. */
function changed({ offer, seller }: MarketOffer, customer: CustomerType, terms: Terms): MarketOffer {
  const { listingMinor, shippingMinor = offer.shippingMinor, channel = offer.channel } = terms;
  const isBusiness = typeFor(customer, { offer, seller }) === 'B2B';
  return {
    seller,
    offer: {
      ...offer,
      channel,
      ...(shippingMinor === undefined ? {} : { shippingMinor }),
      ...(listingMinor === undefined
        ? {}
        : { [isBusiness ? 'businessPriceMinor' : 'listingPriceMinor']: listingMinor }),
    },
  };
}

describe('an explanation of the buy box', () => {
  it('agrees with the sorted list of all eligible offers, on any board', () => {
    let ranked = 0;
    fc.assert(
      fc.property(anyCase, ([offers, customer, item]) => {
        const own = offers[0] as MarketOffer;
        const order = ranking(offers, customer, item);
        const place = order.indexOf(own);
        const others = order.filter((one) => one !== own);
        const result = explained(offers, customer, {}, item);
        assert.deepEqual(
          [result.wins, result.isEligible, result.eligible, result.box.offerType, result.box.condition],
          [place === 0, place >= 0, order.length, typeFor(customer, own), own.offer.condition],
        );
        assert.equal(rankOf(result, Math.max(place, 0)), place < 0 ? undefined : place + 1);
        assert.deepEqual(
          [result.rival?.sellerId, result.rival?.sku],
          [others[0]?.offer.sellerId, others[0]?.offer.sku],
        );
        const gapMinor =
          others[0] === undefined || own.offer.shippingMinor === undefined
            ? undefined
            : landedFor(customer, own) - landedFor(customer, others[0]);
        assert.equal(result.gapMinor, gapMinor);
        assert.equal(
          result.decidedBy,
          place < 0 || others[0] === undefined ? undefined : RULES[firstDifference(customer, own, others[0])],
        );
        if (place > 0) ranked += 1;
      }),
      { numRuns: RUNS },
    );
    assert.ok(ranked > RUNS / 5, `only ${ranked} eligible offers without the box`);
  });

  it('on assumed terms is that of the offer changed for real, on any board', () => {
    fc.assert(
      fc.property(anyCase, anyTerms, ([offers, customer, item], terms) => {
        const [own, ...rest] = offers as [MarketOffer, ...MarketOffer[]];
        const real = explained([changed(own, customer, terms), ...rest], customer, {}, item);
        const { current: _, ...expected } = real.expected;
        const assumed = explained(offers, customer, terms, item);
        // The present holder is a fact, whatever is assumed.
        const { current: __, ...assumedExpected } = assumed.expected;
        assert.deepEqual({ ...assumed, expected: assumedExpected }, { ...real, expected });
      }),
      { numRuns: RUNS },
    );
  });

  it('says that the winning price wins, on any board', () => {
    let won = 0;
    fc.assert(
      fc.property(anyCase, ([offers, customer, item]) => {
        const { listingMinor } = explained(offers, customer, {}, item).expected;
        if (listingMinor === undefined) return;
        won += 1;
        assert.equal(explained(offers, customer, { listingMinor }, item).wins, true);
        assert.equal(explained(offers, customer, { listingMinor: listingMinor + 1 }, item).wins, false);
      }),
      { numRuns: RUNS },
    );
    assert.ok(won > RUNS / 5, `only ${won} winning prices`);
  });

  it('has no gap without another eligible offer, and none for an offer without a shipping charge', () => {
    assert.equal(explained([offered()], 'Consumer').gapMinor, undefined);
    const rival = offered({ sellerId: 'S2', listingPriceMinor: 1500 });
    assert.equal(explained([offered(), rival], 'Consumer').gapMinor, 500);
    assert.equal(explained([without(offered(), 'shippingMinor'), rival], 'Consumer').gapMinor, undefined);
    assert.equal(explained([offered(), rival], 'Consumer', { listingMinor: 1400 }).gapMinor, -100);
  });

  it('never ranks two offers first, and none beyond the last, whatever a count at another moment says', () => {
    const rival = offered({ sellerId: 'S2', listingPriceMinor: 1500 });
    const second = explained([offered(), rival], 'Consumer');
    assert.deepEqual(
      [0, 1, 7].map((before) => rankOf(second, before)),
      [2, 2, 2],
    );
    assert.equal(rankOf(explained([rival, offered()], 'Consumer'), 5), 1);
  });
});
