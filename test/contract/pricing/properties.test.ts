// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Offer } from '../../../src/domain/market/offer.ts';
import type { CustomerType } from '../../../src/domain/vocabulary.ts';
import { onEngine } from '../../db/engines.ts';
import { drawnAlike, scaled } from '../../harness/scale.ts';
import { type PricingApp, payloadOf } from './pricing-app.ts';
import {
  CONDITIONS,
  CUSTOMERS,
  countsOf,
  firsts,
  type OfferedItem,
  onSale,
  type Price,
  type Seen,
  sorted,
} from './pricing-model.ts';
import {
  allTexts,
  anyDrawn,
  askOffers,
  askProduct,
  offeredItemOf,
  offerRecord,
  openMarketplace,
  put,
} from './random-items.ts';

type Money = { Amount: number };
type Prices = { LandedPrice: Money; ListingPrice: Money; Shipping: Money };
type Listed = Record<'condition' | 'fulfillmentChannel' | 'offerType' | 'sellerId', string> &
  Prices & { quantityTier?: number };
type Shown = { SellerId: string; offerType: string; IsBuyBoxWinner: boolean; ListingPrice: Money; Shipping: Money };
type Competitive = Listed & { CompetitivePriceId: '1' | '2'; Price: Prices };
type Counted = { condition: string; fulfillmentChannel: string; OfferCount: number };

const minor = ({ Amount }: Money) => Math.round(Amount * 100);
const amounts = ({ LandedPrice, ListingPrice, Shipping }: Prices): [number, number] => {
  assert.equal(minor(LandedPrice), minor(ListingPrice) + minor(Shipping));
  return [minor(ListingPrice), minor(Shipping)];
};
/** Prices of a single unit; tiers are in `worked-business.test.ts`. */
const single = <T extends Listed>(list: T[]) => list.filter(({ quantityTier }) => quantityTier === undefined);
const competes = { 1: 'New', 2: 'Used' };

const conditionAndType = ({ offer, offerType }: Seen) => [offer.condition, offerType];
const conditionAndChannel = ({ offer }: Seen) => [offer.condition, offer.channel];
const channelAndType = ({ offer, offerType }: Seen) => [offer.condition, offer.channel, offerType];
const nothingMore = () => [];

