// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callsOfParts } from '../../bench/changes/callers.ts';
import { type Call, MAX_CALLERS, marketRecords, nextCalls, OFFERS, PriceFeed } from '../../bench/changes/price-feed.ts';

type Offer = { kind: string; itemId: string; sellerId: string; listingPrice: number };

const ITEMS = 80;
const offersIn = ({ body }: Call) => JSON.parse(body) as Offer[];

/** The prices of each item, by seller. */
function firstPrices(): Map<string, Map<string, number>> {
  const prices = new Map<string, Map<string, number>>();
  for (const record of marketRecords(ITEMS) as Iterable<Offer>) {
    if (record.kind !== 'offer') continue;
    const own = prices.get(record.itemId) ?? new Map<string, number>();
    prices.set(record.itemId, own.set(record.sellerId, record.listingPrice));
  }
  return prices;
}

const cheapestOf = (own: ReadonlyMap<string, number>) => [...own].sort((a, b) => a[1] - b[1])[0]?.[0];

describe('a feed of price changes', () => {
  it('changes items with 20 offers of different sellers, each record a price that is another one', () => {
    const prices = firstPrices();
    assert.deepEqual(new Set(Array.from(prices.values(), (own) => own.size)), new Set([OFFERS]));
    for (const call of nextCalls(new PriceFeed(ITEMS, 10), 400)) {
      for (const { itemId, sellerId, listingPrice } of offersIn(call)) {
        const own = prices.get(itemId) ?? new Map<string, number>();
        assert.ok(own.has(sellerId), `${sellerId} has no offer of ${itemId}`);
        assert.notEqual(own.get(sellerId), listingPrice);
        own.set(sellerId, listingPrice);
      }
    }
  });

  it('moves the cheapest offer with about half of the changes, in calls for all items too', () => {
    const prices = firstPrices();
    for (const call of nextCalls(new PriceFeed(ITEMS, ITEMS / MAX_CALLERS), 80)) {
      let moves = 0;
      for (const { itemId, sellerId, listingPrice } of offersIn(call)) {
        const own = prices.get(itemId) ?? new Map<string, number>();
        const before = cheapestOf(own);
        if (before !== cheapestOf(own.set(sellerId, listingPrice))) moves += 1;
      }
      assert.ok(moves >= 3 && moves <= 7, `${moves} of ${call.changes}`);
    }
  });

  it('has an item once in a call, and in the calls of one caller only', () => {
    const itemsOf = Array.from({ length: MAX_CALLERS }, () => new Set<string>());
    const feed = new PriceFeed(ITEMS, 5);
    for (let n = 0; n < 200; n += 1) {
      const items = offersIn(feed.next(n)).map(({ itemId }) => itemId);
      assert.equal(new Set(items).size, 5);
      for (const item of items) itemsOf[n % MAX_CALLERS]?.add(item);
    }
    const all = itemsOf.flatMap((items) => [...items]);
    assert.deepEqual([all.length, new Set(all).size], [ITEMS, ITEMS]);
  });

  it('is the same for the same arguments', () => {
    assert.deepEqual(nextCalls(new PriceFeed(ITEMS, 3), 20), nextCalls(new PriceFeed(ITEMS, 3), 20));
  });

  it('needs an eighth of the items for a call', () => {
    assert.throws(() => new PriceFeed(79, 10), /needs 80 items/);
  });

  it('is shared among any number of callers so that calls of one part keep their order', () => {
    const calls = Array.from({ length: 32 }, (_, n) => ({ changes: 1, body: String(n) }));
    for (const callers of [1, 3, 8]) {
      const next = callsOfParts(calls, callers, MAX_CALLERS);
      const sent = Array.from({ length: callers }, (_, caller) => {
        const own: number[] = [];
        for (let call = next(caller); call !== undefined; call = next(caller)) own.push(Number(call.body));
        return own;
      });
      assert.equal(sent.flat().length, calls.length);
      for (let part = 0; part < MAX_CALLERS; part += 1) {
        const inParts = sent.map((own) => own.filter((n) => n % MAX_CALLERS === part)).filter((own) => own.length > 0);
        assert.deepEqual(inParts, [[part, part + 8, part + 16, part + 24]]);
      }
    }
  });
});
