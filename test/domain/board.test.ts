import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import type { MarketOffer } from '../../src/domain/pricing/offers.ts';
import { ITEM, isCurrent, makeBoard, NOW, offered, viewFor, without } from './market.ts';

describe('the status of a board', () => {
  const soon = offered({ sku: 'soon', startTimeMs: NOW + 2 * HOUR_MS });
  const sooner = offered({ sku: 'sooner', startTimeMs: NOW + HOUR_MS, quantity: 0 });
  const uncharged = without(offered({ sku: 'uncharged' }), 'shippingMinor');
  const soldOut = offered({ sku: 'sold out', quantity: 0 });
  const inactive = offered({ sku: 'inactive', active: false });
  const someDay = offered({ sku: 'some day', availability: 'FUTURE_WITHOUT_DATE' });
  const table: [string, MarketOffer[], string, number?][] = [
    ['no offers at all', [], 'NoBuyableOffers'],
    ['only inactive ones', [inactive], 'NoBuyableOffers'],
    ['only sold out and undated ones', [soldOut, someDay], 'NoBuyableOffers'],
    ['one buyable among others', [soon, uncharged, soldOut, offered()], 'Success'],
    ['every active one starts later', [soon, sooner, inactive], 'ActiveButTooSoonForProcessing', NOW + HOUR_MS],
    ['one starts later, another is sold out', [soon, soldOut], 'NoBuyableOffers'],
    ['nothing but the charge is missing', [uncharged], 'NoOfferDueToMissingShippingCharge'],
    ['one misses the charge, none else is left', [uncharged, soldOut, soon], 'NoOfferDueToMissingShippingCharge'],
    ['the one without charge is sold out too', [without(soldOut, 'shippingMinor')], 'NoBuyableOffers'],
  ];
  for (const [name, offers, status, availableTime] of table) {
    it(`${name}: ${status}`, () => {
      const { consumer } = makeBoard(ITEM, offers, NOW);
      assert.equal(consumer.status, status);
      assert.equal(consumer.offersAvailableTimeMs, availableTime);
    });
  }
});

