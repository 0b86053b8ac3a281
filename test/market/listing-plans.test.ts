// run: without coverage

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Db, Row, Sql } from '../../src/db/db.ts';
import { OFFER_STATES } from '../../src/domain/pricing/offer-state.ts';
import { readListingCounts } from '../../src/market/projections/listings/listing-counts.ts';
import { type ListingPageRequest, readListingPage } from '../../src/market/projections/listings/listing-page.ts';
import { withEngines } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';

/** Listings of one seller. The plans are those of 40,000; so many take longer to insert. */
const LISTINGS = scaled(6_000, 40_000);
const LIMIT = 20;

type Statement = { sql: string; params: Row };

/** The statements of `work`, with their values. */
async function statementsOf(db: Db, work: (sql: Sql) => unknown): Promise<Statement[]> {
  const statements: Statement[] = [];
  const recording: Sql = {
    get: (sql, params) => db.get(sql, params),
    run: (sql, params) => db.run(sql, params),
    many: (sql, rows) => db.many(sql, rows),
    all: (sql, params = []) => {
      statements.push({ sql, params });
      return db.all(sql, params);
    },
  };
  await work(recording);
  return statements;
}

type Node = {
  'Node Type': string;
  'Actual Rows'?: number;
  'Relation Name'?: string;
  Filter?: string;
  Plans?: Node[];
};

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

/** The steps of the plan in which PostgreSQL reads offers. */
async function offerScans(db: Db, { sql, params }: Statement): Promise<Node[]> {
  const [row] = await db.all<Record<string, unknown>>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, params);
  const json = row?.['QUERY PLAN'] ?? '';
  const [{ Plan: plan }] = (typeof json === 'string' ? JSON.parse(json) : json) as [{ Plan: Node }];
  return nodesIn(plan).filter((node) => node['Relation Name'] === 'offer');
}

/** The entries of offers that PostgreSQL reads for a statement, each by an index and in its order, and none that it drops again. */
async function readOnPostgres(db: Db, statement: Statement): Promise<number> {
  const scans = await offerScans(db, statement);
  for (const node of scans) {
    assert.match(node['Node Type'], /^Index (Only )?Scan$/, statement.sql);
    assert.equal(node.Filter, undefined, statement.sql);
  }
  return scans.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0), 0);
}

const INNER = String.raw`marketplace_id=\? AND seller_id=\?`;
/** One range of an index from a place on; lists of ranges; a merge of ranges. */
const goodSteps = [
  new RegExp(String.raw`^SEARCH offer USING (COVERING )?INDEX \S+ \(${INNER}( AND state=\?)? AND sku[<>]\?\)$`),
  new RegExp(
    String.raw`^SEARCH offer USING INDEX \S+ \(${INNER} AND state=\? AND \((landed_minor|changed_ms|gap_minor),sku\)[<>]\(\?,\?\)\)$`,
  ),
  new RegExp(
    String.raw`^SEARCH offer USING (COVERING )?INDEX listing_by_gap \(${INNER} AND state=\? AND gap_minor=\? AND sku[<>]\?\)$`,
  ),
  /^(CO-ROUTINE|SCAN) (range\d+|listing)$|^(COMPOUND QUERY|LEFT-MOST SUBQUERY|UNION ALL|MERGE \(UNION ALL\)|LEFT|RIGHT)$/,
];

/** Only the first entries of ranges are sorted, never those of an index. */
const SORT = 'USE TEMP B-TREE FOR ORDER BY';

async function checkOnSqlite(db: Db, { sql, params }: Statement): Promise<void> {
  const steps = await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
  const details = steps.map(({ detail }) => detail);
  for (const [n, detail] of details.entries()) {
    const isGood =
      detail === SORT
        ? /^SCAN (range\d+|listing)$/.test(details[n - 1] ?? '')
        : goodSteps.some((step) => step.test(detail));
    assert.ok(isGood, `${detail} in:\n${details.join('\n')}`);
  }
}

withEngines("the plans of a seller's listings", (engine) => {
  let db: Db;
  before(async () => {
    db = await (await engine.migrated()).open();
    await db.run(`INSERT INTO marketplace (marketplace_id, record) VALUES ('M', '{}')`);
    await db.run(`INSERT INTO seller (seller_id, record) VALUES ('S', '{}'), ('T', '{}')`);
    await db.run(`INSERT INTO item (marketplace_id, item_id, record) VALUES ('M', 'I', '{}')`);
    const state = `CASE ${OFFER_STATES.map((name, n) => `WHEN i % 7 = ${n} THEN '${name}'`).join(' ')} END`;
    // All prices are even: a place within them must be found by the SKU.
    await db.run(
      `INSERT INTO offer (marketplace_id, seller_id, sku, item_id, record, state, landed_minor, changed_ms, gap_minor)
       WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${LISTINGS - 1})
       SELECT 'M', CASE WHEN i % 50 = 0 THEN 'T' ELSE 'S' END, 'SKU-' || i, 'I', '{}', ${state}, 2299, 1700000000000, CASE WHEN i % 2 = 0 THEN 150 END FROM n`,
    );
    if (engine.name === 'postgres') await db.run('ANALYZE');
  });

  test('a page of any order and filter reads a page of each range of an index, however many listings there are', async () => {
    for (const sort of ['sku', 'price', 'changed', 'gap'] as const) {
      for (const descending of [false, true]) {
        for (const states of [[], ['losing'], ['winning', 'unhealthy', 'inactive']] as const) {
          const asked = { marketplaceId: 'M', sellerId: 'S', sort, descending, states, limit: LIMIT };
          await checkPages(asked);
        }
      }
    }
  });

  async function checkPages(asked: ListingPageRequest): Promise<void> {
    const value = { sku: 0, price: 2299, changed: 1_700_000_000_000, gap: 150 }[asked.sort];
    // Each state, and the listings without one; by gap also those without a gap of each state of listings on sale.
    const ranges = asked.sort === 'gap' ? 10 : 6;
    for (const after of [undefined, { value, sku: `SKU-${LISTINGS / 2}` }]) {
      const request = { ...asked, ...(after && { start: { part: 'all', after } as const }) };
      const [statement, ...others] = await statementsOf(db, (sql) => readListingPage(sql, request));
      assert.ok(statement !== undefined && others.length === 0);
      if (engine.name === 'sqlite') await checkOnSqlite(db, statement);
      else assert.ok((await readOnPostgres(db, statement)) <= ranges * (LIMIT + 1), statement.sql);
    }
  }

  test('listings are counted by entries of an index', async () => {
    const [statement] = await statementsOf(db, (sql) => readListingCounts(sql, 'M', 'S'));
    assert.ok(statement !== undefined);
    if (engine.name === 'postgres') {
      const types = (await offerScans(db, statement)).map((node) => node['Node Type']);
      assert.deepEqual(
        types.filter((type) => type === 'Seq Scan'),
        [],
      );
      return;
    }
    const steps = await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement.sql}`, statement.params);
    const searches = steps.filter(({ detail }) => detail.includes('offer'));
    // Each state, and those that have none yet.
    assert.equal(searches.length, OFFER_STATES.length + 1);
    for (const { detail } of searches)
      assert.match(
        detail,
        /^SEARCH offer USING (COVERING INDEX listing_by_\w+ \(.* AND state=\?\)|INDEX listing_without_state \(.*\))$/,
      );
  });
});
