import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { numberOf } from '../../src/db/migration-plan.ts';
import { priceChanges } from '../../src/migrations/0024-price-changes.ts';
import { reports } from '../../src/migrations/0025-reports.ts';
import { migrations } from '../../src/migrations/list.ts';
import { type EventRow, inShort, takeEvents } from '../market/event-rows.ts';
import { dump, type Fixture, fixtureOn, item, NOW, offer, settle } from '../market/market-fixture.ts';
import { receive } from '../market/queued-events.ts';
import { withEngines } from './engines.ts';

/** The tables of 0.2.0. Processes of the first release may have run on them. */
const tables = migrations.filter(({ name }) => numberOf(name) <= 17);

/** What the market of this program writes and these tables do not have: there while it makes the rows of the test. */
const withLaterColumns = async (db: Db, make: () => Promise<void>) => {
  const tablesWithGroup = ['board', 'market_event'];
  for (const table of tablesWithGroup) await db.run(`ALTER TABLE ${table} ADD COLUMN item_group BIGINT`);
  const added = [priceChanges, reports].flatMap(({ sql }) => statementsOf(sql));
  for (const statement of added) await db.run(statement);
  await make();
  for (const statement of added.map(undone)) if (statement) await db.run(statement);
  for (const table of tablesWithGroup) await db.run(`ALTER TABLE ${table} DROP COLUMN item_group`);
};

const statementsOf = (sql: string) => sql.split(/;\s*\n/).filter((statement) => statement.trim() !== '');

/** What takes a table or a column away again; undefined for an index, which goes with its table. */
function undone(statement: string): string | undefined {
  const [, table, column] = /ALTER TABLE (\w+) ADD COLUMN (\w+)/.exec(statement) ?? [];
  if (column !== undefined) return `ALTER TABLE ${table} DROP COLUMN ${column}`;
  const [, created] = /CREATE TABLE (\w+)/.exec(statement) ?? [];
  return created && `DROP TABLE ${created}`;
}

/** As a process of the first release marks a board: it judges no offer, and does not say whether the change is quiet. */
const markAsFirstRelease = (db: Db) => db.run('UPDATE board SET valid_until = 0');

withEngines('what processes of the first release left behind', (engine) => {
  let fixture: Fixture;
  let published: EventRow[];
  let marks: { valid_until: number }[];
  const boardsBefore: unknown[] = [];
  const selectBoard = `SELECT decision, version, pending FROM board WHERE item_id = 'WAITING'`;

  before(async () => {
    fixture = await fixtureOn(await (await engine.fresh()).open(), tables);
    const { db, market, take } = fixture;
    await receive(db, ['S1']);
    await withLaterColumns(db, async () => {
      for (const id of ['CHANGED', 'WAITING', 'UNDECIDED']) {
        await take([item(id), offer('S1', `A-${id}`, id), offer('S2', `B-${id}`, id, { listingPrice: 25 })]);
      }
      await takeEvents(db);
      await changeOffers(db);
      await take([offer('S2', 'B-WAITING', 'WAITING', { listingPrice: 19 })], 'later');
    });
    // As it is when the store comes from the first release directly.
    await db.run(`UPDATE board SET decision = NULL, version = 1 WHERE item_id = 'UNDECIDED'`);
    await db.run(`UPDATE offer SET turns_ms = NULL, state = NULL, rank_group = NULL WHERE item_id = 'UNDECIDED'`);
    await addDestinations(db);
    await markAsFirstRelease(db);
    boardsBefore.push(await db.get(selectBoard));
    await migrate(db, migrations);
    marks = await db.all('SELECT DISTINCT valid_until FROM board');
    boardsBefore.push(await db.get(selectBoard));
    await settle(market);
    published = await takeEvents(db);
  });
  const publishedOf = (itemId: string) => published.filter((row) => row.item_id === itemId);

  it('in the market is judged and told: offers that they changed, added and removed', async () => {
    const { db, market } = fixture;
    assert.deepEqual(
      marks.map(({ valid_until }) => valid_until),
      [-1],
    );
    assert.deepEqual(inShort(publishedOf('CHANGED')), ['offers New', 'box New Consumer B2C several']);
    const board = await market.reader.itemBoard({ marketplaceId: 'M1', itemId: 'CHANGED' }, 'Consumer', 'New');
    assert.match(board?.summary ?? '', /"TotalOfferCount":2,.*"LowestPrices":\[\{[^[]*"Amount":6\}/);
    // Boards that are built from nothing are the same.
    const rebuilt = await dump(db);
    await db.run('UPDATE board SET version = 0');
    await market.maintenance.rebuild(
      ['CHANGED', 'WAITING', 'UNDECIDED'].map((itemId) => ({ marketplaceId: 'M1', itemId })),
    );
    assert.equal(await dump(db), rebuilt);
  });

  it('in the market keeps the decision before, and what others were still to tell', () => {
    const [before, after] = boardsBefore;
    assert.deepEqual(after, before);
    const [offers, box] = publishedOf('WAITING');
    assert.deepEqual(offers?.owners, ['S2']);
    assert.equal(box?.part.PreviousBuyBoxPrice.ListingPrice.Amount, 20);
  });

  it('is a board without a decision, which gets its first one silently', async () => {
    assert.deepEqual(publishedOf('UNDECIDED'), []);
    const row = await fixture.db.get<{ decision: string | null }>(
      `SELECT decision FROM board WHERE item_id = 'UNDECIDED'`,
    );
    assert.match(row?.decision ?? '', /"S1"/);
  });

  it('is a seller with a destination that receives no events: it does from now on', async () => {
    const rows = await fixture.db.all<object>(
      'SELECT seller_id, latest_sequence, oldest_sequence, since_ms FROM event_receiver ORDER BY seller_id',
    );
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { seller_id: 'S1', latest_sequence: 0, oldest_sequence: 1, since_ms: NOW },
        { seller_id: 'S2', latest_sequence: 0, oldest_sequence: 1, since_ms: 7 },
      ],
    );
  });
});

/** Another price, a new offer, and an offer that is gone. */
async function changeOffers(db: Db): Promise<void> {
  await db.run(
    `INSERT INTO offer (marketplace_id, seller_id, sku, item_id, record)
     SELECT marketplace_id, 'S3', 'C', item_id, replace(replace(record, '"S2"', '"S3"'), '"B-CHANGED"', '"C"')
     FROM offer WHERE sku = 'B-CHANGED'`,
  );
  await db.run(
    `UPDATE offer SET record = replace(record, '"listingPriceMinor":2500', '"listingPriceMinor":600') WHERE sku = 'B-CHANGED'`,
  );
  await db.run(`DELETE FROM offer WHERE sku = 'A-CHANGED'`);
}

/** `S3` has none any more. */
async function addDestinations(db: Db): Promise<void> {
  const rows = [
    ['d1', 'S1', 'ACTIVE', 5],
    ['d2', 'S2', 'INACTIVE', 9],
    ['d3', 'S2', 'ACTIVE', 7],
    ['d4', 'S3', 'DELETED', 7],
  ] as const;
  for (const row of rows) {
    await db.run(
      `INSERT INTO destination (channel_id, seller_id, type, name, status, is_confirmed, settings, secret_version, created_ms, modified_ms)
       VALUES ($1, $2, 'PULL', 'Queue', $3, 1, '{}', 1, $4, $4)`,
      [...row],
    );
  }
}