describe('a board', () => {
  const offers = [
    offered({ sellerId: 'CHEAP', listingPriceMinor: 1000, seller: { featuredMerchant: false } }),
    offered({ sellerId: 'WINNER', listingPriceMinor: 1500, shippingMinor: 400, channel: 'FS' }),
    offered({ sellerId: 'EQUAL', listingPriceMinor: 1900 }),
    offered({ sellerId: 'DEAR', listingPriceMinor: 9900 }),
    offered({ sellerId: 'OLD', condition: 'Used', subCondition: 'Good', listingPriceMinor: 700 }),
    offered({ sellerId: 'GONE', listingPriceMinor: 100, quantity: 0 }),
  ];

  it('counts and prices buyable offers, and names the winner', () => {
    const { shelves, ...consumer } = makeBoard(ITEM, offers, NOW).consumer;
    assert.deepEqual(consumer, {
      status: 'Success',
      total: 5,
      counts: [
        { condition: 'New', channel: 'FS', count: 1 },
        { condition: 'New', channel: 'SELLER', count: 3 },
        { condition: 'Used', channel: 'SELLER', count: 1 },
      ],
      eligibleCounts: [
        { condition: 'New', channel: 'FS', count: 1 },
        { condition: 'New', channel: 'SELLER', count: 1 },
        { condition: 'Used', channel: 'SELLER', count: 1 },
      ],
      listings: [
        { condition: 'New', count: 4 },
        { condition: 'Used', count: 1 },
        { condition: 'Any', count: 5 },
      ],
      lowestPrices: [
        { condition: 'New', channel: 'FS', offerType: 'B2C', listingMinor: 1500, shippingMinor: 400 },
        { condition: 'New', channel: 'SELLER', offerType: 'B2C', listingMinor: 1000, shippingMinor: 0 },
        { condition: 'Used', channel: 'SELLER', offerType: 'B2C', listingMinor: 700, shippingMinor: 0 },
      ],
      buyBox: [
        {
          condition: 'New',
          subCondition: 'New',
          channel: 'FS',
          offerType: 'B2C',
          listingMinor: 1500,
          shippingMinor: 400,
          sellerId: 'WINNER',
          sku: 'SKU1',
        },
        {
          condition: 'Used',
          subCondition: 'Good',
          channel: 'SELLER',
          offerType: 'B2C',
          listingMinor: 700,
          shippingMinor: 0,
          sellerId: 'OLD',
          sku: 'SKU1',
        },
      ],
      suggestedLowerPriceMinor: 1900,
    });
    assert.deepEqual(
      shelves.New?.map((one) => [one.sellerId, one.isBuyBoxWinner]),
      [
        ['CHEAP', undefined],
        ['WINNER', true],
        ['EQUAL', undefined],
        ['DEAR', undefined],
      ],
    );
    assert.deepEqual(Object.keys(shelves), ['New', 'Used']);
  });

  it('shows every public field of an offer, and no SKU', () => {
    const full = offered({
      businessPriceMinor: 1800,
      quantityDiscounts: [{ quantity: 10, priceMinor: 1700 }],
      handling: { minimumHours: 24, maximumHours: 48 },
      availability: 'FUTURE_WITH_DATE',
      availableDateMs: NOW + HOUR_MS,
      shipsFrom: { state: 'WA', country: 'US' },
      conditionNotes: 'Sealed',
      points: 10,
      regularPriceMinor: 2500,
      prime: { isPrime: true, isNationalPrime: false },
    });
    const seen = {
      sellerId: 'S1',
      offerType: 'B2C',
      subCondition: 'New',
      channel: 'SELLER',
      listingMinor: 2000,
      shippingMinor: 0,
      feedbackRating: 95,
      feedbackCount: 500,
      featuredMerchant: true,
      isBuyBoxWinner: true,
      availableDateMs: NOW + HOUR_MS,
      handling: { minimumHours: 24, maximumHours: 48 },
      shipsFrom: { state: 'WA', country: 'US' },
      prime: { isPrime: true, isNationalPrime: false },
      conditionNotes: 'Sealed',
    };
    const board = makeBoard(ITEM, [full], NOW);
    assert.deepEqual(board.consumer.shelves.New, [seen]);
    assert.deepEqual(board.business?.shelves.New, [
      { ...seen, offerType: 'B2B', listingMinor: 1800, quantityDiscounts: [{ quantity: 10, priceMinor: 1700 }] },
    ]);
    const later = makeBoard(ITEM, [full], NOW + HOUR_MS).consumer.shelves.New?.[0];
    assert.equal(later?.availableDateMs, undefined, 'a date that has passed means NOW');
  });

  it('has a business view only when a buyable offer has business terms', () => {
    const sold = offered({ quantity: 0, businessPriceMinor: 100 });
    assert.equal(makeBoard(ITEM, [...offers, sold], NOW).business, undefined);
    assert.equal(viewFor(makeBoard(ITEM, offers, NOW), 'Business').total, 5);
    const tiered = offered({ sku: 't', quantityDiscounts: [{ quantity: 5, priceMinor: 1 }] });
    const board = makeBoard(ITEM, [...offers, tiered], NOW);
    assert.equal(viewFor(board, 'Business'), board.business);
    assert.equal(viewFor(board, 'Consumer'), board.consumer);
  });

  it('has a winner for each offer type that a business sees, with the quantity prices of the winner', () => {
    const board = makeBoard(
      ITEM,
      [
        offered({ sellerId: 'C' }),
        offered({ sellerId: 'C2', listingPriceMinor: 2001 }),
        offered({ sellerId: 'B', businessPriceMinor: 2100, quantityDiscounts: [{ quantity: 10, priceMinor: 1900 }] }),
        offered({ sellerId: 'B2', businessPriceMinor: 2200, quantityDiscounts: [{ quantity: 10, priceMinor: 1000 }] }),
      ],
      NOW,
    );
    assert.deepEqual(
      board.business?.buyBox.map((one) => [one.offerType, one.quantityTier, one.listingMinor, one.sellerId]),
      [
        ['B2C', undefined, 2000, 'C'],
        ['B2B', undefined, 2100, 'B'],
        ['B2B', 10, 1900, 'B'],
      ],
    );
    assert.deepEqual(
      board.business?.shelves.New?.map((one) => [one.sellerId, one.isBuyBoxWinner ?? false]),
      [
        ['C', true],
        ['C2', false],
        ['B', true],
        ['B2', false],
      ],
    );
  });

  it('has a quantity tier only where the lowest price falls', () => {
    const tiers = (sellerId: string, shippingMinor: number, ...discounts: [number, number][]) =>
      offered({
        sellerId,
        shippingMinor,
        businessPriceMinor: 2000,
        quantityDiscounts: discounts.map(([quantity, priceMinor]) => ({ quantity, priceMinor })),
      });
    const board = makeBoard(
      ITEM,
      [
        tiers('A', 0, [10, 900], [50, 800]),
        tiers('B', 0, [20, 950], [30, 850]),
        tiers('C', 100, [10, 790], [40, 740]),
        tiers('E', 300, [10, 700], [60, 500]),
        offered({ sellerId: 'D', listingPriceMinor: 500 }),
      ],
      NOW,
    );
    assert.deepEqual(
      board.business?.lowestPrices.map((one) => [one.offerType, one.quantityTier, one.listingMinor, one.shippingMinor]),
      [
        ['B2C', undefined, 500, 0],
        ['B2B', undefined, 2000, 0],
        ['B2B', 10, 790, 100],
        ['B2B', 30, 850, 0],
        ['B2B', 40, 740, 100],
        ['B2B', 50, 800, 0],
      ],
    );
    assert.ok(board.consumer.lowestPrices.every((one) => one.quantityTier === undefined));
  });

  it('lists only quantity prices below the price of one unit', () => {
    const dear = offered({
      sellerId: 'A',
      businessPriceMinor: 800,
      quantityDiscounts: [
        { quantity: 10, priceMinor: 900 },
        { quantity: 20, priceMinor: 700 },
      ],
    });
    const cheap = offered({ sellerId: 'B', businessPriceMinor: 500 });
    const tiersOf = (list: readonly { quantityTier?: number; listingMinor: number }[] = []) =>
      list.map(({ quantityTier, listingMinor }) => [quantityTier, listingMinor]);
    const alone = makeBoard(ITEM, [dear], NOW).business;
    const stair = [
      [undefined, 800],
      [20, 700],
    ];
    assert.deepEqual(tiersOf(alone?.lowestPrices), stair);
    assert.deepEqual(tiersOf(alone?.buyBox), stair);
    assert.deepEqual(alone?.shelves.New?.[0]?.quantityDiscounts, [{ quantity: 20, priceMinor: 700 }]);
    const both = makeBoard(ITEM, [dear, cheap], NOW).business;
    assert.deepEqual(tiersOf(both?.lowestPrices), [[undefined, 500]]);
  });

  it('shows the best twenty of a condition and counts all', () => {
    const many = Array.from({ length: 25 }, (_, at) => offered({ sku: `${at}`, listingPriceMinor: 1000 + at }));
    const { consumer } = makeBoard(ITEM, many.reverse(), NOW);
    assert.equal(consumer.total, 25);
    assert.deepEqual(
      consumer.shelves.New?.map((one) => one.listingMinor),
      Array.from({ length: 20 }, (_, at) => 1000 + at),
    );
  });

  it('can have a winner that is not among the twenty shown', () => {
    const lowRated = Array.from({ length: 20 }, (_, at) => offered({ sku: `${at}`, seller: { feedbackRating: 0 } }));
    const winner = offered({ sellerId: 'W', listingPriceMinor: 2500 });
    const { consumer } = makeBoard(ITEM, [winner, ...lowRated], NOW);
    assert.equal(consumer.buyBox[0]?.sellerId, 'W');
    assert.equal(consumer.suggestedLowerPriceMinor, 2500);
    assert.ok(consumer.shelves.New?.every((one) => one.isBuyBoxWinner === undefined));
  });

  it('is valid until before `validUntil`, also for a clock that is at most a day behind `validFrom`', () => {
    const board = makeBoard(
      ITEM,
      [offered({ startTimeMs: NOW }), offered({ sku: 'b', startTimeMs: NOW + HOUR_MS })],
      NOW,
    );
    assert.deepEqual([board.validFrom, board.validUntil], [NOW, NOW + HOUR_MS]);
    assert.ok(isCurrent(board, NOW) && isCurrent(board, NOW + HOUR_MS - 1));
    assert.ok(!isCurrent(board, NOW + HOUR_MS));
    assert.ok(isCurrent(board, NOW - 1) && isCurrent(board, NOW - DAY_MS) && !isCurrent(board, NOW - DAY_MS - 1));
    const timeless = makeBoard(ITEM, offers, NOW);
    assert.deepEqual([timeless.validFrom, timeless.validUntil], [null, null]);
    assert.ok(isCurrent(timeless, 0));
  });
});
