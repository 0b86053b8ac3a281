// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  buyBox,
  competitive,
  count,
  discount,
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

/** LAMP of `worked-market.ts`: all conditions, no threshold, business prices and quantity discounts. */

const counts = {
  TotalOfferCount: 12,
  NumberOfOffers: [
    count('New', 'FS', 2), // HUSH, DUNE
    count('New', 'SELLER', 3), // ACME, BOLT, EDGE
    count('Used', 'SELLER', 2),
    count('Collectible', 'FS', 2),
    count('Refurbished', 'SELLER', 2),
    count('Club', 'SELLER', 1),
  ],
  SalesRankings: [],
  // HUSH is not featured, and FAIL, the only one with a Club offer, has 79.9 %.
  BuyBoxEligibleOffers: [
    count('New', 'FS', 1),
    count('New', 'SELLER', 3),
    count('Used', 'SELLER', 2),
    count('Collectible', 'FS', 2),
    count('Refurbished', 'SELLER', 2),
  ],
};

/** Conditions without business prices are the same for consumers and businesses. */
const otherLowest = [
  lowest('Collectible', 'FS', 'B2C', price(99.99, 99.99, 0)),
  // Both are 40.00; lamp-ref-B comes before lamp-ref-a: texts compare by code point.
  lowest('Refurbished', 'SELLER', 'B2C', price(40, 35, 5)),
  lowest('Club', 'SELLER', 'B2C', price(5, 5, 0)),
];
const otherBoxes = [
  buyBox('Collectible', 'B2C', 'CORE', price(99.99, 99.99, 0)), // as good as DUNE in all else, and named before it
  buyBox('Refurbished', 'B2C', 'DUNE', price(40, 35, 5)),
];

const consumerSummary = {
  ...counts,
  LowestPrices: [
    lowest('New', 'FS', 'B2C', price(31, 31, 0)), // HUSH
    lowest('New', 'SELLER', 'B2C', price(30, 29, 1)), // ACME before BOLT, also 30.00: 98 % against 95.5 %
    lowest('Used', 'SELLER', 'B2C', price(15, 12, 3)), // BOLT before CORE, also 15.00: 400 ratings against 250
    ...otherLowest,
  ],
  BuyBoxPrices: [
    buyBox('New', 'B2C', 'ACME', price(30, 29, 1)),
    buyBox('Used', 'B2C', 'BOLT', price(15, 12, 3)),
    ...otherBoxes,
  ],
  SuggestedLowerPricePlusShipping: usd(30),
};

const businessSummary = {
  ...counts,
  LowestPrices: [
    lowest('New', 'FS', 'B2C', price(32, 32, 0)), // DUNE
    lowest('New', 'FS', 'B2B', price(20, 20, 0)), // HUSH, and its discount from 2 on
    lowest('New', 'FS', 'B2B', { ...tier(2), ...price(19, 19, 0) }),
    lowest('New', 'SELLER', 'B2C', price(30, 30, 0)), // BOLT: no business price, but a discount
    lowest('New', 'SELLER', 'B2C', { ...tier(10), ...price(28, 28, 0) }),
    // EDGE 26.50 + 1.00 before ACME 27.00 + 1.00. From 3 on EDGE asks 26.00 + 1.00; ACME's price from 5 on is the same
    // 27.00, so no step; from 10 on EDGE's 24.50 + 1.00 is below ACME's 25.00 + 1.00.
    lowest('New', 'SELLER', 'B2B', price(27.5, 26.5, 1)),
    lowest('New', 'SELLER', 'B2B', { ...tier(3), ...price(27, 26, 1) }),
    lowest('New', 'SELLER', 'B2B', { ...tier(10), ...price(25.5, 24.5, 1) }),
    lowest('Used', 'SELLER', 'B2C', price(15, 12, 3)), // BOLT
    lowest('Used', 'SELLER', 'B2B', price(13, 11, 2)), // CORE
    ...otherLowest,
  ],
  BuyBoxPrices: [
    // A winner for each offer type. B2C: BOLT 30.00 before DUNE 32.00. B2B: EDGE 27.50 before ACME 28.00; HUSH's 20.00
    // is not eligible. Behind each winner its own discounts.
    buyBox('New', 'B2C', 'BOLT', price(30, 30, 0)),
    buyBox('New', 'B2C', 'BOLT', { ...tier(10), ...price(28, 28, 0) }),
    buyBox('New', 'B2B', 'EDGE', price(27.5, 26.5, 1)),
    buyBox('New', 'B2B', 'EDGE', { ...tier(3), ...price(27, 26, 1) }),
    buyBox('New', 'B2B', 'EDGE', { ...tier(10), ...price(25.5, 24.5, 1) }),
    buyBox('Used', 'B2C', 'BOLT', price(15, 12, 3)),
    buyBox('Used', 'B2B', 'CORE', price(13, 11, 2)),
    ...otherBoxes,
  ],
  SuggestedLowerPricePlusShipping: usd(27.5),
};

