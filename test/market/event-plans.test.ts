// run: without coverage

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Db, Row, Sql } from '../../src/db/db.ts';
import { type Market, openMarket } from '../../src/market/market.ts';
import { withEngines } from '../db/engines.ts';
import { NOW } from './market-fixture.ts';
import { queued, queueOnly, receive } from './queued-events.ts';

const SELLERS = 5_000;
const PAGE = 200;
const box = { condition: 'New', customer: 'Consumer', offerType: 'B2C' } as const;
const sellerId = (n: number) => `S${10_000 + n}`;
/** Numbers from 0 on, as a table `n (i)`. */
const numbers = (size: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${size - 1})`;

type Statement = { sql: string; rows: readonly Row[] | undefined; params: Row };

/** A transaction that records its reads. */
function recording(tx: Sql, statements: Statement[]): Sql {
  return {
    get: (sql, params) => tx.get(sql, params),
    run: (sql, params) => tx.run(sql, params),
    all: (sql, params = []) => {
      statements.push({ sql, rows: undefined, params });
      return tx.all(sql, params);
    },
    many: (sql, rows) => {
      if (rows.length > 0) statements.push({ sql, rows, params: [] });
      return tx.many(sql, rows);
    },
  };
}

type Node = {
  'Node Type': string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Relation Name'?: string;
  Plans?: Node[];
};
const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];
const LARGE_TABLES = new Set(['offer', 'market_event']);

/** The rows of large tables that PostgreSQL reads for a statement, all by an index. */
async function readOnPostgres(db: Db, { sql, rows, params }: Statement): Promise<number> {
  const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`;
  const [row] = await (rows
    ? db.many<Record<string, unknown>>(text, rows)
    : db.all<Record<string, unknown>>(text, params));
  const json = row?.['QUERY PLAN'] ?? '';
  const [{ Plan: plan }] = (typeof json === 'string' ? JSON.parse(json) : json) as [{ Plan: Node }];
  const scans = nodesIn(plan).filter((node) => LARGE_TABLES.has(node['Relation Name'] ?? ''));
  for (const node of scans) assert.match(node['Node Type'], /^(Index (Only )?|Bitmap Heap )Scan$/, sql);
  return scans.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1), 0);
}

/** On SQLite a statement uses an index; a search for sellers or events uses one that ends at the item. */
async function checkOnSqlite(db: Db, { sql, rows, params }: Statement): Promise<void> {
  const text = `EXPLAIN QUERY PLAN ${sql}`;
  const steps = await (rows
    ? db.many<{ detail: string }>(text, rows.slice(0, 1))
    : db.all<{ detail: string }>(text, params));
  for (const { detail } of steps) {
    const [, table] = /^(?:SEARCH|SCAN) (\w+)/.exec(detail) ?? [];
    if (!LARGE_TABLES.has(table ?? '') && table !== 'oldest' && table !== 'own') continue;
    assert.match(
      detail,
      /INDEX offer_of_item \(marketplace_id=\? AND item_id=\? AND seller_id[>=]\?\)|INTEGER PRIMARY KEY \(rowid=\?\)|INDEX market_event_lane \(lane=\?\)|INDEX market_event_range \(lane=\? AND <expr>>\? AND <expr><\?\)|INDEX market_event_item \(marketplace_id=\? AND item_id=\? AND id<\?\)/,
    );
  }
}

