import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import { Fault } from '../../src/domain/fault.ts';
import type { ItemKey } from '../../src/domain/market/item.ts';
import { readRecord } from '../../src/domain/market/records.ts';
import { AnswerCache, type ItemAnswer, itemKeyText } from '../../src/http/routes/pricing/answer-cache.ts';
import { type OffersKey, offerAnswers } from '../../src/http/routes/pricing/offers.ts';
import { type BoardTime, Market } from '../../src/market/market.ts';
import { type Engine, onEngine, withEngines } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';

const NOW = Date.UTC(2026, 10, 15);
const HOUR = 3_600_000;
const QUERY = { MarketplaceId: 'M1', ItemCondition: 'New' } as const;

function recordOf(value: object) {
  const read = readRecord(value, { currencyOf: () => 'USD' });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.record;
}

async function change(market: Market, values: readonly object[], boards: BoardTime = 'now'): Promise<void> {
  for (const outcome of await market.apply(values.map(recordOf), { boards })) {
    assert.equal(typeof outcome, 'string', JSON.stringify(outcome));
  }
}

const removal = (sku: string, sellerId = 'S1') => ({
  ...{ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId, sku },
});

/** The pricing endpoints with two sellers, the store that they read, and another way into the same database. */
async function openShared(engine: Engine) {
  const opened: { db?: Db; openAgain?: () => Promise<Db> } = {};
  const fresh = async () => {
    const database = await engine.fresh();
    opened.openAgain = () => database.open();
    return { ...database, open: async () => (opened.db = await database.open()) };
  };
  const door = await openPricing({ ...engine, fresh }, NOW);
  await change(door.market, [marketplace, seller, { ...seller, sellerId: 'S2' }]);
  const { db, openAgain } = opened;
  if (!db || !openAgain) throw new Error('the door has no store');
  const marketOn = (store: Db) => new Market(store, () => door.clock.now);
  /** As another process has it. */
  const marketElsewhere = async () => marketOn(await openAgain());
  return { door, marketElsewhere, marketHere: () => marketOn(db) };
}

type Shared = Awaited<ReturnType<typeof openShared>>;
type Shown = { SellerId: string; MyOffer: boolean; ListingPrice: { Amount: number }; SellerFeedbackRating: object };

