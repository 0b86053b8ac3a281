import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_MINOR } from '../../src/domain/money.ts';
import { landedOf } from '../../src/domain/pricing/decision.ts';
import type { MarketOffer } from '../../src/domain/pricing/offers.ts';
import { type Strategy, whatIf } from '../../src/domain/pricing/what-if.ts';
import { drawnAlike } from '../harness/scale.ts';
import { anyListing, itemWith, winsOn } from './any-listing.ts';
import { makeBoard, NOW, offered, without } from './market.ts';

describe('what if', () => {
  const own = offered({ sku: 'own', listingPriceMinor: 2500, shippingMinor: 300 });
  const rival = (changes: Parameters<typeof offered>[0] = {}) => offered({ sellerId: 'S2', ...changes });
  const match: Strategy = { type: 'match' };
  const beatBy = (amountMinor: number): Strategy => ({ type: 'beatBy', amountMinor });
  const setTo = (listingMinor: number): Strategy => ({ type: 'setTo', listingMinor });
  const win: Strategy = { type: 'win' };

  type Row = {
    title: string;
    own?: MarketOffer;
    others: MarketOffer[];
    threshold?: number;
    strategy: Strategy;
    floor?: number;
    /** Status, listing price of the strategy, listing price after it. */
    result: [status: string, strategy: number | undefined, after: number];
    reasons?: string[];
    customer?: 'Business';
  };
  const rows: Row[] = [
    { title: 'match wins a tie', others: [rival()], strategy: match, result: ['WOULD_WIN', 1700, 1700] },
    {
      title: 'match loses a tie against FS',
      others: [rival({ channel: 'FS' })],
      strategy: match,
      result: ['WOULD_LOSE', 1700, 1700],
    },
    {
      title: 'beatBy compares landed prices',
      others: [rival({ channel: 'FS' })],
      strategy: beatBy(1),
      result: ['WOULD_WIN', 1699, 1699],
    },
    {
      title: 'match raises the price of a winner',
      own: offered({ sku: 'own', listingPriceMinor: 900 }),
      others: [rival()],
      strategy: match,
      result: ['WOULD_WIN', 2000, 2000],
    },
    {
      title: 'match compares with the other SKUs of the seller',
      others: [offered({ sku: 'p' })],
      strategy: match,
      result: ['WOULD_WIN', 1700, 1700],
    },
    {
      title: 'a price at the floor is applied',
      others: [rival()],
      strategy: match,
      floor: 1700,
      result: ['WOULD_WIN', 1700, 1700],
    },
    {
      title: 'a price below the floor is not',
      others: [rival()],
      strategy: match,
      floor: 1701,
      result: ['BELOW_FLOOR', 1700, 2500],
    },
    {
      title: 'a floor also holds for setTo',
      others: [],
      strategy: setTo(5),
      floor: 6,
      result: ['BELOW_FLOOR', 5, 2500],
    },
    {
      title: 'a negative price is not applied',
      others: [rival({ listingPriceMinor: 299 })],
      strategy: match,
      result: ['PRICE_OUT_OF_RANGE', -1, 2500],
    },
    {
      title: 'a price of 0 is',
      others: [rival({ listingPriceMinor: 300 })],
      strategy: match,
      result: ['WOULD_WIN', 0, 0],
    },
    {
      title: 'a price above the largest amount is not applied',
      others: [rival({ listingPriceMinor: MAX_MINOR, shippingMinor: 301 })],
      strategy: match,
      result: ['PRICE_OUT_OF_RANGE', MAX_MINOR + 1, 2500],
    },
    { title: 'nobody is there to match', others: [], strategy: match, result: ['NO_COMPETITION', undefined, 2500] },
    {
      title: 'nobody is there to match, and the price is above the threshold',
      others: [],
      threshold: 2799,
      strategy: beatBy(1),
      result: ['NO_COMPETITION', undefined, 2500],
      reasons: ['competitivePriceThreshold'],
    },
    { title: 'setTo needs nobody', others: [], strategy: setTo(9), result: ['WOULD_WIN', 9, 9] },
    {
      title: 'setTo above the threshold loses',
      others: [],
      threshold: 2800,
      strategy: setTo(2501),
      result: ['WOULD_LOSE', 2501, 2501],
      reasons: ['competitivePriceThreshold'],
    },
    {
      title: 'win is one unit below a rival that wins the tie',
      others: [rival({ channel: 'FS' })],
      strategy: win,
      result: ['WOULD_WIN', 1699, 1699],
    },
    {
      title: 'win is as high as a rival that loses the tie',
      others: [rival()],
      strategy: win,
      result: ['WOULD_WIN', 1700, 1700],
    },
    {
      title: 'win passes the threshold',
      others: [rival({ listingPriceMinor: 3000 })],
      threshold: 2000,
      strategy: win,
      result: ['WOULD_WIN', 1700, 1700],
    },
    {
      title: 'win is the threshold where nobody competes',
      others: [],
      threshold: 2000,
      strategy: win,
      result: ['WOULD_WIN', 1700, 1700],
    },
    {
      title: 'win has no price where every price wins',
      others: [],
      strategy: win,
      result: ['NO_COMPETITION', undefined, 2500],
    },
    {
      title: 'win tells the price that would be needed where it is negative',
      others: [rival({ listingPriceMinor: 299 })],
      strategy: win,
      result: ['PRICE_OUT_OF_RANGE', -1, 2500],
    },
    {
      title: 'a floor also holds for win',
      others: [rival()],
      strategy: win,
      floor: 1701,
      result: ['BELOW_FLOOR', 1700, 2500],
    },
    {
      title: 'no price wins for an offer that is not eligible at any',
      own: offered({ sku: 'own', listingPriceMinor: 2500, seller: { feedbackCount: 9 } }),
      others: [rival()],
      strategy: win,
      result: ['NOT_ELIGIBLE', undefined, 2500],
      reasons: ['feedbackCount'],
    },
    {
      title: 'an offer that no price helps stays as it is, and the price of the strategy is told',
      own: offered({ sku: 'own', listingPriceMinor: 2500, quantity: 0, seller: { feedbackCount: 9 } }),
      others: [rival()],
      strategy: match,
      result: ['NOT_ELIGIBLE', 2000, 2500],
      reasons: ['stock', 'feedbackCount'],
    },
    {
      title: 'an offer without a shipping charge cannot match a landed price',
      own: without(own, 'shippingMinor'),
      others: [rival()],
      strategy: match,
      result: ['NOT_ELIGIBLE', undefined, 2500],
      reasons: ['shippingCharge'],
    },
    {
      title: 'businesses see the business price',
      own: offered({ sku: 'own', listingPriceMinor: 2500, businessPriceMinor: 2400 }),
      others: [rival({ listingPriceMinor: 1 }), rival({ sku: 'b', businessPriceMinor: 2300 })],
      strategy: match,
      customer: 'Business',
      result: ['WOULD_WIN', 2300, 2300],
    },
  ];
  for (const { title, own: mine = own, others, threshold, strategy, floor, result, reasons = [], customer } of rows) {
    it(title, () => {
      const item = itemWith(threshold);
      const listing = { ...mine, item, decision: makeBoard(item, [mine, ...others], NOW).decision };
      const got = whatIf(listing, customer ?? 'Consumer', { strategy, floorMinor: floor }, NOW);
      assert.deepEqual([got.status, got.strategyMinor, got.changed.listingMinor], result);
      assert.deepEqual(got.reasons, reasons);
    });
  }
});

