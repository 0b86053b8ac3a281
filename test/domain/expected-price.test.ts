import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_MINOR } from '../../src/domain/money.ts';
import { type BoxName, boxNames } from '../../src/domain/pricing/decision.ts';
import { expectedPrice } from '../../src/domain/pricing/expected-price.ts';
import { judge } from '../../src/domain/pricing/judgement.ts';
import type { MarketOffer } from '../../src/domain/pricing/offers.ts';
import { onTerms, type PlacedListing, standingIn, type Terms } from '../../src/domain/pricing/standing.ts';
import { CONDITIONS, FULFILLMENT_CHANNELS } from '../../src/domain/vocabulary.ts';
import { drawnAlike } from '../harness/scale.ts';
import { anyListing, itemWith, winsOn } from './any-listing.ts';
import { makeBoard, NOW, offered, viewFor, without } from './market.ts';

const CONSUMERS: BoxName = { condition: 'New', customer: 'Consumer', offerType: 'B2C' };
const BUSINESS_B2B: BoxName = { condition: 'New', customer: 'Business', offerType: 'B2B' };
const BUSINESS_B2C: BoxName = { condition: 'New', customer: 'Business', offerType: 'B2C' };

function placed(own: MarketOffer, others: readonly MarketOffer[], thresholdMinor?: number): PlacedListing {
  const item = itemWith(thresholdMinor);
  return { ...own, item, decision: makeBoard(item, [own, ...others], NOW).decision };
}

describe('the expected price', () => {
  const own = offered({ sku: 'own', listingPriceMinor: 1900, shippingMinor: 300 });
  const rival = (changes: Parameters<typeof offered>[0] = {}) => offered({ sellerId: 'S2', ...changes });
  const at = (listingMinor: number) => ({ status: 'VALID_FOEP', listingMinor });
  const off = (...reasons: string[]) => ({ status: 'OFFER_NOT_ELIGIBLE', reasons });

  const rows: [string, MarketOffer, MarketOffer[], number | undefined, object, BoxName?][] = [
    ["is the rival's landed price when the order puts the caller first", own, [rival()], undefined, at(1700)],
    ['is one minor unit less when it does not', own, [rival({ channel: 'FS' })], undefined, at(1699)],
    ['counts own shipping', offered({ sku: 'own', shippingMinor: 0 }), [rival()], undefined, at(2000)],
    ['compares with the other SKUs of the caller', own, [offered({ sku: 'p' })], undefined, at(1700)],
    ['ignores offers that are not eligible', own, [rival({ quantity: 0 }), rival({ sku: 'b' })], undefined, at(1700)],
    ['is the threshold without a rival', own, [], 2500, at(2200)],
    ['is the threshold for an offer that is above it', offered({ listingPriceMinor: 9000 }), [], 2500, at(2500)],
    ['does not exist without a rival and a threshold', own, [], undefined, { status: 'NO_COMPETING_OFFER' }],
    ['would be negative', own, [rival({ listingPriceMinor: 300, channel: 'FS' })], 900, { status: 'NO_WINNING_PRICE' }],
    ['is 0.00 at least', own, [rival({ listingPriceMinor: 300 })], undefined, at(0)],
    ['would be negative at the threshold', own, [], 299, { status: 'NO_WINNING_PRICE' }],
    ['needs stock', offered({ quantity: 0 }), [rival()], undefined, off('stock')],
    ['needs a shipping charge', without(own, 'shippingMinor'), [rival()], undefined, off('shippingCharge')],
    [
      'names every gate but the threshold',
      offered({ active: false, startTimeMs: NOW + 1, listingPriceMinor: 9000, seller: { feedbackRating: 79.9 } }),
      [],
      2500,
      off('active', 'startTime', 'feedbackRating'),
    ],
    ['needs a business price for B2B', own, [rival()], undefined, off('noBusinessPrice'), BUSINESS_B2B],
    ['is not B2C for businesses', offered({ businessPriceMinor: 9 }), [], 9, off('hasBusinessPrice'), BUSINESS_B2C],
    [
      'of B2B depends on business prices only',
      offered({ sku: 'own', businessPriceMinor: 5 }),
      [rival({ listingPriceMinor: 1 }), rival({ sku: 'b', businessPriceMinor: 1500 })],
      undefined,
      at(1500),
      BUSINESS_B2B,
    ],
    [
      'of business B2C depends on offers without a business price only',
      own,
      [rival(), rival({ sku: 'b', listingPriceMinor: 1, businessPriceMinor: 1 })],
      undefined,
      at(1700),
      BUSINESS_B2C,
    ],
    [
      'is an amount that a record can have',
      offered({ shippingMinor: 0 }),
      [rival({ listingPriceMinor: MAX_MINOR, shippingMinor: MAX_MINOR })],
      undefined,
      at(MAX_MINOR),
    ],
  ];
  for (const [title, mine, others, thresholdMinor, expected, box = CONSUMERS] of rows) {
    it(title, () => {
      const { competing: _, current: __, ...result } = expectedPrice(placed(mine, others, thresholdMinor), box, NOW);
      assert.deepEqual(result, expected);
    });
  }

  it('comes with the best eligible other offer and the present holder', () => {
    const skus = (others: MarketOffer[], box = CONSUMERS) => {
      const { competing, current } = expectedPrice(placed(own, others), box, NOW);
      return [competing?.sku, current?.sku];
    };
    assert.deepEqual(skus([rival({ sku: 'a' }), rival({ sku: 'b' })]), ['a', 'a']);
    assert.deepEqual(skus([rival({ sku: 'dear', listingPriceMinor: 9000 })]), ['dear', 'own']);
    assert.deepEqual(skus([]), [undefined, 'own']);
    assert.deepEqual(skus([rival({ sku: 'b', businessPriceMinor: 5 })], BUSINESS_B2B), ['b', 'b']);
  });

  it('never exceeds a threshold, not even one that is newer than the decision', () => {
    const { decision } = placed(own, [rival()]);
    const { listingMinor } = expectedPrice({ ...own, item: itemWith(1500), decision }, CONSUMERS, NOW);
    assert.equal(listingMinor, 1200);
  });
});

