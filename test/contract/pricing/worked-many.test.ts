// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MarketRecord } from '../../../src/domain/market/records/market-record.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { offered } from '../../domain/market.ts';
import { buyBox, count, lowest, mine, offersOf, price, shown, usd, wins } from './expected-answers.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

/** BARE of `worked-market.ts` with 23 offers on sale: 22 of FAIL, who cannot win, at 1.01 to 1.22, and one of ACME. */

const more = (sellerId: string, sku: string, listingPriceMinor: number): MarketRecord => {
  const { offer } = offered({ itemId: 'BARE', sellerId, sku, listingPriceMinor });
  return { kind: 'offer', op: 'upsert', value: offer };
};
const cents = Array.from({ length: 22 }, (_, at) => at + 1);

withEnginesInTorture('pricing worked by hand: more offers than are shown', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply(workedMarket(), { boards: 'now' });
    // The most expensive first: the shelf must not depend on the order of arrival.
    const fails = cents.map((cent) => more('FAIL', `many-${cent}`, 100 + cent)).reverse();
    await pricing.market.writer.apply(fails, { boards: 'now' });
  });
  after(() => pricing.close());

  const summary = (acmes: number) => ({
    TotalOfferCount: 23,
    NumberOfOffers: [count('New', 'SELLER', 23)],
    LowestPrices: [lowest('New', 'SELLER', 'B2C', price(1.01, 1.01, 0))],
    BuyBoxPrices: [buyBox('New', 'B2C', 'ACME', price(acmes, acmes, 0))],
    SuggestedLowerPricePlusShipping: usd(acmes),
    SalesRankings: [],
    BuyBoxEligibleOffers: [count('New', 'SELLER', 1)],
  });
  const fail = (cent: number) => shown('FAIL', 'SELLER', Number(`1.${String(cent).padStart(2, '0')}`), 0);
  const asked = { MarketplaceId: 'STORE_US', ItemCondition: 'New' };

  test('200 shows the 20 lowest offers, counts all, and has a winner beyond them in BuyBoxPrices', async () => {
    await pricing.market.writer.apply([more('ACME', 'many-acme', 300)], { boards: 'now' });
    const shelf = cents.slice(0, 20).map(fail); // 1.01 to 1.20
    const expected = offersOf('BARE', 'many-acme', 'New', 'Success', summary(3), shelf);
    assert.deepEqual(payloadOf(await pricing.get('ACME', '/listings/many-acme/offers', asked)), expected);
  });

  test('200 shows the winner last when it becomes the twentieth', async () => {
    // The same price as the twentieth, from a better seller.
    await pricing.market.writer.apply([more('ACME', 'many-acme', 120)], { boards: 'now' });
    const shelf = [...cents.slice(0, 19).map(fail), shown('ACME', 'SELLER', 1.2, 0, { ...mine, ...wins })];
    const expected = offersOf('BARE', 'many-acme', 'New', 'Success', summary(1.2), shelf);
    assert.deepEqual(payloadOf(await pricing.get('ACME', '/listings/many-acme/offers', asked)), expected);
  });

  test('200 of more than 100 own offers the caller gets the 100 best, also of a condition', async () => {
    const dear = Array.from({ length: 101 }, (_, at) => more('GREN', `own-${at + 100}`, 5_000 + at));
    const best = [more('GREN', 'own-best', 700)];
    const { offer: value } = offered({
      ...{ itemId: 'BARE', sellerId: 'GREN', sku: 'own-used', listingPriceMinor: 9_000 },
      ...{ condition: 'Used', subCondition: 'Good' },
    });
    await pricing.market.writer.apply([...dear, ...best, { kind: 'offer', op: 'upsert', value }], { boards: 'now' });
    const own = async (path: string, query: object) => {
      const asBare = { MarketplaceId: 'STORE_US', ItemType: 'StoreItemId', storeItemIds: 'BARE', ...query };
      const [{ Product }] = payloadOf(await pricing.get('GREN', path, asBare));
      return Product.Offers.map(({ SellerSKU }: { SellerSKU: string }) => SellerSKU);
    };
    const expected = ['own-best', ...Array.from({ length: 99 }, (_, at) => `own-${at + 100}`)];
    assert.deepEqual(await own('/competitivePrice', {}), expected);
    assert.deepEqual(await own('/competitivePrice', { CustomerType: 'Business' }), expected);
    assert.deepEqual(await own('/competitivePrice', { ItemType: 'Sku', Skus: 'own-used', storeItemIds: [] }), expected);
    assert.deepEqual(await own('/price', { ItemCondition: 'Used' }), ['own-used']);
  });
});
