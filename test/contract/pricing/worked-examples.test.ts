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
  usd,
  wins,
} from './expected-answers.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

/** PAN of `worked-market.ts`: no business terms on sale, a threshold of 25.00. */

const ranks = [
  { ProductCategoryId: 'kitchen_display_on_website', Rank: 1523 },
  { ProductCategoryId: '289851', Rank: 12 },
];

// On sale are 10 New and 2 Used offers. Not among them: out of stock (12.00), inactive (11.00), no shipping charge
// (10.00), starting tomorrow (9.00), available some day (8.00). Each of these would be the lowest price.
const summary = {
  TotalOfferCount: 12,
  // New from FS: GREN, ACME, BOLT. New from sellers: FAIL, HUSH, BOLT, CORE, DUNE twice, EDGE.
  NumberOfOffers: [count('New', 'FS', 3), count('New', 'SELLER', 7), count('Used', 'SELLER', 2)],
  // Lowest needs no eligibility: GREN 16.00 + 1.50, FAIL 15.00, GREN's used one 9.00.
  LowestPrices: [
    lowest('New', 'FS', 'B2C', price(17.5, 16, 1.5)),
    lowest('New', 'SELLER', 'B2C', price(15, 15, 0)),
    lowest('Used', 'SELLER', 'B2C', price(9, 9, 0)),
  ],
  // At 22.00 five are even; ACME's is the only one from FS. Of the used ones GREN's 9.00 has too little feedback.
  BuyBoxPrices: [buyBox('New', 'B2C', 'ACME', price(22, 22, 0)), buyBox('Used', 'B2C', 'ACME', price(17, 14, 3))],
  ListPrice: usd(29.99),
  CompetitivePriceThreshold: usd(25),
  SuggestedLowerPricePlusShipping: usd(22),
  SalesRankings: ranks,
  // From FS: ACME (GREN has 9 ratings, BOLT asks 25.01). From sellers: BOLT, CORE, DUNE twice, and EDGE, whose 80 %,
  // 10 ratings and 25.00 are each just enough.
  BuyBoxEligibleOffers: [count('New', 'FS', 1), count('New', 'SELLER', 5), count('Used', 'SELLER', 1)],
};

const acmesNew = {
  ShippingTime: { minimumHours: 0, maximumHours: 24, availabilityType: 'NOW' },
  ShipsFrom: { State: 'WA', Country: 'US' },
  FSPrimeDetails: { IsFSPrime: true, IsNationalFSPrime: false },
  ...wins,
};

/** As a seller without an own offer sees it. */
const newOffers = [
  shown('FAIL', 'SELLER', 15, 0), // 15.00
  shown('GREN', 'FS', 16, 1.5), // 17.50
  shown('HUSH', 'SELLER', 19, 0.5), // 19.50
  shown('ACME', 'FS', 22, 0, acmesNew), // 22.00, from FS
  // 22.00 from sellers: 95.5 % of 400 ratings, then of 250, then DUNE after CORE, then pan-dune-2 after pan-dune.
  shown('BOLT', 'SELLER', 18, 4, {
    ShippingTime: { minimumHours: 24, maximumHours: 48, availabilityType: 'NOW' },
    ShipsFrom: { Country: 'CA' },
  }),
  shown('CORE', 'SELLER', 20, 2),
  shown('DUNE', 'SELLER', 22, 0),
  shown('DUNE', 'SELLER', 21, 1),
  shown('EDGE', 'SELLER', 23, 2), // 25.00
  shown('BOLT', 'FS', 25.01, 0), // 25.01
];
const markedFor = (seller: string) =>
  newOffers.map((offer) => (offer.SellerId === seller ? { ...offer, ...mine } : offer));

const notes = { SubCondition: 'Good', ConditionNotes: 'Light scratches, "as seen".' };
const usedOffers = [
  shown('GREN', 'SELLER', 9, 0, { SubCondition: 'VeryGood' }), // 9.00
  shown('ACME', 'SELLER', 14, 3, { ...notes, ...wins, ...mine }), // 17.00
];

const catalogue = {
  AttributeSets: [
    {
      ...{ Title: 'Cast iron pan', Brand: 'Ember', Color: 'Black', Size: '10 in', ProductGroup: 'Kitchen' },
      ListPrice: usd(29.99),
      ItemDimensions: {
        Length: { Units: 'inches', Value: 12 },
        Width: { Units: 'inches', Value: 10.5 },
        Height: { Units: 'inches', Value: 2.25 },
        Weight: { Units: 'pounds', Value: 6.125 },
      },
    },
  ],
  Relationships: [{ type: 'VARIATION', parentStoreItemId: 'PANS', childStoreItemIds: [] }],
  SalesRankings: ranks,
};
const pricingFor = (seller: string) => ({
  CompetitivePrices: [
    competitive('1', 'ACME', price(22, 22, 0), { subcondition: 'New', belongsToRequester: seller === 'ACME' }),
    competitive('2', 'ACME', price(17, 14, 3), { subcondition: 'Good', belongsToRequester: seller === 'ACME' }),
  ],
  NumberOfOfferListings: listings(['New', 10], ['Used', 2], ['Any', 12]),
  TradeInValue: usd(4.25),
});

// ACME's own three: the one out of stock is still its offer. A regular price is shown, else the listing price is it.
const soldOut = { RegularPrice: usd(12), businessPrice: usd(11) };
const acmesRest = [
  own('pan-acme-used', 'SELLER', price(17, 14, 3), {
    ...{ ItemCondition: 'Used', ItemSubCondition: 'Good', RegularPrice: usd(14) },
  }),
  own('pan-acme', 'FS', price(22, 22, 0), { RegularPrice: usd(24) }),
];
const acmesOffers = [own('pan-acme-out', 'FS', price(12, 12, 0), soldOut), ...acmesRest];