const anyStrategy: fc.Arbitrary<Strategy> = fc.oneof(
  fc.constant<Strategy>({ type: 'match' }),
  fc.constant<Strategy>({ type: 'win' }),
  fc.constantFrom(0, 1, 100, 1001).map((amountMinor): Strategy => ({ type: 'beatBy', amountMinor })),
  fc
    .constantFrom(0, 899, 900, 999, 1000, 1001, 3000)
    .map((listingMinor): Strategy => ({ type: 'setTo', listingMinor })),
);

describe('on any item, what if', () => {
  it('says what the rule decides after the change', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        anyListing,
        anyStrategy,
        fc.option(fc.constantFrom(500, 1000), { nil: undefined }),
        (one, strategy, floorMinor) => {
          const { customer } = one.name;
          const before = priceFor(one.own, customer);
          const got = whatIf(one.listing, customer, { strategy, floorMinor }, one.now);
          // The box in which the offer stands for the customer, whatever the case drew.
          const name = { ...one.name, offerType: got.present.offerType };
          const winsAt = (listingMinor: number) => winsOn({ listingMinor }, { ...one, name });
          seen.set(got.status, (seen.get(got.status) ?? 0) + 1);
          assert.equal(got.present.listingMinor, before);
          assert.equal(got.winsNow, winsAt(before));
          assert.equal(got.wouldWin, winsAt(got.changed.listingMinor));
          assert.equal(got.reasons.length === 0 || !got.wouldWin, true);
          const isApplied = got.status === 'WOULD_WIN' || got.status === 'WOULD_LOSE';
          assert.equal(got.changed.listingMinor, isApplied ? got.strategyMinor : before);
          if (isApplied) assert.equal(got.status === 'WOULD_WIN', got.wouldWin);
          if (isApplied && floorMinor !== undefined) assert.ok(got.changed.listingMinor >= floorMinor);
          if (isApplied && strategy.type === 'win') {
            assert.equal(got.status, 'WOULD_WIN');
            assert.equal(winsAt(got.changed.listingMinor + 1), false);
          }
          if (isApplied && strategy.type === 'match') assert.equal(landedOf(got.changed), got.rivalLandedMinor);
        },
      ),
      drawnAlike(1_500, 10_000),
    );
    const statuses = ['WOULD_WIN', 'WOULD_LOSE', 'NOT_ELIGIBLE', 'NO_COMPETITION', 'BELOW_FLOOR', 'PRICE_OUT_OF_RANGE'];
    assert.deepEqual([...seen.keys()].sort(), statuses.sort());
  });
});

/** The price that the customer sees, without the code under test. */
function priceFor({ offer }: MarketOffer, customer: string): number {
  const { businessPriceMinor, listingPriceMinor } = offer;
  return customer === 'Business' ? (businessPriceMinor ?? listingPriceMinor) : listingPriceMinor;
}
