// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import type { Offer } from '../../../src/domain/market/offer.ts';
import type { MarketRecord } from '../../../src/domain/market/records/market-record.ts';
import type { CustomerType } from '../../../src/domain/vocabulary.ts';
import { withEngines } from '../../db/engines.ts';
import { anyOffers, NOW } from '../../domain/market.ts';
import { recordOf } from '../../harness/record-of.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { type Money, type Receipt, setTo, usd } from './price-changes-app.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';

/* Receipts in comparison with what `whatIf` said before, and with what the other endpoints answer next (decision 48). */

const MARKETPLACE = 'STORE_US';
const OWN = 'S1';
const TOKEN = `own.writes.${OWN}`;

const market = [
  { kind: 'marketplace', marketplaceId: MARKETPLACE, name: 'US', countryCode: 'US', currency: 'USD', isDefault: true },
  ...[OWN, 'S2', 'S3', 'S4', 'S5', 'S6'].map((sellerId, n) => ({
    ...{ kind: 'seller', sellerId, plan: 'Professional', feedbackCount: 100, featuredMerchant: n < 5 },
    feedbackRating: n < 4 ? 95 : 70,
  })),
  defaultFeeSchedule(),
].map(recordOf);

/** One random item, and what is tried with the caller's first offer on it. Most random offers fail a gate: most are healed. */
const anyTrial = fc.record({
  offers: anyOffers.filter(({ length }) => length > 0),
  threshold: fc.constantFrom(undefined, 10, 10.99, 30),
  isHealthy: fc.constantFrom(true, true, true, false),
  floor: fc.constantFrom<number | undefined>(undefined, undefined, 9.5),
  strategy: fc.constantFrom(
    ...[
      { type: 'match' },
      { type: 'win' },
      { type: 'beatBy', amount: usd(0.01) },
      { type: 'beatBy', amount: usd(900) },
    ],
    ...[setTo(10), setTo(0)],
  ),
});
type Trial = typeof anyTrial extends fc.Arbitrary<infer One> ? One : never;
const anyCall = fc.record({
  trials: fc.array(anyTrial, { minLength: 1, maxLength: 8 }),
  customer: fc.constantFrom<CustomerType>('Consumer', 'Business'),
});

type Tried = {
  status: string;
  offerType: string;
  WouldWin: boolean;
  Reasons?: string[];
  CompetingLandedPrice?: Money;
  StrategyPrice?: Money;
  PresentPrice: { ListingPrice: Money };
  NewPrice: { ListingPrice: Money; Shipping?: Money; AfterFees: { Net?: Money } };
};
type Result = { FailedGates?: string[]; CompetingLandedPrice?: Money; AfterFees: object };

/** Gates of an offer that nobody can buy: it is on no shelf. */
const OFF_SALE = ['active', 'startTime', 'stock', 'availability', 'shippingCharge'];

