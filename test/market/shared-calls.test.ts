import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../src/db/db.ts';
import type { ApplyOptions } from '../../src/market/apply-call.ts';
import { openMarket } from '../../src/market/market.ts';
import { onEngine, withEngines } from '../db/engines.ts';
import { recording } from '../db/recorded-statements.ts';
import { recordOf } from '../harness/record-of.ts';
import { dump, type Fixture, fixtureOn, item, NOW, offer } from './market-fixture.ts';
import { receive } from './queued-events.ts';

const ITEMS = 40;
const SELLERS = ['S1', 'S2', 'S3'];
const itemIds = Array.from({ length: ITEMS }, (_, n) => `I${n}`);
const skuOf = (sellerId: string, itemId: string) => `${sellerId}-${itemId}`;

const priced = (sellerId: string, itemId: string, listingPrice: number) =>
  recordOf(offer(sellerId, skuOf(sellerId, itemId), itemId, { listingPrice }));

const live = (requestId: string, more: Partial<ApplyOptions> = {}): ApplyOptions => ({
  boards: 'now',
  requestId,
  ...more,
});

/** The same store, which counts its transactions. */
function counting(db: Db): { db: Db; transactions(): number } {
  let count = 0;
  const counted: Db = new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'transaction') count += 1;
        return value.apply(target, args);
      };
    },
  });
  return { db: counted, transactions: () => count };
}

async function stocked(db: Db): Promise<Fixture> {
  const fixture = await fixtureOn(db);
  await fixture.take(itemIds.map((id) => item(id)));
  await fixture.take(itemIds.flatMap((id) => SELLERS.map((seller) => offer(seller, skuOf(seller, id), id))));
  await receive(db, SELLERS);
  await db.run('DELETE FROM market_event');
  return fixture;
}

/** The queued events as `item kind request`, without repetitions, in their order. */
async function eventsIn(db: Db): Promise<string[]> {
  const rows = await db.all<{ item_id: string; kind: string; item_part: string }>(
    'SELECT item_id, kind, item_part FROM market_event ORDER BY id',
  );
  const requestOf = (part: string) => JSON.parse(`{${part}}`).requestId ?? '';
  return [...new Set(rows.map((row) => `${row.item_id} ${row.kind} ${requestOf(row.item_part)}`))];
}