const b2b = { offerType: 'B2B' };
const discounts = (...quantityDiscountPrices: object[]) => ({ quantityDiscountPrices });
const acmesDiscounts = discounts(discount(5, 26), discount(10, 25));
const edgesDiscounts = discounts(discount(3, 26), discount(10, 24.5));

/** The offers as ACME sees them. */
const collectible = [
  shown('CORE', 'FS', 99.99, 0, { SubCondition: 'Mint', ...wins }),
  shown('DUNE', 'FS', 99.99, 0, { SubCondition: 'VeryGood' }),
];
const refurbished = [
  shown('DUNE', 'SELLER', 35, 5, { SubCondition: 'RefurbishedWarranty', ...wins }),
  shown('DUNE', 'SELLER', 40, 0, { SubCondition: 'Refurbished' }),
];
const club = [shown('FAIL', 'SELLER', 5, 0, { SubCondition: 'Club' })];
const consumerOffers: Record<string, object[]> = {
  New: [
    shown('ACME', 'SELLER', 29, 1, { ...wins, ...mine }), // 30.00, 98 %
    shown('BOLT', 'SELLER', 30, 0, { SubCondition: 'OEM' }), // 30.00, 95.5 %
    shown('HUSH', 'FS', 31, 0),
    shown('DUNE', 'FS', 32, 0),
    shown('EDGE', 'SELLER', 33, 1), // 34.00
  ],
  Used: [
    shown('BOLT', 'SELLER', 12, 3, { SubCondition: 'Good', ...wins }),
    shown('CORE', 'SELLER', 13, 2, { SubCondition: 'Acceptable' }),
  ],
  Collectible: collectible,
  Refurbished: refurbished,
  Club: club,
};
const businessOffers: Record<string, object[]> = {
  New: [
    shown('HUSH', 'FS', 20, 0, { ...b2b, ...discounts(discount(2, 19)) }), // 20.00
    shown('EDGE', 'SELLER', 26.5, 1, { ...b2b, ...edgesDiscounts, ...wins }), // 27.50
    shown('ACME', 'SELLER', 27, 1, { ...b2b, ...acmesDiscounts, ...mine }), // 28.00
    shown('BOLT', 'SELLER', 30, 0, { SubCondition: 'OEM', ...discounts(discount(10, 28)), ...wins }), // 30.00
    shown('DUNE', 'FS', 32, 0), // 32.00
  ],
  Used: [
    shown('CORE', 'SELLER', 11, 2, { ...b2b, SubCondition: 'Acceptable', ...wins }), // 13.00
    shown('BOLT', 'SELLER', 12, 3, { SubCondition: 'Good', ...wins }), // 15.00
  ],
  Collectible: collectible,
  Refurbished: refurbished,
  Club: club,
};

const catalogue = { AttributeSets: [{ Title: 'Lamp' }], Relationships: [], SalesRankings: [] };
const others = listings(['Collectible', 2], ['Refurbished', 2], ['Club', 1]);
const NumberOfOfferListings = [...listings(['New', 5], ['Used', 2]), ...others, ...listings(['Any', 12])];
const isNew = { subcondition: 'New', ...b2b };