onEngine('sqlite', 'any pricing answer', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openMarketplace(engine);
  });
  after(() => pricing.close());

  test('200 counts what is on sale, finds the lowest price, and has the winners of the rule', async () => {
    let won = 0;
    const check = async (item: OfferedItem, CustomerType: CustomerType) => {
      const seen = onSale(item, CustomerType);
      const eligible = seen.filter((one) => one.eligible);
      const winners = firsts(eligible, conditionAndType, ({ offer }) => [offer.sellerId]);
      won += winners.length;
      const isWinner = (one: Seen) =>
        eligible.find((other) => conditionAndType(other).join() === conditionAndType(one).join()) === one;
      for (const ItemCondition of CONDITIONS) {
        const answer = await askOffers(pricing, 'SOMEBODY', item, { ItemCondition, CustomerType });
        const { Summary, Offers } = payloadOf(answer);
        const counts = (list: Counted[]) =>
          Object.fromEntries(list.map((one) => [`${one.condition},${one.fulfillmentChannel}`, one.OfferCount]));
        assert.equal(Summary.TotalOfferCount, seen.length);
        assert.deepEqual(counts(Summary.NumberOfOffers), countsOf(seen, conditionAndChannel));
        assert.deepEqual(counts(Summary.BuyBoxEligibleOffers), countsOf(eligible, conditionAndChannel));
        const lowest = single(Summary.LowestPrices as Listed[]).map(
          (one): Price => [one.condition, one.fulfillmentChannel, one.offerType, ...amounts(one)],
        );
        assert.deepEqual(sorted(lowest), firsts(seen, channelAndType, nothingMore));
        const boxes = single(Summary.BuyBoxPrices as Listed[]).map(
          (one): Price => [one.condition, one.offerType, one.sellerId, ...amounts(one)],
        );
        assert.deepEqual(sorted(boxes), winners);
        const best = seen.filter(({ offer }) => offer.condition === ItemCondition).slice(0, 20);
        assert.deepEqual(
          Offers.map((one: Shown) => [one.SellerId, one.offerType, minor(one.ListingPrice), one.IsBuyBoxWinner]),
          best.map((one) => [one.offer.sellerId, one.offerType, one.listingMinor, isWinner(one)]),
        );
        const cheapest = eligible.find(({ offer }) => offer.condition === 'New')?.landedMinor;
        const suggested: Money | undefined = Summary.SuggestedLowerPricePlusShipping;
        assert.equal(suggested && minor(suggested), cheapest);
      }
      const [{ Product }] = payloadOf(await askProduct(pricing, 'SOMEBODY', item, { CustomerType }));
      const { CompetitivePrices, NumberOfOfferListings } = Product.CompetitivePricing;
      assert.deepEqual(NumberOfOfferListings.at(-1), { Count: seen.length, condition: 'Any' });
      const competitive = single(CompetitivePrices as Competitive[]).map(
        (one): Price => [competes[one.CompetitivePriceId], one.offerType, one.sellerId, ...amounts(one.Price)],
      );
      const ofTwo = winners.filter(([condition]) => condition === 'New' || condition === 'Used');
      assert.deepEqual(sorted(competitive), ofTwo);
    };
    const property = fc.asyncProperty(anyDrawn, async (drawn) => {
      const item = offeredItemOf(drawn);
      await put(pricing, item);
      for (const customer of CUSTOMERS) await check(item, customer);
    });
    await fc.assert(property, drawnAlike(15, 100));
    assert.ok(won > 10, `only ${won} buy boxes were won: the drawn offers compete too rarely`);
  });

  test('200 has the same bytes for every order of the offers and every earlier state', async () => {
    const twoOrders = anyDrawn.chain((drawn) =>
      fc.tuple(fc.constant(drawn), fc.shuffledSubarray([...drawn.offers], { minLength: drawn.offers.length })),
    );
    const property = fc.asyncProperty(twoOrders, fc.nat(24), async ([drawn, otherOrder], at) => {
      const item = offeredItemOf(drawn);
      const caller = item.offers[0]?.sellerId ?? 'SOMEBODY';
      await put(pricing, item);
      const texts = await allTexts(pricing, caller, item);
      const others = otherOrder.map((one) => item.offers[drawn.offers.indexOf(one)] as Offer);
      const keys = item.offers.map(({ marketplaceId, sellerId, sku }) => ({ marketplaceId, sellerId, sku }));
      await pricing.market.writer.apply(
        keys.map((key) => ({ kind: 'offer', op: 'delete', key })),
        { boards: 'now' },
      );
      // In two parts, with a board built in between.
      for (const part of [others.slice(0, at), others.slice(at)]) {
        await pricing.market.writer.apply(part.map(offerRecord), { boards: 'now' });
      }
      assert.deepEqual(await allTexts(pricing, caller, item), texts);
    });
    await fc.assert(property, { numRuns: scaled(8, 50) });
  });

  test('200 a batch gives the answers of the single requests, failures included', async () => {
    const anyQuery = fc.record({
      at: fc.nat(40),
      MarketplaceId: fc.constantFrom('STORE_US', 'STORE_US', 'STORE_US', 'STORE_XX', ''),
      ItemCondition: fc.constantFrom('New', 'new', 'Used', 'CLUB', 'Collectible', 'Broken'),
      CustomerType: fc.constantFrom('Consumer', 'Business', 'business', 'Nobody'),
    });
    const fields = { listings: 'SellerSKU', items: 'storeItemId' };
    const paths = { listings: '/listingOffers', items: '/itemOffers' };
    // The error of a single request names the part of the request with the wrong value. A batch has only a body.
    const unplaced = (body: string) => JSON.parse(body.replaceAll(/(Query|Path) parameter /g, ''));
    const anyBatch = fc.array(anyQuery, { minLength: 1, maxLength: 20 });
    const property = fc.asyncProperty(anyDrawn, anyBatch, async (drawn, batch) => {
      const item = offeredItemOf(drawn);
      await put(pricing, item);
      const caller = item.offers[0]?.sellerId ?? 'SOMEBODY';
      // Other sellers' SKUs are among them.
      const skus = [...item.offers.map(({ sku }) => sku), 'no/such, sku'];
      const ids = { listings: skus, items: [item.itemId, 'NOPE'] };
      for (const folder of ['listings', 'items'] as const) {
        const queries = batch.map(({ at, ...query }) => ({
          query,
          id: ids[folder][at % ids[folder].length] as string,
        }));
        const requests = queries.map(({ query, id }) => ({ ...query, [fields[folder]]: id }));
        const answer = await pricing.post(caller, paths[folder], { requests });
        assert.equal(answer.statusCode, 200, answer.body);
        const { responses } = answer.json();
        assert.equal(responses.length, queries.length);
        for (const [index, { query, id }] of queries.entries()) {
          const alone = await pricing.get(caller, `/${folder}/${encodeURIComponent(id)}/offers`, query);
          assert.deepEqual(responses[index].body, unplaced(alone.body));
          assert.equal(responses[index].status.statusCode, alone.statusCode);
        }
      }
    });
    await fc.assert(property, { numRuns: scaled(8, 50) });
  });
});
