// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import type { Offer } from '../../../src/domain/market/offer.ts';
import type { MarketRecord } from '../../../src/domain/market/records/market-record.ts';
import type { CustomerType } from '../../../src/domain/vocabulary.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { anyOffers, NOW } from '../../domain/market.ts';
import { recordOf } from '../../harness/record-of.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';

/* What-if and expected prices in comparison with the real thing: the change is applied, and the market is asked again. */

const MARKETPLACE = 'STORE_US';

/** S5 and S6 are not eligible. */
const sellers: [sellerId: string, rating: number, ratings: number, featured: boolean][] = [
  ['S1', 95, 100, true],
  ['S2', 95, 100, true],
  ['S3', 99.5, 2000, true],
  ['S4', 80, 10, true],
  ['S5', 70, 100, true],
  ['S6', 99.5, 2000, false],
];

const market = [
  { kind: 'marketplace', marketplaceId: MARKETPLACE, name: 'US', countryCode: 'US', currency: 'USD', isDefault: true },
  ...sellers.map(([sellerId, feedbackRating, feedbackCount, featuredMerchant]) => ({
    ...{ kind: 'seller', sellerId, plan: 'Professional', feedbackRating, feedbackCount, featuredMerchant },
  })),
  defaultFeeSchedule(),
].map(recordOf);

const eligible = { sellerId: 'S1', active: true, quantity: 1, shippingMinor: 100, availability: 'NOW' } as const;

const setTo = (Amount: number) => ({ type: 'setTo', price: { CurrencyCode: 'USD', Amount } });

/** One random item, with its own SKUs, and what is tried with one of its offers. */
const anyTrial = fc.record({
  offers: anyOffers.filter(({ length }) => length > 0),
  threshold: fc.constantFrom(undefined, 10, 10.99, 30),
  // Most random offers fail a gate: most trials are about one that passes them all, but for the threshold.
  healthy: fc.constantFrom(true, true, true, false),
  customer: fc.constantFrom<CustomerType>('Consumer', 'Business'),
  strategy: fc.constantFrom(
    { type: 'match' },
    { type: 'beatBy', amount: { CurrencyCode: 'USD', Amount: 0.01 } },
    setTo(10),
  ),
});

type Money = { CurrencyCode: string; Amount: number };
type Listing = {
  status: string;
  offerType: string;
  IsBuyBoxWinner: boolean;
  WouldWin: boolean;
  NewPrice: { ListingPrice: Money; AfterFees: object };
  PresentPrice: object;
};
type Result = {
  CustomerType: string;
  offerType: string;
  resultStatus: string;
  featuredOfferExpectedPrice?: { listingPrice: Money };
  currentFeaturedOffer?: { offerIdentifier: { sku?: string } };
};

