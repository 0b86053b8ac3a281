// run: without coverage

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { openBareWriter } from '../../bench/changes/bare-writer.ts';
import { captureWrites, lastWrite, writesBetween } from '../../bench/changes/captured-writes.ts';
import { addReceivers } from '../../bench/changes/feed-market.ts';
import { netWrites } from '../../bench/changes/net-writes.ts';
import {
  type Call,
  MAX_CALLERS,
  marketRecords,
  nextCalls,
  PriceFeed,
  sellerIds,
} from '../../bench/changes/price-feed.ts';
import { copyStore, dropStore } from '../../bench/changes/store-copy.ts';
import { tablesOf } from '../../bench/changes/tables.ts';
import { recordsWith } from '../../bench/crowd.ts';
import type { Db } from '../../src/db/db.ts';
import { type DbConfig, openDb } from '../../src/db/open.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';
import { openMarket } from '../../src/market/market.ts';
import { auditedChanges } from '../../src/roles/api/audit.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { testInTorture } from '../harness/scale.ts';

const ITEMS = 24;

/** What the operator's endpoint does with a call. */
function operatorOn(db: Db): (call: Call) => Promise<void> {
  const apply = auditedChanges(openMarket(db, Date.now), Date.now);
  return async ({ changes, body }) => {
    async function* chunks() {
      yield Buffer.from(body);
    }
    const { changed } = await apply(
      chunks(),
      { requestId: 'call' },
      { who: { type: 'client', id: 'operator' }, from: '127.0.0.1' },
    );
    assert.equal(changed, changes);
  };
}

/** All rows of all tables, as JSON. */
async function contentOf(db: Db): Promise<Map<string, string[]>> {
  const content = new Map<string, string[]>();
  for (const { name, key } of (await tablesOf(db)).values()) {
    const rows = await db.all<object>(`SELECT * FROM ${name} ORDER BY ${key.join(', ')}`);
    content.set(
      name,
      rows.map((row) => JSON.stringify(row)),
    );
  }
  return content;
}

withEnginesInTorture('the bare loop of the bench of changes', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'bare-loop-'));
  const copies: DbConfig[] = [];
  after(async () => {
    for (const copy of copies) await dropStore(copy);
    rmSync(folder, { recursive: true });
  });

  /** Copies the store, performs each of the steps on the original, and returns both contents after the bare loop ran on the copy. */
  async function repeated(config: DbConfig, stepsOn: (db: Db) => (() => Promise<void>)[]) {
    const copy = await copyStore(config, folder, `bare_loop_${process.pid}_${copies.length}`);
    copies.push(copy);
    const db = await openDb(config);
    await captureWrites(db);
    const tables = await tablesOf(db);
    const writer = await openBareWriter(copy);
    const written = new Set<string>();
    let last = 0;
    for (const step of stepsOn(db)) {
      await step();
      const until = await lastWrite(db);
      const writes = netWrites(await writesBetween(db, last, until), tables);
      for (const { kind, table } of writes) written.add(`${kind} ${table.name}`);
      await writer.prepare(writes)();
      last = until;
    }
    await writer.close();
    const copied = await openDb(copy);
    const contents = { expected: await contentOf(db), actual: await contentOf(copied) };
    await copied.close();
    await db.close();
    return { ...contents, written };
  }

  it('leaves the same rows as the calls of the operator', async () => {
    const { config } = await engine.migrated();
    const db = await openDb(config);
    const records = Array.from(marketRecords(ITEMS), recordsWith(readRecord));
    await openMarket(db, Date.now).writer.apply(records, { boards: 'now' });
    await db.close();
    await addReceivers(config, sellerIds.slice(0, 40));
    const calls = nextCalls(new PriceFeed(ITEMS, ITEMS / MAX_CALLERS), 2 * MAX_CALLERS);
    const { expected, actual, written } = await repeated(config, (on) => {
      const send = operatorOn(on);
      return calls.map((call) => () => send(call));
    });
    assert.deepEqual(actual, expected);
    for (const table of [
      'update offer',
      'update board',
      'insert market_log',
      'insert market_event',
      'insert audit_pending',
    ])
      assert.ok(written.has(table), `${table}: ${[...written].join(', ')}`);
  });

  testInTorture(
    'repeats what becomes of rows that a call adds, changes and removes, whatever their order',
    async () => {
      const { config } = await engine.migrated();
      const put = `INSERT INTO service_fact (name, value) VALUES {rows: text key, text}
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
      const remove = 'DELETE FROM service_fact WHERE name IN ($1, $2)';
      const log = `INSERT INTO market_log (kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, follows_consumers,
      featured_ms, featured_price_ms) VALUES ('box', 'M', 'I', 'New', 'Consumer', '', 1, 0, 9007199254740991, $1)`;
      const { expected, actual, written } = await repeated(config, (db) => [
        async () => {
          const facts = ['a', 'b', 'c', 'd', 'e'].map((name) => [`test ${name}`, "it's\n1"]);
          await db.many(put, [...facts, ['test a', 'newer']]);
          await db.run(remove, ['test d', 'none']);
        },
        async () => {
          await db.many(put, [
            ['test a', 'newest'],
            ['test c', 'newest'],
          ]);
          await db.run(remove, ['test b', 'test e']);
          await db.many(put, [['test e', 'added again']]);
        },
        async () => void (await db.run(log, [1 / 3])),
        // The same value again: nothing is left to write.
        async () => void (await db.many(put, [['test a', 'newest']])),
      ]);
      assert.deepEqual(actual, expected);
      assert.equal(expected.get('service_fact')?.filter((row) => row.includes('test ')).length, 3);
      const kinds = ['insert service_fact', 'update service_fact', 'delete service_fact', 'insert market_log'];
      assert.deepEqual([...written].sort(), kinds.sort());
    },
  );
});
