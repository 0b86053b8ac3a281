import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoRecords } from '../../../src/cli/demo/records.ts';
import type { Item } from '../../../src/domain/market/item.ts';
import { readRecord } from '../../../src/domain/market/records/market-record.ts';
import type { Seller } from '../../../src/domain/market/seller.ts';
import type { MarketOffer } from '../../../src/domain/pricing/offers.ts';
import { withMyOffers, withMyPrices } from '../../../src/wire/pricing/board.ts';
import { writtenBoard } from './written-board.ts';

const NOW = Date.parse('2026-11-15T00:00:00Z');
const currencies: Record<string, string> = { STORE_US: 'USD', STORE_CA: 'CAD' };

/** The pieces of an item of the demo. */
function demoPieces(itemId: string, marketplaceId = 'STORE_US') {
  const sellers = new Map<string, Seller>();
  const offers: MarketOffer[] = [];
  let item: Item | undefined;
  for (const value of demoRecords(NOW)) {
    const read = readRecord(value, { currencyOf: (id) => currencies[id] });
    if (!read.ok || read.record.op !== 'upsert') throw new Error(JSON.stringify(read));
    const { record } = read;
    if (record.kind === 'seller') sellers.set(record.value.sellerId, record.value);
    if (record.kind === 'item' && record.value.itemId === itemId && record.value.marketplaceId === marketplaceId) {
      item = record.value;
    }
    if (record.kind === 'offer' && record.value.itemId === itemId && record.value.marketplaceId === marketplaceId) {
      offers.push({ offer: record.value, seller: sellers.get(record.value.sellerId) as Seller });
    }
  }
  if (!item) throw new Error(`no ${itemId}`);
  return writtenBoard(item, offers, NOW).pieces;
}

/** The members of `Product` for a caller. */
const membersFor = (sellerId: string, pieces: { product: string } | undefined) =>
  withMyPrices(sellerId, pieces?.product ?? '');

/** Every path of a value, lists as one element: `Summary.LowestPrices[].LandedPrice.Amount`. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path === '' ? key : `${path}.${key}`));
}

const money = (path: string) => [`${path}.CurrencyCode`, `${path}.Amount`];
const price = (path: string) => ['LandedPrice', 'ListingPrice', 'Shipping'].flatMap((name) => money(`${path}.${name}`));
const under = (path: string, names: string) => names.split(' ').map((name) => `${path}${name}`);

/** Spec section 2, lowest-priced-offers response: `Summary` and the elements of `Offers`. */
const summaryPaths = [
  'TotalOfferCount',
  ...under('NumberOfOffers[].', 'condition fulfillmentChannel OfferCount'),
  ...under('LowestPrices[].', 'condition fulfillmentChannel offerType quantityTier quantityDiscountType'),
  ...price('LowestPrices[]'),
  ...under('BuyBoxPrices[].', 'condition offerType quantityTier quantityDiscountType sellerId'),
  ...price('BuyBoxPrices[]'),
  ...money('ListPrice'),
  ...money('CompetitivePriceThreshold'),
  ...money('SuggestedLowerPricePlusShipping'),
  ...under('SalesRankings[].', 'ProductCategoryId Rank'),
  ...under('BuyBoxEligibleOffers[].', 'condition fulfillmentChannel OfferCount'),
];
const offerPaths = [
  ...under(
    '[].',
    'MyOffer offerType SubCondition SellerId ConditionNotes IsFulfilledByFS IsBuyBoxWinner IsFeaturedMerchant',
  ),
  ...under('[].SellerFeedbackRating.', 'SellerPositiveFeedbackRating FeedbackCount'),
  ...under('[].ShippingTime.', 'minimumHours maximumHours availableDate availabilityType'),
  ...money('[].ListingPrice'),
  ...under('[].quantityDiscountPrices[].', 'quantityTier quantityDiscountType'),
  ...money('[].quantityDiscountPrices[].listingPrice'),
  ...money('[].Shipping'),
  ...under('[].ShipsFrom.', 'State Country'),
  ...under('[].FSPrimeDetails.', 'IsFSPrime IsNationalFSPrime'),
];
/** Spec section 2, competitive pricing response: the part of `Product` that does not depend on the caller. */
const productPaths = [
  ...under(
    'CompetitivePricing.CompetitivePrices[].',
    'CompetitivePriceId condition subcondition offerType quantityTier',
  ),
  ...under('CompetitivePricing.CompetitivePrices[].', 'quantityDiscountType sellerId belongsToRequester'),
  ...price('CompetitivePricing.CompetitivePrices[].Price'),
  ...under('CompetitivePricing.NumberOfOfferListings[].', 'Count condition'),
  ...money('CompetitivePricing.TradeInValue'),
  ...under('SalesRankings[].', 'ProductCategoryId Rank'),
];