withEngines('an answer that was given before', (engine) => {
  let shared: Shared;
  let door: PricingApp;
  before(async () => {
    shared = await openShared(engine);
    door = shared.door;
  });
  after(() => door.close());

  const listing = (sku: string, sellerId = 'S1') => door.get(sellerId, `/listings/${sku}/offers`, QUERY);
  const ofItem = (itemId: string, sellerId = 'S1') => door.get(sellerId, `/items/${itemId}/offers`, QUERY);
  const shownIn = (answer: Awaited<ReturnType<typeof listing>>): Shown[] => payloadOf(answer).Offers;
  const pricesIn = (answer: Awaited<ReturnType<typeof listing>>) =>
    shownIn(answer).map(({ ListingPrice }) => ListingPrice.Amount);
  /** An item, with the offers of it under its name. */
  const stock = (itemId: string, ...offers: object[]) => change(door.market, [{ ...item, itemId }, ...offers]);
  /** Asks until the answer is one that is remembered, where any is: the one that makes a board is not. */
  const prices = async (sku: string) => {
    const first = await listing(sku);
    assert.equal((await listing(sku)).body, first.body);
    return pricesIn(first);
  };

  test('200 is given again, byte for byte, with the same ETag', async () => {
    await stock('SAME', offer('same', { itemId: 'SAME' }));
    for (const ask of [() => listing('same'), () => ofItem('SAME')]) {
      const [first, second] = [await ask(), await ask()];
      assert.deepEqual(pricesIn(first), [20]);
      assert.equal(second.body, first.body);
      assert.match(String(first.headers.etag), /^"[\w-]+"$/);
      assert.equal(second.headers.etag, first.headers.etag);
    }
  });

  test('200 comes from memory where changes by others can be told, and only there', async () => {
    await stock('KEPT', offer('kept', { itemId: 'KEPT' }));
    assert.deepEqual(await prices('kept'), [20]);
    // Nothing in the service does this: a change by this process that its market does not know of.
    await change(shared.marketHere(), [offer('kept', { itemId: 'KEPT', listingPrice: 21 })]);
    await setImmediate();
    assert.deepEqual(pricesIn(await listing('kept')), engine.name === 'sqlite' ? [20] : [21]);
  });

  for (const boards of ['now', 'later'] as const) {
    test(`200 is another one right after a price changed, boards ${boards}`, async () => {
      const [sku, itemId] = [`price-${boards}`, `PRICE-${boards}`];
      await stock(itemId, offer(sku, { itemId }));
      const before = await listing(sku);
      assert.deepEqual(await prices(sku), [20]);
      assert.deepEqual(pricesIn(await ofItem(itemId)), [20]);
      for (const listingPrice of [19, 18]) {
        await change(door.market, [offer(sku, { itemId, listingPrice })], boards);
        assert.deepEqual(await prices(sku), [listingPrice]);
        assert.deepEqual(pricesIn(await ofItem(itemId)), [listingPrice]);
      }
      assert.notEqual((await listing(sku)).headers.etag, before.headers.etag);
      await change(door.market, [offer(sku, { itemId })], boards);
      assert.equal((await listing(sku)).headers.etag, before.headers.etag);
    });
  }

  test('200 is another one when boards marked by a change were made by background work', async () => {
    await stock('DUE', offer('due', { itemId: 'DUE' }));
    assert.deepEqual(await prices('due'), [20]);
    await change(door.market, [offer('due', { itemId: 'DUE', listingPrice: 17 })], 'later');
    while ((await door.market.maintenance.refreshDue()) > 0);
    assert.deepEqual(await prices('due'), [17]);
  });

  test("200 is another one after a seller's change was carried on", async () => {
    const theirs = { ...seller, sellerId: 'S3' };
    await change(door.market, [theirs]);
    await stock('RATED', offer('rated', { itemId: 'RATED', sellerId: 'S3' }));
    const ratings = async () => shownIn(await listing('rated', 'S3')).map((one) => one.SellerFeedbackRating);
    const feedback = (SellerPositiveFeedbackRating: number) => [{ SellerPositiveFeedbackRating, FeedbackCount: 100 }];
    assert.deepEqual(await ratings(), feedback(95));
    assert.deepEqual(await ratings(), feedback(95));
    await change(door.market, [{ ...theirs, feedbackRating: 61 }]);
    while (await door.market.maintenance.propagateSellerChanges());
    assert.deepEqual(await ratings(), feedback(61));
  });

  test('404 right after the offer was removed, and 200 when it is back', async () => {
    await stock('GONE', offer('gone', { itemId: 'GONE' }), offer('stays', { itemId: 'GONE', listingPrice: 30 }));
    assert.deepEqual(await prices('gone'), [20, 30]);
    assert.deepEqual(await prices('stays'), [20, 30]);
    await change(door.market, [removal('gone')]);
    assert.equal((await listing('gone')).statusCode, 404);
    assert.deepEqual(await prices('stays'), [30]);
    await change(door.market, [offer('gone', { itemId: 'GONE', listingPrice: 22 })]);
    assert.deepEqual(await prices('gone'), [22, 30]);
  });

  test('200 is about the other item right after the SKU went there', async () => {
    await stock('HERE', offer('moves', { itemId: 'HERE' }), offer('here', { itemId: 'HERE', listingPrice: 31 }));
    await stock('THERE', offer('there', { itemId: 'THERE', listingPrice: 32 }));
    assert.deepEqual(await prices('moves'), [20, 31]);
    assert.deepEqual(await prices('there'), [32]);
    await change(door.market, [offer('moves', { itemId: 'THERE' })]);
    assert.deepEqual(await prices('moves'), [20, 32]);
    assert.equal(payloadOf(await listing('moves')).storeItemId, 'THERE');
    assert.deepEqual(await prices('here'), [31]);
    assert.deepEqual(await prices('there'), [20, 32]);
    // A change of the item where it was is none of its business any more, one of where it is, is.
    await change(door.market, [offer('there', { itemId: 'THERE', listingPrice: 33 })]);
    assert.deepEqual(await prices('moves'), [20, 33]);
  });

  test('200 is another one from the moment at which an offer starts', async () => {
    const startTime = new Date(NOW + HOUR).toISOString();
    await stock(
      'SOON',
      offer('on-sale', { itemId: 'SOON' }),
      offer('soon', { itemId: 'SOON', listingPrice: 5, startTime }),
    );
    assert.deepEqual(await prices('on-sale'), [20]);
    door.clock.now = NOW + HOUR - 1;
    assert.deepEqual(await prices('on-sale'), [20]);
    door.clock.now = NOW + HOUR;
    assert.deepEqual(await prices('on-sale'), [5, 20]);
    // A clock that was set back is believed too.
    door.clock.now = NOW;
    assert.deepEqual(await prices('on-sale'), [20]);
  });

  test('200 is of the one who asks: another seller has other offers of their own', async () => {
    await stock('BOTH', offer('mine', { itemId: 'BOTH' }), offer('theirs', { itemId: 'BOTH', sellerId: 'S2' }));
    const owned = async (sellerId: string) =>
      shownIn(await ofItem('BOTH', sellerId)).flatMap(({ SellerId, MyOffer }) => (MyOffer ? [SellerId] : []));
    for (const sellerId of ['S1', 'S2', 'S1', 'S2', 'S9']) {
      assert.deepEqual(await owned(sellerId), sellerId === 'S9' ? [] : [sellerId]);
    }
    assert.equal((await listing('mine')).statusCode, 200);
    assert.equal((await listing('mine', 'S2')).statusCode, 404);
  });

  test('200 is of what was asked: a SKU named like an item, another condition, another kind of customer', async () => {
    await stock('NAME', offer('OTHER', { itemId: 'NAME', businessPrice: 15 }));
    await stock('OTHER', offer('NAME', { itemId: 'OTHER', listingPrice: 40, condition: 'Used', subCondition: 'Good' }));
    const query = { ...QUERY, CustomerType: 'Business' };
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(pricesIn(await listing('OTHER')), [20]);
      assert.deepEqual(pricesIn(await ofItem('OTHER')), []);
      assert.deepEqual(pricesIn(await ofItem('NAME')), [20]);
      assert.deepEqual(pricesIn(await door.get('S1', '/items/NAME/offers', query)), [15]);
      assert.deepEqual(
        pricesIn(await door.get('S1', '/items/OTHER/offers', { ...QUERY, ItemCondition: 'Used' })),
        [40],
      );
    }
  });

  test('200 in a batch is the same as alone, before and after a change', async () => {
    await stock('BATCH', offer('batch', { itemId: 'BATCH' }));
    const inBatch = async () => {
      const answer = await door.post('S1', '/listingOffers', { requests: [{ ...QUERY, SellerSKU: 'batch' }] });
      return answer.json().responses[0].body;
    };
    assert.deepEqual(await inBatch(), (await listing('batch')).json());
    await change(door.market, [offer('batch', { itemId: 'BATCH', listingPrice: 23 })]);
    assert.deepEqual(await inBatch(), (await listing('batch')).json());
    assert.deepEqual(pricesIn(await listing('batch')), [23]);
  });

  test('200 is another one for the next request after another process changed something', async () => {
    await stock('FAR', offer('far', { itemId: 'FAR' }), offer('far-2', { itemId: 'FAR', listingPrice: 50 }));
    const elsewhere = await shared.marketElsewhere();
    const origin = await door.app.listen({ host: '127.0.0.1', port: 0 });
    // Over a real connection: two requests of a client are then never of one turn of the event loop.
    const ask = async () => {
      const url = `${origin}/products/pricing/v4/listings/far/offers?${new URLSearchParams(QUERY)}`;
      const answer = await fetch(url, { headers: { authorization: 'Bearer for.S1' } });
      const { payload } = (await answer.json()) as { payload?: { Offers: Shown[] } };
      return payload ? payload.Offers.map(({ ListingPrice }) => ListingPrice.Amount) : answer.status;
    };
    for (const boards of ['now', 'later'] as const) {
      for (const listingPrice of [24, 25, 26]) {
        await change(elsewhere, [offer('far', { itemId: 'FAR', listingPrice })], boards);
        assert.deepEqual(await ask(), [listingPrice, 50]);
        assert.deepEqual(await ask(), [listingPrice, 50]);
      }
    }
    await change(elsewhere, [removal('far')]);
    assert.equal(await ask(), 404);
  });
});