withEngines('the events of an item with 5,000 sellers', (engine) => {
  let db: Db;
  let market: Market;
  before(async () => {
    db = await (await engine.migrated()).open({ timeoutMs: 60_000 });
    market = openMarket(db, () => NOW);
    const item = JSON.stringify({
      marketplaceId: 'M1',
      itemId: 'I1',
      currency: 'USD',
      category: 'books',
      attributes: {},
    });
    const record = (seller: string) =>
      `'{"marketplaceId":"M1","itemId":"I1","currency":"USD","condition":"New","subCondition":"New","channel":"SELLER",
         "listingPriceMinor":2000,"shippingMinor":0,"quantityDiscounts":[],"availability":"NOW","quantity":5,"active":true,
         "sku":"A","sellerId":"' || ${seller} || '"}'`;
    await db.run(`INSERT INTO marketplace (marketplace_id, record) VALUES ('M1', '{}')`);
    await db.run(`INSERT INTO item (marketplace_id, item_id, record) VALUES ('M1', 'I1', '${item}')`);
    await db.run(`INSERT INTO seller (seller_id, record, plan) ${numbers(SELLERS)}
      SELECT 'S' || (10000 + i), '{}', 'Professional' FROM n`);
    await db.run(`INSERT INTO offer (marketplace_id, seller_id, sku, item_id, record, state, rank_group, landed_minor, standing, failing_gates)
      SELECT 'M1', seller_id, 'A', 'I1', ${record('seller_id')}, 'losing', 4, 2000, 1, 0 FROM seller`);
    await receive(
      db,
      Array.from({ length: SELLERS }, (_, n) => sellerId(n)),
    );
    const holder = {
      sellerId: sellerId(9),
      sku: 'A',
      channel: 'SELLER',
      subCondition: 'New',
      listingMinor: 2000,
    } as const;
    const after = {
      ...box,
      eligible: SELLERS,
      holder: { ...holder, shippingMinor: 0, feedbackRating: 100, feedbackCount: 9 },
    };
    // The event of the large item, and many of others behind it.
    await queueOnly(db, [queued({ kind: 'BUY_BOX_CHANGED', facts: { box, before: null, after } })]);
    await db.run(`INSERT INTO market_event (kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, lane, audience,
        after_seller, named, owners, facts, item_part) ${numbers(3_000)}
      SELECT 'ANY_OFFER_CHANGED', 'M1', 'O' || i, 'New', 'Consumer', 'B2C', 1, i % 2, 'active', '', '[]', '[]', 'null', '' FROM n`);
    if (engine.name === 'postgres') await db.run('ANALYZE');
  });

  /** One piece: the statements it ran, and whom it told. */
  const piece = (limit: number) =>
    db.transaction(async (tx) => {
      const statements: Statement[] = [];
      const sql = recording(tx, statements);
      const events = await market.events.next(sql, 4, []);
      const concerned = await market.events.sellersOf(sql, events, limit);
      const parts = await market.events.partsOf(sql, events, concerned);
      const last = concerned.at(-1);
      if (last) await market.events.advance(tx, last.eventId, last.sellerId);
      return { statements, concerned, parts };
    });

  test('a piece reads a page of the sellers, and none of the events behind it', async () => {
    const { statements, concerned, parts } = await piece(PAGE);
    assert.deepEqual(
      concerned.map((one) => one.sellerId),
      Array.from({ length: PAGE }, (_, n) => sellerId(n)),
    );
    assert.ok(parts.every((part) => part?.includes('"SellerSKU":"A"')));
    // The oldest of both lanes, their items, their texts; audiences and sellers; facts, item, schedules and own offers.
    assert.equal(statements.length, 9);
    let read = 0;
    for (const statement of statements) {
      if (engine.name === 'sqlite') await checkOnSqlite(db, statement);
      else read += await readOnPostgres(db, statement);
    }
    assert.ok(read <= 3 * PAGE, `${read} rows`);
  });

  test('a worker with some of the ranges reads their oldest events, and none of the other ranges', async () => {
    await db.run('UPDATE market_event SET item_group = (id * 37) % 4096');
    if (engine.name === 'postgres') await db.run('ANALYZE market_event');
    const statements: Statement[] = [];
    const ranges = [1, 5, 6, 11];
    const events = await market.events.next(recording(db, statements), 8, [], ranges);
    assert.ok(events.length >= 8);
    for (const { id } of events) assert.ok(ranges.includes(Math.floor(((id * 37) % 4096) / 256)), `${id}`);
    let read = 0;
    for (const statement of statements) {
      if (engine.name === 'sqlite') await checkOnSqlite(db, statement);
      else read += await readOnPostgres(db, statement);
    }
    assert.ok(read <= 14 * 8, `${read} rows`);
  });

  test('all pieces together tell each seller once', async () => {
    const published: string[] = [];
    await db.run(`UPDATE market_event SET after_seller = '' WHERE item_id = 'I1'`);
    while (published.length <= SELLERS) {
      const { concerned } = await piece(700);
      published.push(...concerned.map((one) => one.sellerId));
      if (concerned.length < 700) break;
    }
    assert.deepEqual(
      published,
      Array.from({ length: SELLERS }, (_, n) => sellerId(n)),
    );
  });
});