describe('other terms', () => {
  const { offer } = offered({ listingPriceMinor: 2000, businessPriceMinor: 1900, shippingMinor: 100 });

  it('change the price that the customer sees, the shipping and the channel, and leave what is absent', () => {
    const terms: Terms = { listingMinor: 1500, shippingMinor: 0, channel: 'FS' };
    const changed = { ...offer, shippingMinor: 0, channel: 'FS' };
    assert.deepEqual(onTerms(offer, 'Consumer', terms), { ...changed, listingPriceMinor: 1500 });
    assert.deepEqual(onTerms(offer, 'Business', terms), { ...changed, businessPriceMinor: 1500 });
    assert.deepEqual(onTerms(offer, 'Business', {}), offer);
    const ordinary = offered().offer;
    assert.deepEqual(onTerms(ordinary, 'Business', { listingMinor: 7 }), { ...ordinary, listingPriceMinor: 7 });
  });
});

const anyTerms: fc.Arbitrary<Terms> = fc.record(
  {
    listingMinor: fc.constantFrom(0, 899, 900, 999, 1000, 1001, 1100, 2000, 3000),
    shippingMinor: fc.constantFrom(0, 100),
    channel: fc.constantFrom(...FULFILLMENT_CHANNELS),
  },
  { requiredKeys: [] },
);

describe('on any item', () => {
  it('the caller wins at the expected price, and not one minor unit above it', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyListing, (one) => {
        const { status, listingMinor = -1, reasons } = expectedPrice(one.listing, one.name, one.now);
        seen.add(status).add(`${one.name.condition} ${one.name.customer} ${one.name.offerType} ${status}`);
        const wins = (price: number) => winsOn({ listingMinor: price }, one);
        assert.equal(reasons !== undefined, status === 'OFFER_NOT_ELIGIBLE');
        assert.equal(listingMinor >= 0, status === 'VALID_FOEP');
        if (status === 'VALID_FOEP') assert.deepEqual([wins(listingMinor), wins(listingMinor + 1)], [true, false]);
        else assert.deepEqual([wins(0), wins(MAX_MINOR)], Array(2).fill(status === 'NO_COMPETING_OFFER'));
      }),
      drawnAlike(900, 20_000),
    );
    assert.ok(seen.has('NO_WINNING_PRICE') && seen.has('NO_COMPETING_OFFER') && seen.has('OFFER_NOT_ELIGIBLE'));
    for (const name of CONDITIONS.flatMap(boxNames)) {
      assert.ok(seen.has(`${name.condition} ${name.customer} ${name.offerType} VALID_FOEP`), JSON.stringify(name));
    }
  });

  it('a standing on other terms is what the rule decides when the offer has them', () => {
    let won = 0;
    fc.assert(
      fc.property(anyListing, anyTerms, (one, terms) => {
        const offer = onTerms(one.own.offer, one.name.customer, terms);
        const wins = standingIn({ ...one.listing, offer }, one.name, one.now)?.wins ?? false;
        assert.equal(wins, winsOn(terms, one));
        if (wins) won += 1;
      }),
      drawnAlike(300, 10_000),
    );
    assert.ok(won > 0);
  });

  it('the expected price on other terms is the expected price after the change', () => {
    fc.assert(
      fc.property(anyListing, anyTerms, ({ offers, own, listing, name, item, now }, terms) => {
        const offer = onTerms(own.offer, name.customer, terms);
        const after = makeBoard(item, [...offers.filter((one) => one !== own), { ...own, offer }], now);
        const { current: _, ...before } = expectedPrice({ ...listing, offer }, name, now);
        const { current: __, ...applied } = expectedPrice({ ...listing, offer, decision: after.decision }, name, now);
        assert.deepEqual(before, applied);
      }),
      drawnAlike(300, 10_000),
    );
  });

  it('the gates of a standing are those of the buy box: an offer that passes them all wins when it is alone', () => {
    fc.assert(
      fc.property(anyListing, ({ own, listing, name, item, now }) => {
        const standing = standingIn(listing, name, now);
        const alone = viewFor(makeBoard(item, [own], now), name.customer).buyBox;
        const wins = alone.some(({ offerType }) => offerType === name.offerType);
        assert.equal(standing?.failing === 0, wins);
        if (standing === undefined) return;
        const { failing, businessFailing } = judge(own, item, now);
        assert.equal(standing.failing, name.offerType === 'B2B' ? businessFailing : failing);
      }),
      drawnAlike(300, 10_000),
    );
  });
});