onEngine('sqlite', 'any answer that was given before', (engine) => {
  let shared: Shared;
  let elsewhere: Market;
  before(async () => {
    shared = await openShared(engine);
    elsewhere = await shared.marketElsewhere();
  });
  after(() => shared.door.close());

  const SKUS = ['a', 'b'];
  const ITEMS = ['I1', 'I2'];
  const SELLERS = ['S1', 'S2'];
  const anyBoards = fc.constantFrom<BoardTime>('now', 'later', 'bulk');
  const anyWhere = fc.constantFrom('here', 'here', 'elsewhere');
  const anyOffer = { sku: fc.constantFrom(...SKUS), sellerId: fc.constantFrom(...SELLERS) };
  const anyStep = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        ...{ does: fc.constant('put' as const), ...anyOffer, where: anyWhere, boards: anyBoards },
        ...{ itemId: fc.constantFrom(...ITEMS), listingPrice: fc.integer({ min: 1, max: 5 }) },
        startsIn: fc.constantFrom(undefined, undefined, 1, 2),
      }),
    },
    fc.record({ does: fc.constant('remove' as const), ...anyOffer, where: anyWhere, boards: anyBoards }),
    fc.record({
      ...{ does: fc.constant('rate' as const), sellerId: fc.constantFrom(...SELLERS), where: anyWhere },
      ...{ feedbackRating: fc.integer({ min: 70, max: 99 }), follows: fc.boolean() },
    }),
    fc.record({ does: fc.constant('wait' as const), hours: fc.constantFrom(1, 2) }),
    fc.record({ does: fc.constant('refresh' as const), where: anyWhere }),
  );
  type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

  const perform = async (step: Step): Promise<void> => {
    const { door } = shared;
    const market = 'where' in step && step.where === 'elsewhere' ? elsewhere : door.market;
    if (step.does === 'put') {
      const { sku, sellerId, itemId, listingPrice, startsIn, boards } = step;
      const start = startsIn ? { startTime: new Date(door.clock.now + startsIn * HOUR).toISOString() } : {};
      await change(market, [offer(sku, { sellerId, itemId, listingPrice, ...start })], boards);
    } else if (step.does === 'remove') {
      await change(market, [removal(step.sku, step.sellerId)], step.boards);
    } else if (step.does === 'rate') {
      await change(market, [{ ...seller, sellerId: step.sellerId, feedbackRating: step.feedbackRating }]);
      if (step.follows) while (await market.maintenance.propagateSellerChanges());
    } else if (step.does === 'wait') {
      door.clock.now += step.hours * HOUR;
    } else {
      await market.maintenance.refreshDue();
    }
    // Two requests that a change lies between are never of one turn of the event loop.
    await setImmediate();
  };

  const questions = SELLERS.flatMap((sellerId) => [
    ...SKUS.map((sku): [string, OffersKey] => [sellerId, { sku }]),
    ...ITEMS.map((itemId): [string, OffersKey] => [sellerId, { itemId }]),
  ]);
  const fromDoor = async (sellerId: string, key: OffersKey) => {
    const path = 'sku' in key ? `/listings/${key.sku}/offers` : `/items/${key.itemId}/offers`;
    const { statusCode, body, headers } = await shared.door.get(sellerId, path, QUERY);
    return statusCode === 200 ? `${headers.etag} ${body}` : statusCode;
  };
  /** As a process answers that was started this moment. */
  const fromStore = async (sellerId: string, key: OffersKey) => {
    try {
      const { text, etag } = await offerAnswers(shared.marketHere())(sellerId, key, QUERY);
      return `${etag} ${text}`;
    } catch (error) {
      if (error instanceof Fault && error.code === 'NotFound') return 404;
      throw error;
    }
  };

  test('200 and 404 are what a process without memory would answer', async () => {
    const anySteps = fc.array(fc.tuple(anyStep, fc.subarray(questions)), { minLength: 1, maxLength: 8, size: 'max' });
    let told = 0;
    const property = fc.asyncProperty(anySteps, async (steps) => {
      shared.door.clock.now = NOW;
      const start = SELLERS.flatMap((sellerId) => SKUS.map((sku) => offer(sku, { sellerId })));
      await change(shared.door.market, [item, { ...item, itemId: 'I2' }, ...start]);
      for (const [sellerId, key] of questions) await fromDoor(sellerId, key);
      for (const [step, asked] of steps) {
        await perform(step);
        for (const [sellerId, key] of asked) {
          const given = await fromDoor(sellerId, key);
          assert.equal(given, await fromStore(sellerId, key), `${sellerId} ${JSON.stringify(key)}`);
          if (given !== 404) told += 1;
        }
      }
    });
    await fc.assert(property, { numRuns: 40 });
    assert.ok(told > 100, `only ${told} answers were compared`);
  });
});