withEngines('a receipt', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW, { priceChanges: 'direct' });
    await pricing.market.writer.apply(market, { boards: 'now' });
  });
  after(() => pricing.close());

  const post = async (path: string, payload: object) => {
    const answer = await pricing.send(TOKEN, 'POST', path, { payload });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().payload;
  };
  const get = async (path: string) => {
    const answer = await pricing.send(TOKEN, 'GET', path);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().payload;
  };

  /** Puts the items of a call into the market; returns the offers that the call changes, one on each item. */
  async function place(trials: readonly Trial[], call: number): Promise<Offer[]> {
    const own: Offer[] = [];
    const records: MarketRecord[] = [];
    for (const [n, { offers, threshold, isHealthy }] of trials.entries()) {
      const itemId = `I${call}-${n}`;
      const item = { kind: 'item', marketplaceId: MARKETPLACE, itemId, category: 'home' };
      records.push(recordOf({ ...item, competitivePriceThreshold: threshold }));
      // Few offers, so that `Offers` shows them all.
      for (const [at, { offer }] of offers.slice(0, 10).entries()) {
        const { startTimeMs: _, availableDateMs: __, ...rest } = offer;
        const healthy = { ...rest, active: true, quantity: 1, shippingMinor: 100, availability: 'NOW' } as const;
        const placed = { ...(at === 0 && isHealthy ? healthy : offer), itemId, sku: `${itemId}-${at}` };
        const value: Offer = at === 0 ? { ...placed, sellerId: OWN } : placed;
        if (at === 0) own.push(value);
        records.push({ kind: 'offer', op: 'upsert', value });
      }
    }
    await pricing.market.writer.apply(records, { boards: 'now' });
    return own;
  }

  function mustBeForetold(tried: Tried, receipt: Receipt, { strategy, floor = 0 }: Trial): void {
    const { State, Rejection, Result, TermsAfter } = receipt;
    // `setTo` applies whatever the gates say; only the floor holds.
    const isSet = strategy.type === 'setTo' && tried.status === 'NOT_ELIGIBLE';
    const isBelow = isSet && tried.StrategyPrice !== undefined && tried.StrategyPrice.Amount < floor;
    if (isSet && !isBelow) {
      assert.equal(Result?.IsBuyBoxWinner, false);
      return;
    }
    if (!tried.status.startsWith('WOULD_')) {
      const code = isBelow ? 'BELOW_FLOOR' : tried.status;
      assert.deepEqual([State, Rejection?.Code], ['REJECTED', code]);
      return;
    }
    const isSame = tried.NewPrice.ListingPrice.Amount === tried.PresentPrice.ListingPrice.Amount;
    assert.equal(State, isSame ? 'UNCHANGED' : 'APPLIED');
    const price = tried.offerType === 'B2B' ? TermsAfter?.BusinessPrice : TermsAfter?.ListingPrice;
    assert.deepEqual(price, tried.NewPrice.ListingPrice);
    const { FailedGates, CompetingLandedPrice, AfterFees } = Result as Result;
    assert.deepEqual(
      [Result?.IsBuyBoxWinner, FailedGates, CompetingLandedPrice, AfterFees],
      [tried.WouldWin, tried.Reasons, tried.CompetingLandedPrice, tried.NewPrice.AfterFees],
    );
  }

  /** What the receipt says is what everybody is told next. */
  async function mustBeInForce(offer: Offer, customer: CustomerType, { TermsAfter: terms, Result }: Receipt) {
    const query = `MarketplaceId=${MARKETPLACE}&CustomerType=${customer}`;
    const explained = await get(`/listings/${offer.sku}/buyBox?${query}`);
    assert.deepEqual([explained.IsBuyBoxWinner, explained.Explanation], [Result?.IsBuyBoxWinner, Result?.Reason]);
    assert.deepEqual(explained.Offer.AfterFees, Result?.AfterFees);
    const gates = (Result as Result).FailedGates ?? [];
    if (gates.some((gate) => OFF_SALE.includes(gate))) return;
    const { Offers } = await get(`/listings/${offer.sku}/offers?${query}&ItemCondition=${offer.condition}`);
    type Shown = { MyOffer: boolean; IsBuyBoxWinner: boolean; ListingPrice: Money; Shipping: Money };
    const price = customer === 'Business' ? (terms?.BusinessPrice ?? terms?.ListingPrice) : terms?.ListingPrice;
    const isOwn = ({ MyOffer, ListingPrice, Shipping, IsBuyBoxWinner }: Shown) =>
      MyOffer &&
      ListingPrice.Amount === price?.Amount &&
      Shipping.Amount === terms?.Shipping?.Amount &&
      IsBuyBoxWinner === Result?.IsBuyBoxWinner;
    assert.ok(Offers.some(isOwn), JSON.stringify({ terms, Offers }));
  }

  test('200 says what whatIf said, is what the market answers next, and can be undone', async () => {
    const calls = fc.sample(anyCall, drawnAlike(engine.name === 'sqlite' ? 4 : 2, 120));
    // At least one price changes, whatever was drawn.
    Object.assign(calls[0]?.trials[0] as object, { isHealthy: true, strategy: setTo(10), floor: undefined });
    let applied = 0;
    for (const [n, { trials, customer }] of calls.entries()) {
      pricing.clock.now += 1_000;
      const own = await place(trials, n);
      const listings = own.map(({ sku: SellerSKU }, at) => {
        const { strategy, floor } = trials[at] as (typeof trials)[number];
        return { SellerSKU, strategy, ...(floor !== undefined && { floor: usd(floor) }) };
      });
      const body = { MarketplaceId: MARKETPLACE, CustomerType: customer, listings };
      const tried: Tried[] = (await post('/whatIf', body)).Listings;
      const { Receipts, Totals } = await post('/priceChanges', { ...body, Confirm: true });
      assert.equal(Receipts.length, own.length);
      assert.equal(Totals.APPLIED + Totals.UNCHANGED + Totals.REJECTED, own.length);
      for (const [at, offer] of own.entries()) {
        const receipt: Receipt = Receipts[at];
        mustBeForetold(tried[at] as Tried, receipt, trials[at] as Trial);
        if (receipt.State === 'REJECTED') continue;
        await mustBeInForce(offer, customer, receipt);
        if (receipt.State !== 'APPLIED') continue;
        applied += 1;
        const undone: Receipt = await post(`/priceChanges/${receipt.PriceChangeId}/undo`, { Confirm: true });
        assert.deepEqual([undone.State, undone.TermsAfter], ['APPLIED', receipt.TermsBefore]);
        await mustBeInForce(offer, customer, undone);
      }
    }
    assert.ok(applied > 0);
  });
});
