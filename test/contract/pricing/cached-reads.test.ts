import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { item, offer, seller } from '../../harness/market-records.ts';
import { type PricingApp, payloadOf } from './pricing-app.ts';
import { change, openSharedStore, removal, type SharedStore } from './shared-store.ts';

type Product = { status: string; Product?: { Offers: { RegularPrice: { Amount: number } }[] } };

withEnginesInTorture('what was read of an item before', (engine) => {
  let shared: SharedStore;
  let app: PricingApp;
  before(async () => {
    shared = await openSharedStore(engine);
    app = shared.app;
  });
  after(() => app.close());

  /** The own price of each SKU, or its status. */
  const competitive = async (...skus: string[]) => {
    const query = { MarketplaceId: 'M1', ItemType: 'Sku', Skus: skus };
    const payload: Product[] = payloadOf(await app.get('S1', '/competitivePrice', query));
    return payload.map(({ status, Product: found }) => found?.Offers[0]?.RegularPrice.Amount ?? status);
  };

  test('200 competitive prices of several SKUs follow each change at once, by whichever process', async () => {
    const elsewhere = await shared.marketElsewhere();
    await change(app.market, [
      ...['C1', 'C2'].map((itemId) => ({ ...item, itemId })),
      offer('c1', { itemId: 'C1' }),
      offer('c2', { itemId: 'C2' }),
    ]);
    for (const [n, market] of [app.market, elsewhere, app.market, elsewhere].entries()) {
      const listingPrice = 30 + n;
      for (const boards of ['now', 'later'] as const) {
        await change(market, [offer('c1', { itemId: 'C1', listingPrice: 20 + n })], boards);
        await change(market, [offer('c1', { itemId: 'C1', listingPrice })], boards);
        for (const _again of [1, 2])
          assert.deepEqual(await competitive('c2', 'none', 'c1'), [20, 'ClientError', listingPrice]);
      }
    }
    await change(app.market, [offer('c1', { itemId: 'C2', listingPrice: 5 }), removal('c2')]);
    for (const _again of [1, 2]) assert.deepEqual(await competitive('c1', 'c2'), [5, 'ClientError']);
  });

  test('fees of one and of several items follow each change of item and plan at once, by whichever process', async () => {
    const elsewhere = await shared.marketElsewhere();
    const keys = ['F1', 'F2', 'F3'].map((itemId) => ({ marketplaceId: 'M1', itemId }));
    const [first = { marketplaceId: '', itemId: '' }] = keys;
    const { facts } = app.market;
    for (const [n, market] of [app.market, elsewhere, app.market, elsewhere].entries()) {
      const category = `category-${n}`;
      const plan = n % 2 === 0 ? 'Individual' : 'Professional';
      await change(market, [
        { ...seller, plan },
        { ...item, itemId: 'F1', category },
        { ...item, itemId: 'F3', category: 'same' },
      ]);
      for (const _again of [1, 2]) {
        const one = await facts.itemForFees(first, seller.sellerId);
        assert.deepEqual([one?.item.category, one?.plan], [category, plan]);
        const many = await facts.itemsForFees(keys, seller.sellerId);
        assert.deepEqual(
          many.map((found) => found?.item.category),
          [category, undefined, 'same'],
        );
        assert.deepEqual(
          many.map((found) => found?.plan),
          [plan, undefined, plan],
        );
      }
    }
  });
});