describe('the memory of answers', () => {
  const board = { version: 1, oldest_reader: null, valid_from: null, valid_until: null };
  const keyOf = (itemId: string): ItemKey => ({ marketplaceId: 'M1', itemId });
  const answerOf = (length: number, itemId = 'I1', until: number | null = null): ItemAnswer => ({
    ...{ text: 'x'.repeat(length), etag: '"tag"', itemKey: itemKeyText(keyOf(itemId)) },
    board: { ...board, valid_until: until },
  });

  function remembering(maxCharacters?: number) {
    const listeners: ((keys: readonly ItemKey[]) => void)[] = [];
    const state: { foreign: number | undefined; now: number } = { foreign: 1, now: 0 };
    const cache = new AnswerCache(
      {
        onBoards: (listener) => void listeners.push(listener),
        foreignChanges: () => state.foreign,
        holds: ({ valid_until }) => valid_until === null || state.now < valid_until,
      },
      maxCharacters,
    );
    const tell = (...itemIds: string[]) => {
      for (const listener of listeners) listener(itemIds.map(keyOf));
    };
    const known = (...keys: string[]) => keys.filter((key) => cache.get(key) !== undefined).join('');
    return { cache, state, tell, known };
  }

  test('gives back what was put in, under its own key', () => {
    const { cache, known } = remembering();
    const answer = answerOf(10);
    cache.put('a', answer);
    assert.equal(cache.get('a'), answer);
    assert.equal(known('a', 'b'), 'a');
  });

  test('asks for changes by others anew for whoever is handled later, even in the same turn', async () => {
    const { cache, state, known } = remembering();
    cache.put('a', answerOf(10));
    state.foreign = 2;
    assert.equal(known('a'), 'a', 'handled in one go');
    await Promise.resolve();
    assert.equal(known('a'), '');
  });

  test('wants what is asked for a second time, not long after the first', () => {
    const { cache } = remembering();
    assert.deepEqual([cache.wants('a'), cache.wants('b'), cache.wants('a')], [false, false, true]);
    for (let n = 0; n < 20_000; n += 1) cache.wants(`other ${n}`);
    assert.equal(cache.wants('b'), false);
  });

  test('put in twice counts once', () => {
    const { cache, known, tell } = remembering(100);
    cache.put('a', answerOf(50, 'I1'));
    cache.put('a', answerOf(40, 'I2'));
    cache.put('b', answerOf(60));
    assert.equal(known('a', 'b'), 'ab');
    tell('I2');
    assert.equal(known('a', 'b'), 'b');
  });

  test('is bounded by characters: the first one goes first', () => {
    const { cache, known } = remembering(100);
    for (const key of ['a', 'b']) cache.put(key, answerOf(50));
    assert.equal(known('b', 'a'), 'ba', 'exactly full is not too full');
    cache.put('c', answerOf(1));
    assert.equal(known('a', 'b', 'c'), 'ac');
    cache.put('d', answerOf(100));
    assert.equal(known('a', 'b', 'c', 'd'), 'd');
  });

  test('keeps nothing that alone is too long, and goes on after it', () => {
    const { cache, known } = remembering(100);
    cache.put('a', answerOf(101));
    assert.equal(known('a'), '');
    cache.put('b', answerOf(100));
    assert.equal(known('a', 'b'), 'b');
  });

  test('lets go what was not used for longest, when it is more than half full', () => {
    const { cache, known } = remembering(100);
    for (const key of ['a', 'b', 'c']) cache.put(key, answerOf(30));
    assert.equal(known('a'), 'a');
    cache.put('d', answerOf(30));
    assert.equal(known('a', 'b', 'c', 'd'), 'acd');
    assert.equal(known('c'), 'c');
    cache.put('e', answerOf(60));
    assert.equal(known('a', 'b', 'c', 'd', 'e'), 'ce');
  });

  test('forgets all about an item that changed, in every marketplace only its own, and has its room again', () => {
    const { cache, tell, known } = remembering(100);
    for (const key of ['a', 'b']) cache.put(key, answerOf(20, 'I1'));
    cache.put('c', answerOf(20, 'I2'));
    cache.put('d', { ...answerOf(20), itemKey: itemKeyText({ marketplaceId: 'M2', itemId: 'I1' }) });
    tell('I9');
    assert.equal(known('a', 'b', 'c', 'd'), 'abcd');
    tell('I9', 'I1');
    assert.equal(known('a', 'b', 'c', 'd'), 'cd');
    cache.put('e', answerOf(60, 'I1'));
    assert.equal(known('c', 'd', 'e'), 'cde');
    tell('I2', 'I1');
    assert.equal(known('c', 'd', 'e'), 'd');
  });

  test('gives nothing past its time, and has its room again', () => {
    const { cache, state, known } = remembering(100);
    cache.put('a', answerOf(60, 'I1', 1_000));
    cache.put('b', answerOf(40, 'I1', null));
    state.now = 999;
    assert.equal(known('a', 'b'), 'ab');
    state.now = 1_000;
    assert.equal(known('a', 'b'), 'b');
    cache.put('c', answerOf(60));
    assert.equal(known('a', 'b', 'c'), 'bc');
  });

  test('forgets everything when another process changed something, and begins anew', async () => {
    const { cache, state, known } = remembering(100);
    cache.put('a', answerOf(50, 'I1'));
    cache.put('b', answerOf(50, 'I2'));
    await setImmediate();
    assert.equal(known('a', 'b'), 'ab');
    await setImmediate();
    state.foreign = 2;
    assert.equal(known('a', 'b'), '');
    cache.put('c', answerOf(100));
    assert.equal(known('c'), 'c');
    await setImmediate();
    state.foreign = 1;
    assert.equal(known('c'), '', 'any other number is a change');
  });

  test('forgets everything also when an answer comes first in the new turn', async () => {
    const { cache, state, known } = remembering();
    cache.put('a', answerOf(10));
    await setImmediate();
    state.foreign = 2;
    cache.put('b', answerOf(10));
    assert.equal(known('a', 'b'), 'b');
  });

  test('remembers nothing where changes by others cannot be told, or no longer can', async () => {
    const { cache, state, known } = remembering();
    state.foreign = undefined;
    cache.put('a', answerOf(10));
    assert.equal(known('a'), '');
    await setImmediate();
    state.foreign = 1;
    cache.put('a', answerOf(10));
    assert.equal(known('a'), 'a');
    await setImmediate();
    state.foreign = undefined;
    assert.equal(known('a'), '');
    cache.put('b', answerOf(10));
    assert.equal(known('b'), '');
  });
});
