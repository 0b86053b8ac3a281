import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { demoRecords } from '../../src/cli/demo/records.ts';
import type { Item } from '../../src/domain/market/item.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { expectedPrice } from '../../src/domain/pricing/expected-price.ts';
import { GATES, gateNames } from '../../src/domain/pricing/gates.ts';
import { judge } from '../../src/domain/pricing/judgement.ts';
import type { CustomerType, OfferType } from '../../src/domain/vocabulary.ts';
import { demoListings } from './demo-listings.ts';
import { DemoMarket, ME, NEWCOMER, NOW } from './demo-market.ts';

describe('the listings for explanations', () => {
  const market = new DemoMarket(demoRecords(NOW));
  const listings = market.offers.filter(
    ({ sellerId, marketplaceId }) => [ME, NEWCOMER].includes(sellerId) && marketplaceId === 'STORE_US',
  );
  const failingOf = (offer: Offer) => {
    const item = market.items.get(`STORE_US ${offer.itemId}`) as Item;
    return gateNames(judge(market.withSeller(offer), item, NOW).failing);
  };
  const expected = (sku: string, customer: CustomerType, offerType: OfferType) => {
    const offer = listings.find((one) => one.sku === sku) as Offer;
    const n = Number(offer.itemId.slice(4));
    const { decision } = market.board(n);
    const listing = { ...market.withSeller(offer), item: market.item(n), decision };
    return expectedPrice(listing, { condition: offer.condition, customer, offerType }, NOW);
  };
  const view = (n: number, customer: CustomerType) =>
    market.view(n, customer).buyBox.map(({ sellerId, offerType, listingMinor }) => [sellerId, offerType, listingMinor]);

  it('show every gate of the buy box rule failing, those about the offer one at a time', () => {
    const failing = listings.map(failingOf).filter((gates) => gates.length > 0);
    assert.deepEqual(new Set(failing.flat()), new Set(GATES));
    const alone = new Set(failing.filter(({ length }) => length === 1).flat());
    const aboutSeller = ['featuredMerchant', 'feedbackRating', 'feedbackCount'];
    assert.deepEqual(
      GATES.filter((gate) => !alone.has(gate)),
      aboutSeller,
    );
    assert.deepEqual(
      failing.filter(({ length }) => length > 1),
      [aboutSeller],
    );
  });

  it('show what docs/demo.md says of them', () => {
    const gateOf = /the gate `(\w+)`/;
    for (const { sku, shows } of demoListings) {
      const offer = listings.find((one) => one.sku === sku) as Offer;
      const gate = gateOf.exec(shows)?.[1];
      assert.deepEqual(failingOf(offer), gate === undefined ? [] : [gate], sku);
    }
  });

  it('show every result of the expected price, VALID_FOEP with and without a rival', () => {
    const results: Record<string, [string, ...unknown[]]> = {
      'DEMO-SKU-1': ['VALID_FOEP', 2398, 'A7BRIGHTHARBOR', ME],
      'DEMO-SKU-15': ['NO_COMPETING_OFFER', undefined, undefined, ME],
      'DEMO-SKU-20': ['VALID_FOEP', 1599, 'A19SUNFLOWER', 'A19SUNFLOWER'],
      'DEMO-SKU-22': ['VALID_FOEP', 6500, undefined, ME],
      'DEMO-SKU-23': ['NO_WINNING_PRICE', undefined, 'A14SIERRATOOLS', 'A14SIERRATOOLS'],
      'DEMO-SKU-24': ['OFFER_NOT_ELIGIBLE', undefined, 'A13LAKESIDE', 'A13LAKESIDE'],
      'DEMO-SKU-27': ['VALID_FOEP', 7249, ME, ME],
      'DEMO-SKU-27-FS': ['VALID_FOEP', 7400, ME, ME],
      'NEW-SKU-28': ['OFFER_NOT_ELIGIBLE', undefined, 'A20BLUEDOOR', 'A20BLUEDOOR'],
    };
    for (const [sku, result] of Object.entries(results)) {
      const { status, listingMinor, competing, current } = expected(sku, 'Consumer', 'B2C');
      assert.deepEqual([status, listingMinor, competing?.sellerId, current?.sellerId], result, sku);
    }
    const statuses = listings.map(({ sku }) => expected(sku, 'Consumer', 'B2C').status);
    assert.deepEqual(new Set(statuses), new Set(Object.values(results).map(([status]) => status)));
    for (const { sku, shows } of demoListings) {
      const status = /[A-Z]+_[A-Z_]+/.exec(shows.replace(/STORE_CA/, ''))?.[0];
      if (status) assert.equal(expected(sku, 'Consumer', 'B2C').status, status, sku);
    }
  });

  it('show every result of a business box', () => {
    const result = (sku: string, offerType: OfferType) => {
      const { status, listingMinor, reasons } = expected(sku, 'Business', offerType);
      return [status, listingMinor ?? reasons];
    };
    assert.deepEqual(result('DEMO-SKU-9', 'B2B'), ['VALID_FOEP', 64_000]);
    assert.deepEqual(result('DEMO-SKU-9', 'B2C'), ['OFFER_NOT_ELIGIBLE', ['hasBusinessPrice']]);
    assert.deepEqual(result('DEMO-SKU-26', 'B2B'), ['OFFER_NOT_ELIGIBLE', ['noBusinessPrice']]);
    assert.deepEqual(result('DEMO-SKU-26', 'B2C'), ['VALID_FOEP', 3500]);
  });

  it('24 and 25 leave the buy box to a rival', () => {
    assert.deepEqual(view(24, 'Consumer'), [['A13LAKESIDE', 'B2C', 9200]]);
    assert.deepEqual(view(25, 'Consumer'), [['A25SEABRIGHT', 'B2C', 5500]]);
  });

  it('9 and 26 stand in a business box without their rivals', () => {
    const refurbished = market.view(9, 'Business').buyBox.filter(({ condition }) => condition === 'Refurbished');
    assert.deepEqual(
      refurbished
        .filter((one) => one.quantityTier === undefined)
        .map(({ sellerId, offerType }) => [sellerId, offerType]),
      [
        ['A11RENEWLAB', 'B2C'],
        [ME, 'B2B'],
      ],
    );
    assert.deepEqual(view(26, 'Consumer'), [['A14SIERRATOOLS', 'B2C', 2990]]);
    assert.deepEqual(
      new Map(view(26, 'Business').map(([seller, type]) => [type, seller])),
      new Map([
        ['B2B', 'A14SIERRATOOLS'],
        ['B2C', ME],
      ]),
    );
  });

  it('27 are two SKUs of one seller, which hold and follow', () => {
    const [box] = market.board(27).decision.boxes;
    assert.deepEqual([box?.holder.sku, box?.runnerUp?.sku], ['DEMO-SKU-27-FS', 'DEMO-SKU-27']);
  });

  it('28 has the lowest price and not the buy box', () => {
    const [lowest] = market.view(28).shelves.New ?? [];
    assert.equal(lowest?.sellerId, NEWCOMER);
    assert.deepEqual(view(28, 'Consumer'), [['A20BLUEDOOR', 'B2C', 1999]]);
  });
});