withEnginesInTorture('pricing worked by hand: all conditions, for consumers and businesses', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply(workedMarket(), { boards: 'now' });
  });
  after(() => pricing.close());

  const STORE = { MarketplaceId: 'STORE_US' };
  const views: [customer: string, summary: object, offers: Record<string, object[]>][] = [
    ['Consumer', consumerSummary, consumerOffers],
    ['Business', businessSummary, businessOffers],
  ];
  for (const [CustomerType, summary, offers] of views) {
    for (const [ItemCondition, ofCondition] of Object.entries(offers)) {
      test(`200 ${ItemCondition} offers as a ${CustomerType} sees them`, async () => {
        const answer = await pricing.get('ACME', '/listings/lamp-acme/offers', {
          ...STORE,
          ItemCondition,
          CustomerType,
        });
        const expected = offersOf('LAMP', 'lamp-acme', ItemCondition, 'Success', summary, ofCondition);
        assert.deepEqual(payloadOf(answer), expected);
      });
    }
  }

  const competitiveFor = async (seller: string, sku: string, CustomerType: string) =>
    payloadOf(await pricing.get(seller, '/competitivePrice', { ...STORE, ItemType: 'Sku', Skus: sku, CustomerType }));

  test('200 gives competitive prices as a Consumer sees them, with all own quantity discounts', async () => {
    const CompetitivePricing = {
      CompetitivePrices: [
        competitive('1', 'ACME', price(30, 29, 1), { subcondition: 'New', belongsToRequester: true }),
        competitive('2', 'BOLT', price(15, 12, 3), { subcondition: 'Good' }),
      ],
      NumberOfOfferListings,
    };
    const terms = { RegularPrice: usd(29), businessPrice: usd(27), ...acmesDiscounts };
    const Offers = [own('lamp-acme', 'SELLER', price(30, 29, 1), terms)];
    const asked = { SellerId: 'ACME', SellerSKU: 'lamp-acme' };
    assert.deepEqual(await competitiveFor('ACME', 'lamp-acme', 'Consumer'), [
      productOf('LAMP', asked, { ...catalogue, CompetitivePricing, Offers }),
    ]);
  });

  test('200 gives competitive prices as a Business sees them: both offer types, with the tiers of the winners', async () => {
    const bolts = { subcondition: 'OEM', belongsToRequester: true };
    const CompetitivePricing = {
      CompetitivePrices: [
        competitive('1', 'BOLT', price(30, 30, 0), bolts),
        competitive('1', 'BOLT', price(28, 28, 0), { ...bolts, ...tier(10) }),
        competitive('1', 'EDGE', price(27.5, 26.5, 1), isNew),
        competitive('1', 'EDGE', price(27, 26, 1), { ...isNew, ...tier(3) }),
        competitive('1', 'EDGE', price(25.5, 24.5, 1), { ...isNew, ...tier(10) }),
        competitive('2', 'BOLT', price(15, 12, 3), { subcondition: 'Good', belongsToRequester: true }),
        competitive('2', 'CORE', price(13, 11, 2), { ...b2b, subcondition: 'Acceptable' }),
      ],
      NumberOfOfferListings,
    };
    // BOLT has no business price: both are B2C, the used one at 15.00 before the new one at 30.00.
    const Offers = [
      own('lamp-bolt-used', 'SELLER', price(15, 12, 3), {
        ...{ ItemCondition: 'Used', ItemSubCondition: 'Good', RegularPrice: usd(12) },
      }),
      own('lamp-bolt', 'SELLER', price(30, 30, 0), {
        ...{ ItemSubCondition: 'OEM', RegularPrice: usd(30), ...discounts(discount(10, 28)) },
      }),
    ];
    const asked = { SellerId: 'BOLT', SellerSKU: 'lamp-bolt' };
    assert.deepEqual(await competitiveFor('BOLT', 'lamp-bolt', 'Business'), [
      productOf('LAMP', asked, { ...catalogue, CompetitivePricing, Offers }),
    ]);
  });

  test('200 gives own prices by offer type, for every customer type', async () => {
    const terms = { RegularPrice: usd(33), businessPrice: usd(26.5), ...edgesDiscounts };
    const table: [query: object, Offers: object[]][] = [
      [{ OfferType: 'B2B' }, [own('lamp-edge', 'SELLER', price(27.5, 26.5, 1), { ...terms, ...b2b })]],
      [{ OfferType: 'B2C', CustomerType: 'Business' }, [own('lamp-edge', 'SELLER', price(34, 33, 1), terms)]],
      [{ CustomerType: 'Business' }, [own('lamp-edge', 'SELLER', price(27.5, 26.5, 1), { ...terms, ...b2b })]],
      [{}, [own('lamp-edge', 'SELLER', price(34, 33, 1), terms)]],
    ];
    for (const [query, expected] of table) {
      const answer = await pricing.get('EDGE', '/price', {
        ...STORE,
        ItemType: 'StoreItemId',
        storeItemIds: 'LAMP',
        ...query,
      });
      const [{ Product }] = payloadOf(answer);
      assert.deepEqual(Product.Offers, expected, JSON.stringify(query));
    }
  });
});
