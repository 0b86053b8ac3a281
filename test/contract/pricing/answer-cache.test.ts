// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../../src/domain/duration.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { item, offer, seller } from '../../harness/market-records.ts';
import { type PricingApp, payloadOf } from './pricing-app.ts';
import { change, NOW, openSharedStore, QUERY, removal, type SharedStore } from './shared-store.ts';

type Shown = { SellerId: string; MyOffer: boolean; ListingPrice: { Amount: number }; SellerFeedbackRating: object };

withEnginesInTorture('a repeated offers request', (engine) => {
  let shared: SharedStore;
  let app: PricingApp;
  before(async () => {
    shared = await openSharedStore(engine);
    app = shared.app;
  });
  after(() => app.close());

  const listing = (sku: string, sellerId = 'S1') => app.get(sellerId, `/listings/${sku}/offers`, QUERY);
  const ofItem = (itemId: string, sellerId = 'S1') => app.get(sellerId, `/items/${itemId}/offers`, QUERY);
  const shownIn = (answer: Awaited<ReturnType<typeof listing>>): Shown[] => payloadOf(answer).Offers;
  const pricesIn = (answer: Awaited<ReturnType<typeof listing>>) =>
    shownIn(answer).map(({ ListingPrice }) => ListingPrice.Amount);
  /** An item, with the offers of it under its name. */
  const stock = (itemId: string, ...offers: object[]) => change(app.market, [{ ...item, itemId }, ...offers]);
  /** Requests twice: the answer that waits for a rebuild is not cached, the next one is. */
  const prices = async (sku: string) => {
    const first = await listing(sku);
    assert.equal((await listing(sku)).body, first.body);
    return pricesIn(first);
  };

  test('200 repeats the answer byte for byte, with the same ETag', async () => {
    await stock('SAME', offer('same', { itemId: 'SAME' }));
    for (const request of [() => listing('same'), () => ofItem('SAME')]) {
      const [first, second] = [await request(), await request()];
      assert.deepEqual(pricesIn(first), [20]);
      assert.equal(second.body, first.body);
      assert.match(String(first.headers.etag), /^"[\w-]+"$/);
      assert.equal(second.headers.etag, first.headers.etag);
    }
  });

  test('200 comes from the cache where changes by other processes can be detected, and only there', async () => {
    await stock('KEPT', offer('kept', { itemId: 'KEPT' }));
    assert.deepEqual(await prices('kept'), [20]);
    // The service never does this: a change by this process that bypasses its own market.
    await change(shared.marketHere(), [offer('kept', { itemId: 'KEPT', listingPrice: 21 })]);
    await setImmediate();
    assert.deepEqual(pricesIn(await listing('kept')), engine.name === 'sqlite' ? [20] : [21]);
  });

  for (const boards of ['now', 'later'] as const) {
    test(`200 has the new price right after it changed, boards ${boards}`, async () => {
      const [sku, itemId] = [`price-${boards}`, `PRICE-${boards}`];
      await stock(itemId, offer(sku, { itemId }));
      const before = await listing(sku);
      assert.deepEqual(await prices(sku), [20]);
      assert.deepEqual(pricesIn(await ofItem(itemId)), [20]);
      for (const listingPrice of [19, 18]) {
        await change(app.market, [offer(sku, { itemId, listingPrice })], boards);
        assert.deepEqual(await prices(sku), [listingPrice]);
        assert.deepEqual(pricesIn(await ofItem(itemId)), [listingPrice]);
      }
      assert.notEqual((await listing(sku)).headers.etag, before.headers.etag);
      await change(app.market, [offer(sku, { itemId })], boards);
      assert.equal((await listing(sku)).headers.etag, before.headers.etag);
    });
  }

  test('200 has the new price after background work rebuilt a stale board', async () => {
    await stock('DUE', offer('due', { itemId: 'DUE' }));
    assert.deepEqual(await prices('due'), [20]);
    await change(app.market, [offer('due', { itemId: 'DUE', listingPrice: 17 })], 'later');
    while ((await app.market.maintenance.refreshDue()) > 0);
    assert.deepEqual(await prices('due'), [17]);
  });

  test("200 has the seller's new facts after their change was propagated", async () => {
    const theirs = { ...seller, sellerId: 'S3' };
    await change(app.market, [theirs]);
    await stock('RATED', offer('rated', { itemId: 'RATED', sellerId: 'S3' }));
    const ratings = async () => shownIn(await listing('rated', 'S3')).map((one) => one.SellerFeedbackRating);
    const feedback = (SellerPositiveFeedbackRating: number) => [{ SellerPositiveFeedbackRating, FeedbackCount: 100 }];
    assert.deepEqual(await ratings(), feedback(95));
    assert.deepEqual(await ratings(), feedback(95));
    await change(app.market, [{ ...theirs, feedbackRating: 61 }]);
    while (await app.market.maintenance.propagateSellerChanges());
    assert.deepEqual(await ratings(), feedback(61));
  });

  test('404 follows the removal of the offer at once, and 200 its return', async () => {
    await stock('GONE', offer('gone', { itemId: 'GONE' }), offer('stays', { itemId: 'GONE', listingPrice: 30 }));
    assert.deepEqual(await prices('gone'), [20, 30]);
    assert.deepEqual(await prices('stays'), [20, 30]);
    await change(app.market, [removal('gone')]);
    assert.equal((await listing('gone')).statusCode, 404);
    assert.deepEqual(await prices('stays'), [30]);
    await change(app.market, [offer('gone', { itemId: 'GONE', listingPrice: 22 })]);
    assert.deepEqual(await prices('gone'), [22, 30]);
  });

  test('200 is about the new item right after the SKU moved there', async () => {
    await stock('HERE', offer('moves', { itemId: 'HERE' }), offer('here', { itemId: 'HERE', listingPrice: 31 }));
    await stock('THERE', offer('there', { itemId: 'THERE', listingPrice: 32 }));
    assert.deepEqual(await prices('moves'), [20, 31]);
    assert.deepEqual(await prices('there'), [32]);
    await change(app.market, [offer('moves', { itemId: 'THERE' })]);
    assert.deepEqual(await prices('moves'), [20, 32]);
    assert.equal(payloadOf(await listing('moves')).storeItemId, 'THERE');
    assert.deepEqual(await prices('here'), [31]);
    assert.deepEqual(await prices('there'), [20, 32]);
    // Only changes of the new item concern it now.
    await change(app.market, [offer('there', { itemId: 'THERE', listingPrice: 33 })]);
    assert.deepEqual(await prices('moves'), [20, 33]);
  });

  test('200 includes an offer from the moment at which it starts', async () => {
    const startTime = new Date(NOW + HOUR_MS).toISOString();
    await stock(
      'SOON',
      offer('on-sale', { itemId: 'SOON' }),
      offer('soon', { itemId: 'SOON', listingPrice: 5, startTime }),
    );
    assert.deepEqual(await prices('on-sale'), [20]);
    app.clock.now = NOW + HOUR_MS - 1;
    assert.deepEqual(await prices('on-sale'), [20]);
    app.clock.now = NOW + HOUR_MS;
    assert.deepEqual(await prices('on-sale'), [5, 20]);
    // It stays started when the clock is set back, unless the clock was a day wrong.
    app.clock.now = NOW;
    assert.deepEqual(await prices('on-sale'), [5, 20]);
    app.clock.now = NOW + HOUR_MS - DAY_MS - 1;
    assert.deepEqual(await prices('on-sale'), [20]);
    app.clock.now = NOW;
  });

  test('200 marks the offers of the calling seller, never those of an earlier caller', async () => {
    await stock('BOTH', offer('mine', { itemId: 'BOTH' }), offer('theirs', { itemId: 'BOTH', sellerId: 'S2' }));
    const owned = async (sellerId: string) =>
      shownIn(await ofItem('BOTH', sellerId)).flatMap(({ SellerId, MyOffer }) => (MyOffer ? [SellerId] : []));
    for (const sellerId of ['S1', 'S2', 'S1', 'S2', 'S9']) {
      assert.deepEqual(await owned(sellerId), sellerId === 'S9' ? [] : [sellerId]);
    }
    assert.equal((await listing('mine')).statusCode, 200);
    assert.equal((await listing('mine', 'S2')).statusCode, 404);
  });

  test('200 distinguishes a SKU from an item of the same name, conditions, and customer types', async () => {
    await stock('NAME', offer('OTHER', { itemId: 'NAME', businessPrice: 15 }));
    await stock('OTHER', offer('NAME', { itemId: 'OTHER', listingPrice: 40, condition: 'Used', subCondition: 'Good' }));
    const query = { ...QUERY, CustomerType: 'Business' };
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(pricesIn(await listing('OTHER')), [20]);
      assert.deepEqual(pricesIn(await ofItem('OTHER')), []);
      assert.deepEqual(pricesIn(await ofItem('NAME')), [20]);
      assert.deepEqual(pricesIn(await app.get('S1', '/items/NAME/offers', query)), [15]);
      assert.deepEqual(pricesIn(await app.get('S1', '/items/OTHER/offers', { ...QUERY, ItemCondition: 'Used' })), [40]);
    }
  });

  test('200 in a batch equals the single answer, before and after a change', async () => {
    await stock('BATCH', offer('batch', { itemId: 'BATCH' }));
    const inBatch = async () => {
      const answer = await app.post('S1', '/listingOffers', { requests: [{ ...QUERY, SellerSKU: 'batch' }] });
      return answer.json().responses[0].body;
    };
    assert.deepEqual(await inBatch(), (await listing('batch')).json());
    await change(app.market, [offer('batch', { itemId: 'BATCH', listingPrice: 23 })]);
    assert.deepEqual(await inBatch(), (await listing('batch')).json());
    assert.deepEqual(pricesIn(await listing('batch')), [23]);
  });

  test('200 has the new price for the next request after another process changed it', async () => {
    await stock('FAR', offer('far', { itemId: 'FAR' }), offer('far-2', { itemId: 'FAR', listingPrice: 50 }));
    const elsewhere = await shared.marketElsewhere();
    const origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
    // Over a real connection: two requests of one client are never in one batch.
    const request = async () => {
      const url = `${origin}/products/pricing/v4/listings/far/offers?${new URLSearchParams(QUERY)}`;
      const answer = await fetch(url, { headers: { authorization: 'Bearer for.S1' } });
      const { payload } = (await answer.json()) as { payload?: { Offers: Shown[] } };
      return payload ? payload.Offers.map(({ ListingPrice }) => ListingPrice.Amount) : answer.status;
    };
    for (const boards of ['now', 'later'] as const) {
      for (const listingPrice of [24, 25, 26]) {
        await change(elsewhere, [offer('far', { itemId: 'FAR', listingPrice })], boards);
        assert.deepEqual(await request(), [listingPrice, 50]);
        assert.deepEqual(await request(), [listingPrice, 50]);
      }
    }
    await change(elsewhere, [removal('far')]);
    assert.equal(await request(), 404);
  });
});
