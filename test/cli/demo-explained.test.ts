import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { demoRecords } from '../../src/cli/demo/records.ts';
import type { Item } from '../../src/domain/market/item.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { GATES, gateNames } from '../../src/domain/pricing/gates.ts';
import { judge } from '../../src/domain/pricing/judgement.ts';
import type { CustomerType } from '../../src/domain/vocabulary.ts';
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

  it('show what the README says of them', () => {
    const gateOf = /the gate `(\w+)`/;
    for (const { sku, shows } of demoListings) {
      const offer = listings.find((one) => one.sku === sku) as Offer;
      const gate = gateOf.exec(shows)?.[1];
      assert.deepEqual(failingOf(offer), gate === undefined ? [] : [gate], sku);
    }
  });

  it('22 has no rival, but a threshold', () => {
    assert.deepEqual(market.on(22), [market.mine(22)]);
    assert.ok(market.item(22).competitivePriceThresholdMinor !== undefined);
  });

  it('23 ships for more than the price of the winner', () => {
    const [winner] = market.view(23).buyBox;
    assert.ok((winner?.listingMinor ?? 0) + (winner?.shippingMinor ?? 0) < (market.mine(23).shippingMinor ?? 0));
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