withEngines('calls that come at the same time', ({ migrated }) => {
  it('share a transaction, and each has its own outcomes, audit and events', async () => {
    const opened = counting(await (await migrated()).open());
    const { db } = opened;
    await stocked(db);
    const { writer } = openMarket(db, () => NOW);
    const before = opened.transactions();
    const applied: string[] = [];
    const outcomes = await Promise.all(
      itemIds.map((id, n) =>
        writer.apply(
          // The first call has nothing new, the second names an item that does not exist.
          [n === 1 ? priced('S1', 'MISSING', 9) : priced('S1', id, n === 0 ? 20 : 9), priced('S2', id, 19)],
          live(`r${n}`, {
            onApplied: (_tx, intents, of) => {
              applied.push(`${n} ${intents.length} ${of.map((one) => (typeof one === 'string' ? one : 'rejected'))}`);
            },
          }),
        ),
      ),
    );
    assert.ok(opened.transactions() - before <= 3, `${opened.transactions() - before} transactions for ${ITEMS} calls`);
    assert.deepEqual(outcomes[0], ['unchanged', 'changed']);
    assert.match(JSON.stringify(outcomes[1]), /^\[\{"problems":\[.*there is no item MISSING.*\]\},"changed"\]$/);
    assert.deepEqual(outcomes[2], ['changed', 'changed']);
    assert.deepEqual(
      [applied[0], applied[1], applied[2], applied.length],
      ['0 2 unchanged,changed', '1 2 rejected,changed', '2 2 changed,changed', ITEMS],
    );
    const events = await eventsIn(db);
    for (const [n, id] of itemIds.entries()) {
      const ofItem = events.filter((event) => event.startsWith(`${id} `));
      assert.ok(ofItem.length > 0 && ofItem.every((event) => event.endsWith(` r${n}`)), ofItem.join());
    }
    const kept = await dump(db);
    await openMarket(db, () => NOW).maintenance.rebuild(itemIds.map((itemId) => ({ marketplaceId: 'M1', itemId })));
    assert.equal(await dump(db), kept, 'a rebuild from the offers finds the same boards');
  });

  it('take turns about one item, also about one that an offer leaves', async () => {
    const { db, market } = await stocked(await (await migrated()).open());
    const { writer } = market;
    const moved = recordOf(offer('S1', skuOf('S1', 'I1'), 'I2', { listingPrice: 5 }));
    await Promise.all([
      writer.apply([priced('S1', 'I0', 9)], live('first')),
      writer.apply([priced('S2', 'I0', 8)], live('second')),
      writer.apply([moved], live('moves from I1')),
      writer.apply([priced('S3', 'I1', 7)], live('stays on I1')),
    ]);
    const events = await eventsIn(db);
    const requestsOf = (id: string) =>
      events.filter((one) => one.startsWith(`${id} BUY`)).map((one) => one.split(' ').slice(2).join(' '));
    assert.deepEqual(requestsOf('I0'), ['first', 'second']);
    assert.deepEqual(requestsOf('I1').toSorted(), ['moves from I1', 'stays on I1']);
    assert.deepEqual(requestsOf('I2'), ['moves from I1']);
  });

  it('fail alone', async () => {
    const { db, market } = await stocked(await (await migrated()).open());
    const results = await Promise.allSettled(
      itemIds.map((id, n) =>
        market.writer.apply(
          [priced('S1', id, 9)],
          live(`r${n}`, {
            onApplied: async (tx) => {
              await tx.run("INSERT INTO service_fact (name, value) VALUES ($1, 'applied')", [
                n === 7 ? 'call 6' : `call ${n}`,
              ]);
            },
          }),
        ),
      ),
    );
    const failed = results.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
    assert.equal(failed.length, 1);
    const [n = -1] = failed;
    assert.ok(n === 6 || n === 7, 'one of the two that write the same row');
    const facts = await db.all<{ name: string }>("SELECT name FROM service_fact WHERE value = 'applied'");
    assert.equal(facts.length, ITEMS - 1);
    const cheap = await db.all<{ item_id: string }>('SELECT item_id FROM offer WHERE listing_minor = 900');
    assert.deepEqual(cheap.map(({ item_id }) => item_id).toSorted(), itemIds.filter((id) => id !== `I${n}`).toSorted());
  });
});

/** Only where transactions run side by side. */
onEngine('postgres', 'a call that waits for a lock of another process', ({ migrated }) => {
  it('does not hold up later ones', async () => {
    const { db, market } = await stocked(await (await migrated()).open());
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const other = db.transaction(async (tx) => {
      await tx.get("SELECT 1 AS locked FROM board WHERE item_id = 'I0' FOR UPDATE");
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const waiting = market.writer.apply([priced('S1', 'I0', 9)], live('waits'));
    // Long enough for the transaction to count as held up.
    await setTimeout(200);
    assert.deepEqual(await market.writer.apply([priced('S1', 'I1', 9)], live('later')), ['changed']);
    release.resolve();
    assert.deepEqual(await waiting, ['changed']);
    await other;
  });
});

withEngines('the number of statements of a call', ({ migrated }) => {
  it('does not depend on the number of changes', async () => {
    const { db, statements } = recording(await (await migrated()).open());
    const { market } = await stocked(db);
    const statementsOf = async (ids: readonly string[], cents: number) => {
      statements.clear();
      await market.writer.apply(
        ids.flatMap((id) => [priced('S1', id, 10 + cents), priced('S3', id, 11 + cents)]),
        live('r'),
      );
      return Array.from(
        statements.values(),
        ({ sql, rows, runs }) => (rows?.length === 0 ? 0 : runs) && `${runs} ${sql}`,
      ).filter(Boolean);
    };
    await statementsOf(itemIds.slice(0, 3), 3);
    const two = await statementsOf(itemIds.slice(0, 2), 2);
    const all = await statementsOf(itemIds, 1);
    assert.deepEqual(new Set(all), new Set(two));
  });
});