withEnginesInTorture('pricing worked by hand: an item for consumers', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply(workedMarket(), { boards: 'now' });
  });
  after(() => pricing.close());

  const STORE = { MarketplaceId: 'STORE_US' };
  const listing = async (seller: string, sku: string, ItemCondition: string, more = {}) =>
    payloadOf(await pricing.get(seller, `/listings/${sku}/offers`, { ...STORE, ItemCondition, ...more }));
  const product = async (seller: string, query: object, path = '/competitivePrice') =>
    payloadOf(await pricing.get(seller, path, { ...STORE, ...query }));

  test('200 gives the New offers in order, by SKU; without business terms the business view is the same', async () => {
    const expected = offersOf('PAN', 'pan-acme', 'New', 'Success', summary, markedFor('ACME'));
    assert.deepEqual(await listing('ACME', 'pan-acme', 'New'), expected);
    assert.deepEqual(await listing('ACME', 'pan-acme', 'New', { CustomerType: 'Business' }), expected);
  });

  test('200 gives the Used offers; the summary covers all conditions', async () => {
    const expected = offersOf('PAN', 'pan-acme', 'Used', 'Success', summary, usedOffers);
    assert.deepEqual(await listing('ACME', 'pan-acme', 'Used'), expected);
  });

  test('200 for a condition that nobody sells is Success without offers, with the same summary', async () => {
    const expected = offersOf('PAN', 'pan-acme', 'Club', 'Success', summary, []);
    assert.deepEqual(await listing('ACME', 'pan-acme', 'Club'), expected);
  });

  test('200 by any own SKU of the item, on sale or not, and by item is the same but for MyOffer', async () => {
    const cores = offersOf('PAN', 'pan-core-off', 'New', 'Success', summary, markedFor('CORE'));
    assert.deepEqual(await listing('CORE', 'pan-core-off', 'New'), cores);
    for (const seller of ['DUNE', 'GREN']) {
      const answer = await pricing.get(seller, '/items/PAN/offers', { ...STORE, ItemCondition: 'New' });
      assert.deepEqual(payloadOf(answer), offersOf('PAN', undefined, 'New', 'Success', summary, markedFor(seller)));
    }
  });

  test('200 gives competitive prices by SKU, with all own active offers on the item', async () => {
    const identifier = { SellerId: 'ACME', SellerSKU: 'pan-acme' };
    const rest = { ...catalogue, CompetitivePricing: pricingFor('ACME'), Offers: acmesOffers };
    const query = { ItemType: 'Sku', Skus: 'pan-acme' };
    assert.deepEqual(await product('ACME', query), [productOf('PAN', identifier, rest)]);
  });

  test('200 for a business shows an own offer at its business price, even when it is not on sale', async () => {
    const b2b = own('pan-acme-out', 'FS', price(11, 11, 0), { ...soldOut, offerType: 'B2B' });
    const identifier = { SellerId: 'ACME', SellerSKU: 'pan-acme' };
    const rest = { ...catalogue, CompetitivePricing: pricingFor('ACME'), Offers: [b2b, ...acmesRest] };
    const query = { ItemType: 'Sku', Skus: 'pan-acme', CustomerType: 'Business' };
    assert.deepEqual(await product('ACME', query), [productOf('PAN', identifier, rest)]);
  });

  test('200 by item has no SKU, and own offers in order, without inactive ones and those without a charge', async () => {
    const ofSeller: Record<string, object[]> = {
      // Both at 22.00 and of the same channel, so ordered by SKU. The one that starts later is active.
      DUNE: [
        own('pan-dune-someday', 'SELLER', price(8, 8, 0), { RegularPrice: usd(8) }),
        own('pan-dune', 'SELLER', price(22, 22, 0), { RegularPrice: usd(22) }),
        own('pan-dune-2', 'SELLER', price(22, 21, 1), { RegularPrice: usd(21) }),
      ],
      EDGE: [own('pan-edge', 'SELLER', price(25, 23, 2), { RegularPrice: usd(23) })],
      CORE: [
        own('pan-core-soon', 'SELLER', price(9, 9, 0), { RegularPrice: usd(9) }),
        own('pan-core', 'SELLER', price(22, 20, 2), { RegularPrice: usd(20) }),
      ],
      NOBODY: [],
    };
    for (const [seller, Offers] of Object.entries(ofSeller)) {
      const rest = { ...catalogue, CompetitivePricing: pricingFor(seller), Offers };
      const answer = await product(seller, { ItemType: 'StoreItemId', storeItemIds: 'PAN' });
      assert.deepEqual(answer, [productOf('PAN', undefined, rest)]);
    }
  });

  test('200 gives all own prices, those of one condition, or those for businesses', async () => {
    const identifier = { SellerId: 'ACME', SellerSKU: 'pan-acme' };
    const b2b = own('pan-acme-out', 'FS', price(11, 11, 0), { ...soldOut, offerType: 'B2B' });
    const table: [query: object, Offers: object[]][] = [
      [{}, acmesOffers],
      [{ ItemCondition: 'Used' }, acmesRest.slice(0, 1)],
      [{ ItemCondition: 'Club' }, []],
      [{ OfferType: 'B2B' }, [b2b]],
      [{ OfferType: 'B2C', CustomerType: 'Business' }, acmesOffers],
    ];
    for (const [query, Offers] of table) {
      const rest = { ...catalogue, CompetitivePricing: pricingFor('ACME'), Offers };
      const answer = await product('ACME', { ItemType: 'Sku', Skus: 'pan-acme', ...query }, '/price');
      assert.deepEqual(answer, [productOf('PAN', identifier, rest)], JSON.stringify(query));
    }
  });
});
