import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readRecord } from '../../src/domain/market/records.ts';
import { Intake } from '../../src/market/intake.ts';
import { type BoardTime, Market } from '../../src/market/market.ts';
import { migrations } from '../../src/migrations/list.ts';
import { BOARD_VERSION } from '../../src/wire/pricing/board.ts';
import { withEngines } from '../db/engines.ts';

const NOW = Date.parse('2026-11-15T00:00:00Z');
const DAY_MS = 86_400_000;

type Plain = Record<string, unknown>;

const marketplace = (marketplaceId: string, currency: string, isDefault: boolean): Plain => ({
  kind: 'marketplace',
  marketplaceId,
  name: marketplaceId,
  countryCode: 'US',
  currency,
  isDefault,
});
const seller = (sellerId: string, more: Plain = {}): Plain => ({
  kind: 'seller',
  sellerId,
  plan: 'Professional',
  feedbackRating: 95,
  feedbackCount: 100,
  featuredMerchant: true,
  ...more,
});
const item = (itemId: string, more: Plain = {}): Plain => ({
  kind: 'item',
  marketplaceId: 'M1',
  itemId,
  category: 'books',
  ...more,
});
const offer = (sellerId: string, sku: string, itemId: string, more: Plain = {}): Plain => ({
  kind: 'offer',
  marketplaceId: 'M1',
  sellerId,
  sku,
  itemId,
  condition: 'New',
  subCondition: 'New',
  channel: 'SELLER',
  listingPrice: 20,
  shipping: 0,
  quantity: 5,
  ...more,
});

type Fixture = {
  db: Db;
  market: Market;
  clock: { now: number };
  take: (records: Plain[], boards?: BoardTime) => Promise<string[]>;
};

async function fixtureOn(db: Db): Promise<Fixture> {
  await migrate(db, migrations);
  const clock = { now: NOW };
  const market = new Market(db, () => clock.now);
  /** Applies records and returns the problems of those that were rejected: `line field: reason`. */
  const take = async (records: Plain[], boards: BoardTime = 'now') => {
    const rejected: string[] = [];
    const intake = await Intake.open(market, {
      boards,
      batchSize: 7,
      onReject: (line, { field, reason }) => rejected.push(`${line} ${field}: ${reason}`),
    });
    for (const [n, record] of records.entries()) await intake.take(n + 1, record);
    await intake.flush();
    return rejected;
  };
  await take([
    marketplace('M1', 'USD', true),
    marketplace('M2', 'CAD', false),
    seller('S1'),
    seller('S2'),
    seller('S3'),
  ]);
  return { db, market, clock, take };
}

/** Everything that a reader can see of the boards. */
async function dump(db: Db): Promise<string> {
  const boards = await db.all('SELECT * FROM board ORDER BY marketplace_id, item_id');
  const shelves = await db.all('SELECT * FROM shelf ORDER BY marketplace_id, item_id, customer, condition');
  const own = await db.all('SELECT seller_id, sku, own FROM offer ORDER BY marketplace_id, seller_id, sku');
  return JSON.stringify([boards, shelves, own], null, 1);
}

async function settle(market: Market): Promise<void> {
  while (await market.maintenance.propagateSellerChanges(2));
  while ((await market.maintenance.refreshDue(3)) > 0);
}

