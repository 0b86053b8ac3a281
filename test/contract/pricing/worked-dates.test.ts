// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  buyBox,
  competitive,
  count,
  listings,
  lowest,
  mine,
  offersOf,
  own,
  price,
  productOf,
  shown,
  tier,
  usd,
  wins,
} from './expected-answers.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

/** KETTLE of `worked-market.ts`, now and later, and the items with nothing on sale. */

const ahead = { ShippingTime: { availableDate: '2026-12-01T00:00:00.000Z', availabilityType: 'FUTURE_WITH_DATE' } };
const prices = { ListPrice: usd(45), CompetitivePriceThreshold: usd(40) };

// ket-dune starts in a millisecond. All three others are above the threshold of 40.00: lowest prices, but no buy box.
const consumerSummary = {
  TotalOfferCount: 3,
  NumberOfOffers: [count('New', 'FS', 1), count('New', 'SELLER', 2)],
  LowestPrices: [lowest('New', 'FS', 'B2C', price(41, 41, 0)), lowest('New', 'SELLER', 'B2C', price(42.5, 42, 0.5))],
  BuyBoxPrices: [],
  ...prices,
  SalesRankings: [],
  BuyBoxEligibleOffers: [],
};
const bolts = shown('BOLT', 'SELLER', 42, 0.5); // 42.50; its date has passed
const cores = shown('CORE', 'SELLER', 43, 0); // 43.00; started at this moment

// ACME's 39.00 for businesses is within the threshold. Available from a date on, but it can be bought.
const businessSummary = {
  ...consumerSummary,
  LowestPrices: [lowest('New', 'FS', 'B2B', price(39, 39, 0)), lowest('New', 'SELLER', 'B2C', price(42.5, 42, 0.5))],
  BuyBoxPrices: [buyBox('New', 'B2B', 'ACME', price(39, 39, 0))],
  SuggestedLowerPricePlusShipping: usd(39),
  BuyBoxEligibleOffers: [count('New', 'FS', 1)],
};

const nothing = {
  TotalOfferCount: 0,
  ...{ NumberOfOffers: [], LowestPrices: [], BuyBoxPrices: [], SalesRankings: [], BuyBoxEligibleOffers: [] },
};

const catalogue = {
  AttributeSets: [{ Title: 'Kettle', ListPrice: usd(45) }],
  Relationships: [],
  SalesRankings: [],
};

