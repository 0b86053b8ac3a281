import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';
import { type OwnOfferFilter, ownOffers } from '../../src/domain/pricing/own-offers.ts';
import { openMarket } from '../../src/market/market.ts';
import { BOARD_VERSION } from '../../src/wire/pricing/board.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { fixtureOn, item, NOW, offer, seller } from './market-fixture.ts';

withEngines('the market', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  test('shows an offer on the board as soon as it is applied, and no longer as soon as it is removed', async () => {
    const { market, take } = await fixtureOn(await (await engine.migrated()).open());
    assert.deepEqual(await take([item('I1'), offer('S1', 'a/b é', 'I1')]), []);
    const key = { marketplaceId: 'M1', sellerId: 'S1', sku: 'a/b é' };
    const listing = await market.reader.listing(key, 'Consumer', 'New');
    assert.equal(listing?.item_id, 'I1');
    assert.equal(listing?.status, 'Success');
    assert.equal(JSON.parse(listing?.offers ?? '').length, 1);
    await take([{ kind: 'offer', op: 'delete', ...key }]);
    assert.equal(await market.reader.listing(key, 'Consumer', 'New'), undefined);
    const board = await market.reader.itemBoard({ marketplaceId: 'M1', itemId: 'I1' }, 'Consumer', 'New');
    assert.deepEqual([board?.status, board?.offers], ['NoBuyableOffers', null]);
  });

  once('removes an offer that moves to another item from the board of the first', async () => {
    const { market, take } = await fixtureOn(await (await engine.migrated()).open());
    await take([item('I1'), item('I2'), offer('S1', 'A', 'I1')]);
    await take([offer('S1', 'A', 'I2')]);
    const statusOf = async (itemId: string) =>
      (await market.reader.itemBoard({ marketplaceId: 'M1', itemId }, 'Consumer', 'New'))?.status;
    assert.deepEqual([await statusOf('I1'), await statusOf('I2')], ['NoBuyableOffers', 'Success']);
  });

  once('of more own offers on an item than an answer has, reads the best ones of what is asked for', async () => {
    const { market, take } = await fixtureOn(await (await engine.migrated()).open());
    // The last SKUs are the cheapest for consumers, and the dearest for businesses. Two of three are equal in price: FS comes first.
    const many = Array.from({ length: 160 }, (_, n) =>
      offer('S1', `a${n + 100}`, 'I1', {
        ...{ listingPrice: 80 - Math.floor(n / 3) / 2, channel: n % 3 === 1 ? 'FS' : 'SELLER', shipping: n % 2 },
        ...(n % 4 === 0 && { businessPrice: 10 + n / 10 }),
        ...(n % 10 === 9 && { active: false, listingPrice: 1 }),
        ...(n % 10 === 7 && { shipping: undefined, listingPrice: 1 }),
        ...(n % 10 === 5 && { quantity: 0 }),
        ...(n % 20 === 3 && { condition: 'Used', subCondition: 'Good' }),
      }),
    );
    await take([item('I1'), ...many]);
    const filters: OwnOfferFilter[] = [
      ...[{ customer: 'Consumer' } as const, { customer: 'Business' } as const],
      ...[{ customer: 'Business', condition: 'Used' } as const, { customer: 'Consumer', offerType: 'B2B' } as const],
      ...[{ customer: 'Business', offerType: 'B2C', condition: 'New' } as const],
    ];
    const all: Offer[] = many.map((value) => {
      const read = readRecord(value, { currencyOf: () => 'USD' });
      assert.ok(read.ok && read.record.kind === 'offer' && read.record.op === 'upsert');
      return read.record.value;
    });
    const [listing, itemKey] = [
      { marketplaceId: 'M1', sellerId: 'S1', sku: 'a100' },
      { marketplaceId: 'M1', itemId: 'I1' },
    ];
    const skusIn = (offers: readonly Offer[], filter: OwnOfferFilter) =>
      ownOffers(offers, filter).map(({ offer: { sku } }) => sku);
    for (const filter of filters) {
      const [bySku] = await market.reader.productsBySku([listing], filter);
      const [byItem] = await market.reader.productsByItem('S1', [itemKey], filter);
      const expected = skusIn(all, filter).slice(0, 100);
      for (const one of [bySku, byItem]) {
        const records = (one?.records ?? '').split('\n').map((record) => JSON.parse(record) as Offer);
        assert.ok(records.length <= 100);
        assert.deepEqual(skusIn(records, filter), expected, JSON.stringify(filter));
      }
    }
    const [texts] = await market.reader.productsWithOwnOfferTexts([listing]);
    const records = (texts?.records ?? '').split('\n').map((record) => JSON.parse(record) as Offer);
    assert.deepEqual(skusIn(records, { customer: 'Consumer' }), skusIn(all, { customer: 'Consumer' }).slice(0, 100));
  });

  once('stores the own-offer text on each offer of a seller on an item, as long as they are few', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.migrated()).open());
    type OwnOffers = { sku: string | null; own: string | null; records: string | null };
    const ownOffersOf = async (...skus: string[]) => {
      const keys = skus.map((sku) => ({ marketplaceId: 'M1', sellerId: 'S1', sku }));
      const found: OwnOffers[] = await market.reader.productsWithOwnOfferTexts(keys);
      return found
        .sort((a, b) => ((a.sku ?? '') < (b.sku ?? '') ? -1 : 1))
        .map(({ own, records }) => (own === null ? (records ?? '').split('\n') : JSON.parse(own)).length);
    };
    await take([item('I1'), item('I2'), offer('S1', 'A', 'I1'), offer('S2', 'A', 'I1')]);
    assert.deepEqual(await ownOffersOf('A'), [1]);
    await take([offer('S1', 'B', 'I1'), offer('S1', 'C', 'I1', { active: false })]);
    assert.deepEqual(await ownOffersOf('A', 'B', 'C'), [2, 2, 2], 'an inactive offer is left out');
    await take([offer('S1', 'B', 'I2', { listingPrice: 7 })]);
    assert.deepEqual(await ownOffersOf('A', 'B', 'C'), [1, 1, 1]);
    const nulls = async () => (await db.all(`SELECT sku FROM offer WHERE own IS NULL AND seller_id = 'S1'`)).length;
    assert.equal(await nulls(), 0);
    await take(['D', 'E', 'F'].map((sku) => offer('S1', sku, 'I1')));
    assert.equal(await nulls(), 5, 'five offers on one item have no text');
    assert.deepEqual(await ownOffersOf('A', 'B'), [5, 1]);
    await take([{ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'F' }]);
    assert.deepEqual([await nulls(), ...(await ownOffersOf('A', 'E'))], [0, 3, 3]);
    await take([offer('S1', 'A', 'I1', { listingPrice: 3.5 })], 'later');
    const keys = [{ marketplaceId: 'M1', sellerId: 'S1', sku: 'E' }];
    const [first] = await market.reader.productsWithOwnOfferTexts(keys);
    assert.match(first?.records ?? '', /"listingPriceMinor":350/, 'a reader of a stale board gets the records');
    const [second] = await market.reader.productsWithOwnOfferTexts(keys);
    assert.equal(JSON.parse(second?.own ?? '')[0].BuyingPrice.ListingPrice.Amount, 3.5);
  });

  once('counts the offers of an item once when two SKUs lead to its stale board', async () => {
    const { market, take } = await fixtureOn(await (await engine.migrated()).open());
    await take([item('I1'), offer('S1', 'A', 'I1'), offer('S1', 'B', 'I1')], 'later');
    const keys = ['A', 'B'].map((sku) => ({ marketplaceId: 'M1', sellerId: 'S1', sku }));
    await market.reader.productsWithOwnOfferTexts(keys);
    const [product] = await market.reader.productsWithOwnOfferTexts(keys);
    assert.equal(JSON.parse(product?.own ?? '').length, 2);
    const board = await market.reader.itemBoard({ marketplaceId: 'M1', itemId: 'I1' }, 'Consumer', 'New');
    assert.equal(JSON.parse(board?.offers ?? '').length, 2);
  });

  test('answers completely when a change follows right after the rebuild of a board', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.migrated()).open());
    await take([item('I1'), offer('S1', 'A', 'I1'), offer('S1', 'B', 'I1')], 'later');
    let change: (() => Promise<unknown>) | undefined = () =>
      take([offer('S1', 'A', 'I1', { listingPrice: 7 })], 'later');
    const slow = new Proxy(db, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return async (...params: Parameters<Db['transaction']>) => {
          const result = await target.transaction(...params);
          const next = change;
          change = undefined;
          await next?.();
          return result;
        };
      },
    });
    const keys = [{ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }];
    const [product] = await openMarket(slow, () => NOW).reader.productsWithOwnOfferTexts(keys);
    assert.equal(change, undefined);
    assert.deepEqual([product?.own, product?.records?.split('\n').length], [null, 2]);
    const [later] = await market.reader.productsWithOwnOfferTexts(keys);
    assert.deepEqual([later?.own, later?.records?.split('\n').length], [null, 2], 'rebuilt once more');
    const [last] = await market.reader.productsWithOwnOfferTexts(keys);
    assert.equal(JSON.parse(last?.own ?? '').length, 2);
  });

  once('adds own-offer texts to a store without them when it rebuilds its boards', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.migrated()).open());
    await take([item('I1'), offer('S1', 'A', 'I1')]);
    await db.run('UPDATE offer SET own = NULL');
    const keys = [{ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }];
    const [before] = await market.reader.productsWithOwnOfferTexts(keys);
    assert.deepEqual([before?.own, (before?.records ?? '').includes('"A"')], [null, true], 'the records until then');
    const newer = openMarket(db, () => NOW, { version: BOARD_VERSION + 1 });
    await newer.reader.productsWithOwnOfferTexts(keys);
    const [after] = await newer.reader.productsWithOwnOfferTexts(keys);
    assert.equal(JSON.parse(after?.own ?? '').length, 1);
  });

  test('compares dates with the clock at every read: a start time passes, and stays so for a clock that is set back (decision 23)', async () => {
    const { market, clock, take } = await fixtureOn(await (await engine.migrated()).open());
    const startsMs = NOW + DAY_MS;
    await take([item('I1'), offer('S1', 'A', 'I1', { startTime: new Date(startsMs).toISOString() })]);
    const status = async () =>
      (await market.reader.listing({ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }, 'Consumer', 'New'))?.status;
    assert.equal(await status(), 'ActiveButTooSoonForProcessing');
    clock.now = startsMs;
    assert.equal(await status(), 'Success');
    for (const backMs of [1, HOUR_MS, DAY_MS]) {
      clock.now = startsMs - backMs;
      assert.equal(await status(), 'Success');
    }
    clock.now = startsMs - DAY_MS - 1;
    assert.equal(await status(), 'ActiveButTooSoonForProcessing', 'the clock before was a mistake');
  });

  once('rebuilds a board of an older version when it is read', async () => {
    const { db, take } = await fixtureOn(await (await engine.migrated()).open());
    await take([item('I1'), offer('S1', 'A', 'I1')]);
    const newer = openMarket(db, () => NOW, { version: BOARD_VERSION + 1 });
    await newer.reader.productsBySku([{ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }], { customer: 'Business' });
    assert.equal((await db.get<{ version: number }>('SELECT version FROM board'))?.version, BOARD_VERSION + 1);
    const newest = openMarket(db, () => NOW, { version: BOARD_VERSION + 2 });
    let after = await newest.maintenance.refreshOutdated({ marketplaceId: '', itemId: '' });
    while (after) after = await newest.maintenance.refreshOutdated(after);
    assert.equal((await db.get<{ version: number }>('SELECT version FROM board'))?.version, BOARD_VERSION + 2);
  });

  test('judges a listing by the facts of its seller that the decision was made with, until their change arrives', async () => {
    const { market, take } = await fixtureOn(await (await engine.migrated()).open());
    const key = { marketplaceId: 'M1', sellerId: 'S1', sku: 'A' };
    await take([item('I9'), offer('S1', 'A', 'I9')]);
    await take([seller('S1', { feedbackRating: 50 })]);
    const [before] = await market.reader.listingPositions([key]);
    assert.deepEqual([before?.seller.feedbackRating, before?.decision?.boxes.length], [95, 1]);
    while (await market.maintenance.propagateSellerChanges());
    const [after] = await market.reader.listingPositions([key]);
    assert.deepEqual([after?.seller.feedbackRating, after?.decision?.boxes.length], [50, 0]);
  });
});
