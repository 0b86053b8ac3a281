import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, it } from 'node:test';
import { PRIORITIES } from '../../src/domain/changes/change-context.ts';
import type { MarketEvent } from '../../src/market/projections/events/event-rows.ts';
import type { EventSource } from '../../src/notifications/dispatch/event-source.ts';
import { withEngines } from '../db/engines.ts';
import { type Fixture, fixtureOn, item, NOW, offer, seller } from './market-fixture.ts';
import { queued, queueOnly, receive } from './queued-events.ts';

const background = { priority: PRIORITIES.background };

withEngines('the queue of market events', (engine) => {
  let market: Fixture;
  let source: EventSource;
  before(async () => {
    market = await fixtureOn(await (await engine.migrated()).open());
    source = market.market.events;
    await receive(market.db, ['S1', 'S2', 'S3']);
  });

  const queue = (events: readonly Partial<MarketEvent>[]) => queueOnly(market.db, events.map(queued));
  const next = async (limit: number, ...postponed: string[]) => {
    const left = postponed.map((itemId) => ({ marketplaceId: 'M1', itemId }));
    const events = await market.db.transaction((tx) => source.next(tx, limit, left));
    return events.map(({ id }) => id);
  };

  it('may be empty', async () => {
    deepEqual(await queue([]), []);
    deepEqual(await next(10), []);
    deepEqual(await source.depth(), { open: 0, oldestMs: undefined });
  });

  it('gives the oldest events first, with all that a receiver gets of them', async () => {
    const ids = await queue([
      { kind: 'BUY_BOX_CHANGED', itemId: 'I9', itemPart: '"a":1', atMs: NOW + 5 },
      { itemId: 'I2' },
      { itemId: 'I3' },
    ]);
    deepEqual(await next(2), ids.slice(0, 2));
    const [first] = await market.db.transaction((tx) => source.next(tx, 1, []));
    deepEqual(first, {
      ...{ id: ids[0], kind: 'BUY_BOX_CHANGED', marketplaceId: 'M1', itemId: 'I9', atMs: NOW + 5 },
      ...{ itemPart: '"a":1', afterSeller: '', trace: undefined },
    });
  });

  it('gives each priority half, and what one does not need to the other', async () => {
    const events = Array.from({ length: 30 }, (_, n) => ({ itemId: `I${n}`, ...(n < 20 ? background : {}) }));
    const ids = await queue(events);
    deepEqual(await next(8), [...ids.slice(0, 4), ...ids.slice(20, 24)]);
    deepEqual(await next(24), [...ids.slice(0, 14), ...ids.slice(20)]);
    deepEqual(await next(100), ids);
    const lonely = await queue(events.slice(0, 20));
    deepEqual(await next(8), lonely.slice(0, 8));
    const live = await queue(events.slice(20));
    deepEqual(await next(7), live.slice(0, 7));
  });

  it('gives the events of an item in the order of their ids, whatever their lanes', async () => {
    const others = Array.from({ length: 6 }, (_, n) => ({ itemId: `O${n}`, ...background }));
    const ids = await queue([
      ...others,
      { itemId: 'X', ...background },
      { itemId: 'X' },
      { itemId: 'X', ...background },
    ]);
    // The live event of X is among the first of its priority, the older one of the background is not.
    deepEqual(await next(4), [...ids.slice(0, 3), ids[6], ids[7]]);
  });

  it('gives an item with a long queue its share only, without a gap', async () => {
    const long = Array.from({ length: 40 }, () => ({ itemId: 'LONG', ...background }));
    const ids = await queue([...long, { itemId: 'LONG' }, { itemId: 'A' }, { itemId: 'B' }]);
    deepEqual(await next(8), [...ids.slice(0, 8), ids[41], ids[42]]);
    deepEqual(await next(2), ids.slice(0, 2));
    deepEqual(await next(1), [ids[0]]);
    const two = Array.from({ length: 80 }, (_, n) => ({ itemId: n < 40 ? 'LONG' : 'LONGER', ...background }));
    const both = await queue([...two, { itemId: 'LONG' }, { itemId: 'LONGER' }, { itemId: 'A' }]);
    deepEqual(await next(6), [...both.slice(0, 6), ...both.slice(40, 45), both[82]]);
  });

  it('leaves out postponed items with all their events', async () => {
    const ids = await queue([{ itemId: 'X', ...background }, { itemId: 'X' }, { itemId: 'Y' }, { itemId: 'Z' }]);
    deepEqual(await next(3, 'X'), [ids[2], ids[3]]);
    deepEqual(await next(9, 'X', 'Z'), [ids[2]]);
    deepEqual(await next(9, 'Z', 'Y', 'X'), []);
  });

  it('gives the oldest event of one item, whatever its priority', async () => {
    const ids = await queue([{ itemId: 'Y' }, { itemId: 'X', ...background }, { itemId: 'X' }]);
    const oldestOf = async (itemId: string) => {
      const events = await market.db.transaction((tx) => source.oldestOf(tx, { marketplaceId: 'M1', itemId }));
      return events.map(({ id }) => id);
    };
    deepEqual(await oldestOf('X'), [ids[1]]);
    await market.db.transaction((tx) => source.finish(tx, [ids[1] ?? 0]));
    deepEqual(await oldestOf('X'), [ids[2]]);
    deepEqual(await oldestOf('NONE'), []);
  });

  it('starts an event where it was left, and does not give it again when it is finished', async () => {
    const [first = 0, second = 0] = await queue([{}, {}]);
    await market.db.transaction((tx) => source.advance(tx, first, 'S2'));
    const [again] = await market.db.transaction((tx) => source.next(tx, 5, []));
    equal(again?.afterSeller, 'S2');
    await market.db.transaction((tx) => source.finish(tx, [first]));
    deepEqual(await next(5), [second]);
    deepEqual(await source.depth(), { open: 1, oldestMs: NOW });
    await market.db.transaction((tx) => source.finish(tx, [second]));
    // Numbers are never used again: they are revisions.
    const [third = 0] = await queue([{}]);
    ok(third > second);
  });

  const sellersOf = (limit: number) =>
    market.db.transaction(async (tx) => source.sellersOf(tx, await source.next(tx, 50, []), limit));

  it('finds the receivers with an offer on sale, and the named ones', async () => {
    await market.take([
      ...[item('I1'), item('I2'), seller('S4'), seller('S5')],
      ...[
        offer('S1', 'a', 'I1'),
        offer('S1', 'b', 'I1'),
        offer('S2', 'a', 'I1', { quantity: 0 }),
        offer('S2', 'b', 'I1'),
      ],
      ...[offer('S3', 'a', 'I1', { active: false }), offer('S4', 'a', 'I1'), offer('S3', 'c', 'I2')],
    ]);
    const [all = 0, some = 0, more = 0, other = 0, none = 0] = await queue([
      {},
      { audience: 'named', named: ['S3'] },
      { named: ['S9', 'S3', 'S1'] },
      { itemId: 'I2', named: ['S1'] },
      { itemId: 'GONE' },
    ]);
    const found = await sellersOf(50);
    const of = (id: number) => found.filter(({ eventId }) => eventId === id).map(({ sellerId }) => sellerId);
    deepEqual(of(all), ['S1', 'S2']);
    deepEqual(of(some), ['S3']);
    deepEqual(of(more), ['S1', 'S2', 'S3']);
    deepEqual(of(other), ['S1', 'S3']);
    deepEqual(of(none), []);
  });

  it('gives sellers in pages that end with the last one', async () => {
    const [id = 0] = await queue([{ named: ['S3'] }]);
    const pages: string[][] = [];
    for (let page = ['']; page.length > 0 && pages.length < 9; ) {
      page = (await sellersOf(1)).map(({ sellerId }) => sellerId);
      pages.push(page);
      await market.db.transaction((tx) => source.advance(tx, id, page.at(-1) ?? 'S3'));
    }
    deepEqual(pages, [['S1'], ['S2'], ['S3'], []]);
  });

  it('sorts sellers by code point on both engines', async () => {
    // By UTF-16 code units the last two would be the other way round.
    const ids = ['Z', '_', 'a', 'é', '\uFB01', '\u{1F600}'];
    await receive(market.db, ids);
    const [id = 0] = await queue([{ audience: 'named', named: ids.toReversed() }]);
    const found = async () => (await sellersOf(50)).map(({ sellerId }) => sellerId);
    deepEqual(await found(), ids);
    await market.db.transaction((tx) => source.advance(tx, id, '\uFB01'));
    deepEqual(await found(), ['\u{1F600}']);
  });
});