withEnginesInTorture('pricing worked by hand: dates and nothing on sale', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply(workedMarket(), { boards: 'now' });
  });
  after(() => pricing.close());

  const newOffers = async (seller: string, sku: string, more = {}) => {
    const query = { MarketplaceId: 'STORE_US', ItemCondition: 'New', ...more };
    return payloadOf(await pricing.get(seller, `/listings/${sku}/offers`, query));
  };
  const product = async (seller: string, query: object) =>
    payloadOf(await pricing.get(seller, '/competitivePrice', { MarketplaceId: 'STORE_US', ...query }));
  const ket = { SellerId: 'ACME', SellerSKU: 'ket-acme' };
  const terms = { RegularPrice: usd(41), businessPrice: usd(39) };

  test('200 without an offer within the threshold has lowest prices, but no buy box and no suggestion', async () => {
    const offers = [shown('ACME', 'FS', 41, 0, { ...ahead, ...mine }), bolts, cores];
    const expected = offersOf('KETTLE', 'ket-acme', 'New', 'Success', consumerSummary, offers);
    assert.deepEqual(await newOffers('ACME', 'ket-acme'), expected);
    const CompetitivePricing = { CompetitivePrices: [], NumberOfOfferListings: listings(['New', 3], ['Any', 3]) };
    const Offers = [own('ket-acme', 'FS', price(41, 41, 0), terms)];
    assert.deepEqual(await product('ACME', { ItemType: 'Sku', Skus: 'ket-acme' }), [
      productOf('KETTLE', ket, { ...catalogue, CompetitivePricing, Offers }),
    ]);
  });

  test('200 a business price within the threshold wins', async () => {
    const offers = [shown('ACME', 'FS', 39, 0, { offerType: 'B2B', ...ahead, ...mine, ...wins }), bolts, cores];
    const expected = offersOf('KETTLE', 'ket-acme', 'New', 'Success', businessSummary, offers);
    assert.deepEqual(await newOffers('ACME', 'ket-acme', { CustomerType: 'Business' }), expected);
    const won = { subcondition: 'New', offerType: 'B2B', belongsToRequester: true };
    const CompetitivePricing = {
      CompetitivePrices: [competitive('1', 'ACME', price(39, 39, 0), won)],
      NumberOfOfferListings: listings(['New', 3], ['Any', 3]),
    };
    const Offers = [own('ket-acme', 'FS', price(39, 39, 0), { ...terms, offerType: 'B2B' })];
    assert.deepEqual(await product('ACME', { ItemType: 'Sku', Skus: 'ket-acme', CustomerType: 'Business' }), [
      productOf('KETTLE', ket, { ...catalogue, CompetitivePricing, Offers }),
    ]);
  });

  test('200 an offer is on sale from its start time on, and available now from its date on', async () => {
    const later = {
      ...consumerSummary,
      TotalOfferCount: 4,
      NumberOfOffers: [count('New', 'FS', 1), count('New', 'SELLER', 3)],
      LowestPrices: [lowest('New', 'FS', 'B2C', price(41, 41, 0)), lowest('New', 'SELLER', 'B2C', price(38, 38, 0))],
      BuyBoxPrices: [buyBox('New', 'B2C', 'DUNE', price(38, 38, 0))],
      SuggestedLowerPricePlusShipping: usd(38),
      BuyBoxEligibleOffers: [count('New', 'SELLER', 1)],
    };
    const dunes = shown('DUNE', 'SELLER', 38, 0, wins);
    const table: [moment: string, acmes: object][] = [
      ['2026-11-15T12:00:00.001Z', shown('ACME', 'FS', 41, 0, ahead)],
      ['2026-11-30T23:59:59.999Z', shown('ACME', 'FS', 41, 0, ahead)],
      ['2026-12-01T00:00:00.000Z', shown('ACME', 'FS', 41, 0)],
    ];
    try {
      for (const [moment, acmes] of table) {
        pricing.clock.now = Date.parse(moment);
        const query = { MarketplaceId: 'STORE_US', ItemCondition: 'New' };
        const answer = payloadOf(await pricing.get('EDGE', '/items/KETTLE/offers', query));
        const expected = offersOf('KETTLE', undefined, 'New', 'Success', later, [dunes, acmes, bolts, cores]);
        assert.deepEqual(answer, expected, moment);
      }
    } finally {
      pricing.clock.now = NOW;
    }
    const { Summary } = await newOffers('ACME', 'ket-acme');
    assert.deepEqual(Summary, consumerSummary, 'and back');
  });

  test('200 ActiveButTooSoonForProcessing gives the first start of an active offer, in stock or not', async () => {
    const summary = { ...nothing, OffersAvailableTime: '2026-11-18T08:00:00.000Z' };
    const expected = offersOf('VASE', 'vase-acme', 'New', 'ActiveButTooSoonForProcessing', summary, []);
    assert.deepEqual(await newOffers('ACME', 'vase-acme'), expected);
  });

  test('200 NoOfferDueToMissingShippingCharge when only the charge of one offer is missing', async () => {
    const expected = offersOf('RACK', 'rack-acme', 'New', 'NoOfferDueToMissingShippingCharge', nothing, []);
    assert.deepEqual(await newOffers('ACME', 'rack-acme'), expected);
  });

  test('200 NoBuyableOffers with only an inactive offer; the product and own active offers are still shown', async () => {
    const expected = offersOf('BARE', 'bare-acme', 'New', 'NoBuyableOffers', nothing, []);
    assert.deepEqual(await newOffers('ACME', 'bare-acme'), expected);
    const empty = { CompetitivePrices: [], NumberOfOfferListings: listings(['Any', 0]) };
    const bare = (Title: string, Offers: object[]) => ({
      ...{ AttributeSets: [{ Title }], Relationships: [], CompetitivePricing: empty, SalesRankings: [], Offers },
    });
    const identifierOf = (SellerSKU: string) => ({ SellerId: 'ACME', SellerSKU });
    // In the order of the request. The vase is active, though on sale later. The rack has no buying price.
    assert.deepEqual(await product('ACME', { ItemType: 'Sku', Skus: ['vase-acme', 'bare-acme', 'rack-acme'] }), [
      productOf(
        'VASE',
        identifierOf('vase-acme'),
        bare('Vase', [own('vase-acme', 'FS', price(10, 10, 0), { RegularPrice: usd(10) })]),
      ),
      productOf('BARE', identifierOf('bare-acme'), bare('Shelf', [])),
      productOf('RACK', identifierOf('rack-acme'), bare('Rack', [])),
    ]);
  });

  test('200 the same SKU in another marketplace has its own currency, without decimals, and its own discount', async () => {
    const jpy = (Amount: number) => ({ CurrencyCode: 'JPY', Amount });
    const paid = { LandedPrice: jpy(5300), ListingPrice: jpy(5000), Shipping: jpy(300) };
    const fromFour = { ...tier(4), LandedPrice: jpy(5100), ListingPrice: jpy(4800), Shipping: jpy(300) };
    const acmes = shown('ACME', 'FS', 0, 0, { ListingPrice: jpy(5000), Shipping: jpy(300), ...mine, ...wins });
    const views: [CustomerType: string, prices: object[], quantityDiscountPrices: object[]][] = [
      ['Consumer', [paid], []],
      ['Business', [paid, fromFour], [{ ...tier(4), listingPrice: jpy(4800) }]],
    ];
    for (const [CustomerType, all, quantityDiscountPrices] of views) {
      const query = { MarketplaceId: 'STORE_JP', ItemCondition: 'New', CustomerType };
      assert.deepEqual(payloadOf(await pricing.get('ACME', '/listings/ket-acme/offers', query)), {
        marketplaceId: 'STORE_JP',
        storeItemId: 'KETTLE',
        SKU: 'ket-acme',
        ItemCondition: 'New',
        status: 'Success',
        Identifier: { MarketplaceId: 'STORE_JP', storeItemId: 'KETTLE', SellerSKU: 'ket-acme', ItemCondition: 'New' },
        Summary: {
          TotalOfferCount: 1,
          NumberOfOffers: [count('New', 'FS', 1)],
          LowestPrices: all.map((one) => lowest('New', 'FS', 'B2C', one)),
          BuyBoxPrices: all.map((one) => buyBox('New', 'B2C', 'ACME', one)),
          ListPrice: jpy(6000),
          CompetitivePriceThreshold: jpy(5300),
          SuggestedLowerPricePlusShipping: jpy(5300),
          SalesRankings: [],
          BuyBoxEligibleOffers: [count('New', 'FS', 1)],
        },
        Offers: [{ ...acmes, quantityDiscountPrices }],
      });
    }
  });
});