withEnginesInTorture('a change that is applied', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply(market, { boards: 'now' });
  });
  after(() => pricing.close());

  const whatIf = async (offer: Offer, customer: CustomerType, strategy: object): Promise<Listing> => {
    const body = { MarketplaceId: MARKETPLACE, CustomerType: customer, strategy, SellerSKUs: [offer.sku] };
    const answer = await pricing.post(offer.sellerId, '/whatIf', body, '/products/pricing/v4');
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().payload.Listings[0];
  };
  const expectedFor = async (offer: Offer, customer: CustomerType, offerType: string): Promise<Result> => {
    const requests = [{ marketplaceId: MARKETPLACE, sku: offer.sku }];
    const answer = await pricing.post(offer.sellerId, '/offer/featuredOfferExpectedPrice', { requests });
    const results: Result[] = answer.json().responses[0].body.featuredOfferExpectedPriceResults;
    return results.find((one) => one.CustomerType === customer && one.offerType === offerType) as Result;
  };
  /** Whether one of the caller's offers with this price is shown as the winner of the buy box. */
  const isShownAsWinner = async (offer: Offer, customer: CustomerType, price: Money): Promise<boolean> => {
    const query = { MarketplaceId: MARKETPLACE, ItemCondition: offer.condition, CustomerType: customer };
    const answer = await pricing.get(offer.sellerId, `/listings/${offer.sku}/offers`, query);
    const offers: { MyOffer: boolean; IsBuyBoxWinner: boolean; ListingPrice: Money }[] = answer.json().payload.Offers;
    return offers.some((one) => one.MyOffer && one.IsBuyBoxWinner && one.ListingPrice.Amount === price.Amount);
  };
  /** Changes the price that the customer sees, for real. */
  const applyPrice = async (offer: Offer, customer: CustomerType, { Amount }: Money): Promise<void> => {
    const minor = Math.round(Amount * 100);
    const isBusiness = customer === 'Business' && offer.businessPriceMinor !== undefined;
    const value = { ...offer, [isBusiness ? 'businessPriceMinor' : 'listingPriceMinor']: minor };
    await pricing.market.writer.apply([{ kind: 'offer', op: 'upsert', value }], { boards: 'now' });
  };

  test('200 has the effect that what-if and the expected price foretold', async () => {
    const trials = fc.sample(anyTrial, drawnAlike(engine.name === 'sqlite' ? 6 : 3, 400));
    // At least one price changes, whatever was drawn.
    Object.assign(trials[0] as object, { healthy: true, strategy: setTo(10) });
    let applied = 0;
    for (const [n, { offers, threshold, healthy, customer, strategy }] of trials.entries()) {
      const itemId = `ITEM${n}`;
      const item = {
        kind: 'item',
        marketplaceId: MARKETPLACE,
        itemId,
        category: 'home',
        competitivePriceThreshold: threshold,
      };
      // Few offers, so that `Offers` shows them all.
      const placed = offers.slice(0, 10).map(({ offer }, at): Offer => {
        const { startTimeMs: _, availableDateMs: __, ...rest } = offer;
        return { ...(healthy && at === 0 ? { ...rest, ...eligible } : offer), itemId, sku: `${offer.sku}-${n}-${at}` };
      });
      await pricing.market.writer.apply(
        [recordOf(item), ...placed.map((value): MarketRecord => ({ kind: 'offer', op: 'upsert', value }))],
        { boards: 'now' },
      );
      const own = placed[0] as Offer;
      const foretold = await whatIf(own, customer, strategy);
      const expected = await expectedFor(own, customer, foretold.offerType);
      if (foretold.status.startsWith('WOULD_')) applied += 1;

      const price = foretold.NewPrice.ListingPrice;
      await applyPrice(own, customer, price);
      const again = await whatIf(own, customer, { type: 'setTo', price });
      assert.deepEqual(again.PresentPrice, foretold.NewPrice);
      assert.equal(again.IsBuyBoxWinner, foretold.WouldWin);
      const { currentFeaturedOffer: current, ...after } = await expectedFor(own, customer, foretold.offerType);
      const { currentFeaturedOffer: _, ...before } = expected;
      assert.deepEqual(after, before, 'the expected price does not depend on the own price');
      assert.equal(current?.offerIdentifier.sku === own.sku, foretold.WouldWin);
      if (foretold.WouldWin) assert.ok(await isShownAsWinner(own, customer, price));

      const best = expected.featuredOfferExpectedPrice?.listingPrice;
      if (best === undefined) continue;
      await applyPrice(own, customer, best);
      assert.ok(await isShownAsWinner(own, customer, best), 'wins at the expected price');
      const above = { ...best, Amount: Math.round(best.Amount * 100 + 1) / 100 };
      await applyPrice(own, customer, above);
      const { currentFeaturedOffer: holder } = await expectedFor(own, customer, foretold.offerType);
      assert.notEqual(holder?.offerIdentifier.sku, own.sku, 'one cent above it does not win');
    }
    assert.ok(applied > 0);
  });
});