withEngines('the market', (engine) => {
  test('shows an offer on the board as soon as it is applied, and no longer as soon as it is removed', async () => {
    const { market, take } = await fixtureOn(await (await engine.fresh()).open());
    assert.deepEqual(await take([item('I1'), offer('S1', 'a/b é', 'I1')]), []);
    const key = { marketplaceId: 'M1', sellerId: 'S1', sku: 'a/b é' };
    const listing = await market.listing(key, 'Consumer', 'New');
    assert.equal(listing?.item_id, 'I1');
    assert.equal(listing?.status, 'Success');
    assert.equal(JSON.parse(listing?.offers ?? '').length, 1);
    await take([{ kind: 'offer', op: 'delete', ...key }]);
    assert.equal(await market.listing(key, 'Consumer', 'New'), undefined);
    const board = await market.itemBoard({ marketplaceId: 'M1', itemId: 'I1' }, 'Consumer', 'New');
    assert.deepEqual([board?.status, board?.offers], ['NoBuyableOffers', null]);
  });

  test('removes an offer that moves to another item from the board of the first', async () => {
    const { market, take } = await fixtureOn(await (await engine.fresh()).open());
    await take([item('I1'), item('I2'), offer('S1', 'A', 'I1')]);
    await take([offer('S1', 'A', 'I2')]);
    const statusOf = async (itemId: string) =>
      (await market.itemBoard({ marketplaceId: 'M1', itemId }, 'Consumer', 'New'))?.status;
    assert.deepEqual([await statusOf('I1'), await statusOf('I2')], ['NoBuyableOffers', 'Success']);
  });

  test('stores the own-offer text on each offer of a seller on an item, as long as they are few', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.fresh()).open());
    type OwnOffers = { sku: string | null; own: string | null; records: string | null };
    const ownOffersOf = async (...skus: string[]) => {
      const keys = skus.map((sku) => ({ marketplaceId: 'M1', sellerId: 'S1', sku }));
      const found: OwnOffers[] = await market.productsWithOwnOfferTexts(keys);
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
    const [first] = await market.productsWithOwnOfferTexts(keys);
    assert.match(first?.records ?? '', /"listingPriceMinor":350/, 'a reader of a stale board gets the records');
    const [second] = await market.productsWithOwnOfferTexts(keys);
    assert.equal(JSON.parse(second?.own ?? '')[0].BuyingPrice.ListingPrice.Amount, 3.5);
  });

  test('counts the offers of an item once when two SKUs lead to its stale board', async () => {
    const { market, take } = await fixtureOn(await (await engine.fresh()).open());
    await take([item('I1'), offer('S1', 'A', 'I1'), offer('S1', 'B', 'I1')], 'later');
    const keys = ['A', 'B'].map((sku) => ({ marketplaceId: 'M1', sellerId: 'S1', sku }));
    await market.productsWithOwnOfferTexts(keys);
    const [product] = await market.productsWithOwnOfferTexts(keys);
    assert.equal(JSON.parse(product?.own ?? '').length, 2);
    const board = await market.itemBoard({ marketplaceId: 'M1', itemId: 'I1' }, 'Consumer', 'New');
    assert.equal(JSON.parse(board?.offers ?? '').length, 2);
  });

  test('answers completely when a change follows right after the rebuild of a board', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.fresh()).open());
    await take([item('I1'), offer('S1', 'A', 'I1'), offer('S1', 'B', 'I1')], 'later');
    let change: (() => Promise<unknown>) | undefined = () =>
      take([offer('S1', 'A', 'I1', { listingPrice: 7 })], 'later');
    const slow = new Proxy(db, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return async (...params: Parameters<Db['transaction']>) => {
          await target.transaction(...params);
          const next = change;
          change = undefined;
          await next?.();
        };
      },
    });
    const keys = [{ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }];
    const [product] = await new Market(slow, () => NOW).productsWithOwnOfferTexts(keys);
    assert.equal(change, undefined);
    assert.deepEqual([product?.own, product?.records?.split('\n').length], [null, 2]);
    const [later] = await market.productsWithOwnOfferTexts(keys);
    assert.deepEqual([later?.own, later?.records?.split('\n').length], [null, 2], 'rebuilt once more');
    const [last] = await market.productsWithOwnOfferTexts(keys);
    assert.equal(JSON.parse(last?.own ?? '').length, 2);
  });

  test('adds own-offer texts to a store without them when it rebuilds its boards', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.fresh()).open());
    await take([item('I1'), offer('S1', 'A', 'I1')]);
    await db.run('UPDATE offer SET own = NULL');
    const keys = [{ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }];
    const [before] = await market.productsWithOwnOfferTexts(keys);
    assert.deepEqual([before?.own, (before?.records ?? '').includes('"A"')], [null, true], 'the records until then');
    const newer = new Market(db, () => NOW, { version: BOARD_VERSION + 1 });
    await newer.productsWithOwnOfferTexts(keys);
    const [after] = await newer.productsWithOwnOfferTexts(keys);
    assert.equal(JSON.parse(after?.own ?? '').length, 1);
  });

  test('compares dates with the clock at every read: a start time passes, and clocks may go back (decision 23)', async () => {
    const { market, clock, take } = await fixtureOn(await (await engine.fresh()).open());
    const startTime = new Date(NOW + DAY_MS).toISOString();
    await take([item('I1'), offer('S1', 'A', 'I1', { startTime })]);
    const status = async () =>
      (await market.listing({ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }, 'Consumer', 'New'))?.status;
    assert.equal(await status(), 'ActiveButTooSoonForProcessing');
    clock.now = NOW + DAY_MS;
    assert.equal(await status(), 'Success');
    clock.now = NOW;
    assert.equal(await status(), 'ActiveButTooSoonForProcessing');
  });

  test('rebuilds a board of an older version when it is read', async () => {
    const { db, take } = await fixtureOn(await (await engine.fresh()).open());
    await take([item('I1'), offer('S1', 'A', 'I1')]);
    const newer = new Market(db, () => NOW, { version: BOARD_VERSION + 1 });
    await newer.productsBySku([{ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }], 'Business');
    assert.equal((await db.get<{ version: number }>('SELECT version FROM board'))?.version, BOARD_VERSION + 1);
    const newest = new Market(db, () => NOW, { version: BOARD_VERSION + 2 });
    let after = await newest.maintenance.refreshOutdated({ marketplaceId: '', itemId: '' });
    while (after) after = await newest.maintenance.refreshOutdated(after);
    assert.equal((await db.get<{ version: number }>('SELECT version FROM board'))?.version, BOARD_VERSION + 2);
  });

  test('propagates a change of a seller to all boards in batches, with the same boards as a full rebuild', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.fresh()).open());
    const ids = Array.from({ length: 25 }, (_, n) => `I${n}`);
    await take([...ids.map((id) => item(id)), ...ids.map((id) => offer('S1', `SKU-${id}`, id))]);
    await take([seller('S1', { featuredMerchant: false })]);
    assert.equal((await db.all('SELECT 1 FROM seller_ripple')).length, 2, 'one walk for each marketplace');
    let batches = 0;
    while (await market.maintenance.propagateSellerChanges(10)) batches += 1;
    assert.equal(batches, 4, '10, 10 and 5 boards in M1, none in M2');
    const followed = await dump(db);
    assert.match(followed, /IsFeaturedMerchant\\":false/);
    await market.rebuild(ids.map((itemId) => ({ marketplaceId: 'M1', itemId })));
    assert.equal(await dump(db), followed);
  });

  test('rebuilds one board for many SKUs of one seller on one item', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.fresh()).open());
    const skus = Array.from({ length: 60 }, (_, n) => `SKU-${String(n).padStart(3, '0')}`);
    await take([item('I1'), item('I2'), ...skus.map((sku) => offer('S1', sku, 'I1')), offer('S1', 'Z', 'I2')]);
    await take([seller('S1', { featuredMerchant: false })]);
    // One batch has room for all SKUs, and must not end after each.
    let batches = 0;
    while (await market.maintenance.propagateSellerChanges(61)) batches += 1;
    assert.equal(batches, 2 + 1, 'all of M1, the batch that finds no more, and M2');
    const followed = await dump(db);
    assert.doesNotMatch(followed, /IsFeaturedMerchant\\":true/);
  });

  test('reaches the last SKU of a large seller that changes all the time, and does not block other sellers', async () => {
    const { db, market, clock, take } = await fixtureOn(await (await engine.fresh()).open());
    const ids = Array.from({ length: 12 }, (_, n) => `I${10 + n}`);
    await take([
      ...ids.map((id) => item(id)),
      ...ids.map((id) => offer('S1', `SKU-${id}`, id)),
      offer('S3', 'Z', 'I10'),
    ]);
    for (let round = 1; round <= 20; round += 1) {
      clock.now += 1;
      await take([
        seller('S1', { feedbackCount: 1000 + round }),
        ...(round === 1 ? [seller('S3', { feedbackCount: 777 })] : []),
      ]);
      clock.now += 1;
      await market.maintenance.propagateSellerChanges(2);
    }
    const boards = await dump(db);
    assert.match(boards, /FeedbackCount\\":777/, 'the small seller had its turn');
    const last = await market.itemBoard({ marketplaceId: 'M1', itemId: 'I21' }, 'Consumer', 'New');
    assert.match(last?.offers ?? '', /"FeedbackCount":10\d\d/, 'the last SKU was reached');
    await settle(market);
    const settled = await dump(db);
    await market.rebuild(ids.map((itemId) => ({ marketplaceId: 'M1', itemId })));
    assert.equal(await dump(db), settled);
  });

  test('reaches every SKU of a seller that changes again, whatever characters its SKUs have', async () => {
    const { market, take } = await fixtureOn(await (await engine.fresh()).open());
    // In the order of code points, which is the order of the store. As UTF-16 code units the first would be the last.
    const skus = ['\u{FF21}', '\u{1F600}', '\u{1F601}'];
    await take(skus.flatMap((sku, n) => [item(`I${n}`), offer('S1', sku, `I${n}`)]));
    await take([seller('S1', { feedbackCount: 1_001 })]);
    await market.maintenance.propagateSellerChanges(2);
    await take([seller('S1', { feedbackCount: 1_002 })]);
    while (await market.maintenance.propagateSellerChanges(2));
    for (const [n] of skus.entries()) {
      const board = await market.itemBoard({ marketplaceId: 'M1', itemId: `I${n}` }, 'Consumer', 'New');
      assert.match(board?.offers ?? '', /"FeedbackCount":1002\b/, `I${n}`);
    }
  });

  test('bounds a batch of background work by the offers that it reads', async () => {
    const { market, take } = await fixtureOn(await (await engine.fresh()).open());
    const crowd = (id: string) => Array.from({ length: 1_200 }, (_, n) => offer('S1', `${id}-${n}`, id));
    await take([item('I1'), item('I2'), item('I3'), ...crowd('I1'), ...crowd('I2')], 'later');
    assert.deepEqual(
      [
        await market.maintenance.refreshDue(),
        await market.maintenance.refreshDue(),
        await market.maintenance.refreshDue(),
      ].sort((a, b) => a - b),
      [0, 1, 2],
    );
  });

  describe('rejects', () => {
    const rows: [name: string, records: Plain[], rejected: RegExp][] = [
      ['an unknown marketplace', [item('I9', { marketplaceId: 'M9' })], /^1 marketplaceId: there is no marketplace M9/],
      ['an offer on an unknown item', [offer('S1', 'A', 'I9')], /^1 itemId: there is no item I9 in M1/],
      ['an offer of an unknown seller', [offer('S9', 'A', 'I1')], /^1 sellerId: there is no seller S9/],
      ['an offer that comes before its item', [offer('S1', 'A', 'I7'), item('I7')], /^1 itemId: there is no item I7/],
      ['another currency', [offer('S1', 'A', 'I1', { currency: 'CAD' })], /^1 currency: must be USD/],
      ['a negative price', [offer('S1', 'A', 'I1', { listingPrice: -1 })], /^1 listingPrice: .*negative/],
      ['three decimals', [offer('S1', 'A', 'I1', { listingPrice: 1.999 })], /^1 listingPrice: .*2 decimals/],
      [
        'the removal of an item with offers',
        [{ kind: 'item', op: 'delete', marketplaceId: 'M1', itemId: 'I1' }],
        /^1 itemId: I1 has offers/,
      ],
      [
        'the removal of a seller with offers',
        [{ kind: 'seller', op: 'delete', sellerId: 'S2' }],
        /^1 sellerId: S2 has offers/,
      ],
      [
        'the removal of a used marketplace',
        [{ kind: 'marketplace', op: 'delete', marketplaceId: 'M1' }],
        /^1 marketplaceId: M1 has items/,
      ],
      ['a new currency for a used marketplace', [marketplace('M1', 'EUR', true)], /^1 currency: cannot change/],
      [
        'a second default marketplace',
        [marketplace('M2', 'CAD', true)],
        /^1 isDefault: must be false: M1 is the default/,
      ],
    ];
    for (const [name, records, rejected] of rows) {
      test(`${name}, and keeps the record beside it`, async () => {
        const { market, take } = await fixtureOn(await (await engine.fresh()).open());
        await take([item('I1'), offer('S2', 'Z', 'I1')]);
        const reasons = await take([...records, offer('S3', 'GOOD', 'I1')]);
        assert.equal(reasons.length, 1);
        assert.match(reasons[0] ?? '', rejected);
        assert.ok(await market.listing({ marketplaceId: 'M1', sellerId: 'S3', sku: 'GOOD' }, 'Consumer', 'New'));
      });
    }
  });

  test('changes nothing when it gets the same records again, and counts each outcome', async () => {
    const { db, market } = await fixtureOn(await (await engine.fresh()).open());
    const records = [item('I1'), offer('S1', 'A', 'I1'), offer('S2', 'B', 'I1')];
    const run = async (list: Plain[]) => {
      const intake = await Intake.open(market, { boards: 'now', batchSize: 100, onReject: () => {} });
      for (const [n, record] of list.entries()) await intake.take(n, record);
      await intake.flush();
      return intake.counts;
    };
    const none = { added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0 };
    assert.deepEqual(await run(records), { ...none, added: 3 });
    const before = await dump(db);
    assert.deepEqual(await run(records), { ...none, unchanged: 3 });
    assert.equal(await dump(db), before);
    const removal = { kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'A' };
    const more = [offer('S2', 'B', 'I1', { quantity: 9 }), removal, removal, { kind: 'offer' }];
    assert.deepEqual(await run(more), { ...none, changed: 1, removed: 1, absent: 1, rejected: 1 });
  });

  test('has the same boards after random changes as after a full rebuild', async () => {
    const name = (prefix: string, count: number) => fc.integer({ min: 1, max: count }).map((n) => `${prefix}${n}`);
    const price = fc.integer({ min: 0, max: 5_000 }).map((minor) => minor / 100);
    const someOffer = fc
      .record({
        sellerId: name('S', 3),
        sku: name('K', 3),
        itemId: name('I', 4),
        condition: fc.constantFrom('New', 'Used', 'Club'),
        channel: fc.constantFrom('FS', 'SELLER'),
        listingPrice: price,
        shipping: fc.option(price, { nil: undefined }),
        businessPrice: fc.option(price, { nil: undefined }),
        quantity: fc.integer({ min: 0, max: 2 }),
        active: fc.boolean(),
        startTime: fc.option(
          fc.constantFrom(NOW - DAY_MS, NOW + DAY_MS).map((ms) => new Date(ms).toISOString()),
          { nil: undefined },
        ),
      })
      .map(({ sellerId, sku, itemId, ...more }) => offer(sellerId, sku, itemId, more));
    const change = fc.oneof(
      { weight: 6, arbitrary: someOffer },
      {
        weight: 2,
        arbitrary: fc
          .tuple(name('S', 3), name('K', 3))
          .map(([sellerId, sku]): Plain => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId, sku })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(name('S', 3), fc.boolean(), fc.constantFrom(70, 95, 99))
          .map(([id, featuredMerchant, feedbackRating]) => seller(id, { featuredMerchant, feedbackRating })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(name('I', 4), price)
          .map(([id, competitivePriceThreshold]) => item(id, { competitivePriceThreshold })),
      },
      {
        weight: 1,
        arbitrary: name('I', 4).map((itemId): Plain => ({ kind: 'item', op: 'delete', marketplaceId: 'M1', itemId })),
      },
    );
    const steps = fc.array(
      fc.record({
        changes: fc.array(change, { maxLength: 12 }),
        boards: fc.constantFrom('now' as const, 'later' as const, 'bulk' as const),
      }),
      { maxLength: 5 },
    );
    const { db, market, take } = await fixtureOn(await (await engine.fresh()).open());
    await take(['I1', 'I2', 'I3', 'I4'].map((id) => item(id)));
    // One database throughout: each run goes on from where the one before ended, which only makes the sequences longer.
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        for (const { changes, boards } of sequence) await take(changes, boards);
        await settle(market);
        const grown = await dump(db);
        const keys = await db.all<{ item_id: string }>('SELECT item_id FROM item');
        await db.run('DELETE FROM board');
        await db.run('DELETE FROM shelf');
        await market.rebuild(keys.map(({ item_id }) => ({ marketplaceId: 'M1', itemId: item_id })));
        assert.equal(grown, await dump(db));
      }),
      { numRuns: engine.name === 'sqlite' ? 150 : 60 },
    );
  });

  test('loses no concurrent change: the boards equal those of a full rebuild', async () => {
    const database = await engine.fresh();
    const first = await fixtureOn(await database.open());
    await first.take(['I1', 'I2', 'I3'].map((id) => item(id)));
    const sides = await Promise.all(
      [0, 1, 2, 3].map(async (n) => {
        const market = new Market(await database.open(), () => NOW);
        return { n, market };
      }),
    );
    await Promise.all(
      sides.map(async ({ n, market }) => {
        for (let round = 0; round < 10; round += 1) {
          const records = ['I1', 'I2', 'I3'].map((id) =>
            readRecord(offer(`S${(n % 3) + 1}`, `K${n}-${round}-${id}`, id), { currencyOf: () => 'USD' }),
          );
          const good = records.flatMap((read) => (read.ok ? [read.record] : []));
          await market.apply(good, { boards: round % 2 ? 'now' : 'later' });
          await market.maintenance.refreshDue(2);
        }
      }),
    );
    await settle(first.market);
    const grown = await dump(first.db);
    assert.match(grown, /TotalOfferCount\\":40/);
    await first.market.rebuild(['I1', 'I2', 'I3'].map((itemId) => ({ marketplaceId: 'M1', itemId })));
    assert.equal(await dump(first.db), grown);
  });
});