describe('the pieces of answers on a board', () => {
  const { business } = demoPieces('ITEM000002');
  const missing = (expected: string[], text: string) => {
    const there = new Set(pathsOf(JSON.parse(text)));
    return expected.filter((path) => !there.has(path));
  };

  test('DEMO-SKU-2 shows every field of the two pricing responses', () => {
    assert.deepEqual(missing(summaryPaths, business?.summary ?? ''), []);
    assert.deepEqual(missing(offerPaths, business?.shelves.New ?? ''), []);
    assert.deepEqual(missing(productPaths, `{${membersFor('NOBODY', business)}}`), []);
    const product = JSON.parse(`{${membersFor('NOBODY', business)}}`);
    const [attributes] = product.AttributeSets;
    for (const name of ['Title', 'Brand', 'Color', 'Size', 'ProductGroup', 'ListPrice', 'ItemDimensions']) {
      assert.ok(name in attributes, name);
    }
    assert.equal(product.Relationships[0].type, 'VARIATION');
    const ids = product.CompetitivePricing.CompetitivePrices.map(
      (one: { CompetitivePriceId: string }) => one.CompetitivePriceId,
    );
    assert.deepEqual([...new Set(ids)], ['1', '2'], 'a New and a Used buy box');
  });

  test('OffersAvailableTime is present exactly while every offer is too soon', () => {
    assert.match(demoPieces('ITEM000017').consumer.summary, /"OffersAvailableTime":"\d{4}-/);
    assert.doesNotMatch(business?.summary ?? '', /OffersAvailableTime/);
  });

  test('no value is null, and empty lists are present (decision 1)', () => {
    const { consumer } = demoPieces('ITEM000016');
    const summary = JSON.parse(consumer.summary);
    for (const name of ['NumberOfOffers', 'LowestPrices', 'BuyBoxPrices', 'BuyBoxEligibleOffers']) {
      assert.deepEqual(summary[name], [], name);
    }
    for (const text of [consumer.summary, consumer.product, business?.summary ?? '', business?.product ?? '']) {
      assert.doesNotMatch(text, /null/);
    }
  });

  test("the caller's offers are marked, and no others", () => {
    const shelf = business?.shelves.New ?? '';
    const mine = JSON.parse(withMyOffers('A1DEMOSELLER', shelf));
    const marked = mine
      .filter((offer: { MyOffer: boolean }) => offer.MyOffer)
      .map((offer: { SellerId: string }) => offer.SellerId);
    assert.deepEqual([...new Set(marked)], ['A1DEMOSELLER']);
    assert.equal(mine.filter((offer: { SellerId: string }) => offer.SellerId === 'A1DEMOSELLER').length, marked.length);
    assert.equal(withMyOffers('A1DEMO', shelf), shelf, 'a prefix of an id is another seller');
    const product = JSON.parse(`{${membersFor('A1DEMOSELLER', business)}}`);
    for (const { sellerId, belongsToRequester } of product.CompetitivePricing.CompetitivePrices) {
      assert.equal(belongsToRequester, sellerId === 'A1DEMOSELLER');
    }
  });

  test('the buy box of 4.2 equals the competitive price of 4.3 (decision 23)', () => {
    for (let n = 1; n <= 21; n += 1) {
      const { consumer } = demoPieces(`ITEM${String(n).padStart(6, '0')}`);
      type Price = { condition: string; sellerId: string; LandedPrice: object };
      const box: Price[] = JSON.parse(consumer.summary).BuyBoxPrices;
      const competitive = JSON.parse(`{${membersFor('NOBODY', consumer)}}`).CompetitivePricing.CompetitivePrices;
      const shown = box.filter(({ condition }) => condition === 'New' || condition === 'Used');
      assert.deepEqual(
        competitive.map((one: Price & { Price: Price }) => [one.condition, one.sellerId, one.Price.LandedPrice]),
        shown.map(({ condition, sellerId, LandedPrice }) => [condition, sellerId, LandedPrice]),
      );
    }
  });
});
