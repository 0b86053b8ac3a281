import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { demoHistory } from '../../src/cli/demo/history.ts';
import { finishDemoMarket, makeDemoMarket } from '../../src/cli/demo/make.ts';
import { demoRecords } from '../../src/cli/demo/records.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/db/db.ts';
import { factOf, setFact } from '../../src/db/service-fact.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';
import { type Market, openMarket } from '../../src/market/market.ts';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { makeDemoData } from '../../src/roles/start/demo.ts';
import { type Engine, onEngine, withEnginesInTorture } from '../db/engines.ts';

const NOW = Date.UTC(2026, 10, 15, 9, 30);
const TODAY = Date.UTC(2026, 10, 15);

/** Everything that answers about the present are made from. */
async function present(db: Db): Promise<unknown> {
  const tables: Record<string, string> = {
    offer: 'SELECT record, own, state, failing_gates FROM offer ORDER BY marketplace_id, seller_id, sku',
    item: 'SELECT record FROM item ORDER BY marketplace_id, item_id',
    seller: 'SELECT record FROM seller ORDER BY seller_id',
    board: `SELECT status, valid_from, valid_until, consumer_summary, business_summary, consumer_product, business_product,
                   decision FROM board ORDER BY marketplace_id, item_id`,
    shelf: 'SELECT offers FROM shelf ORDER BY marketplace_id, item_id, customer, condition',
  };
  const rows = Object.entries(tables).map(async ([name, sql]) => [name, JSON.stringify(await db.all(sql), null, 1)]);
  return Object.fromEntries(await Promise.all(rows));
}

async function freshOn(engine: Engine): Promise<{ db: Db; market: Market }> {
  const db = await (await engine.migrated()).open();
  return { db, market: openMarket(db, () => NOW, { seal: new OperatorKey('a key of the tests, long enough') }) };
}

withEnginesInTorture('the history of the demo market', (engine) => {
  test('ends exactly in the demo market of today', async () => {
    const atOnce = await freshOn(engine);
    await finishDemoMarket(atOnce.market);
    const withHistory = await freshOn(engine);
    await makeDemoMarket(withHistory.db, NOW);
    assert.deepEqual(await present(withHistory.db), await present(atOnce.db));
  });
});

onEngine('sqlite', 'the creation of the demo market', (engine) => {
  const fresh = () => freshOn(engine);
  const config = readConfig({ DATA_DIR: tmpdir() });

  test('a creation that was interrupted is led to its end at the next start, and only once', async () => {
    const { db, market } = await fresh();
    await setFact(db, 'demo', 'made');
    await setFact(db, 'demo history', 'begun');
    const [first] = demoHistory(NOW);
    const currencyOf = (id: string) => (id === 'STORE_CA' ? 'CAD' : 'USD');
    const records = (first?.records ?? []).map((value) => {
      const read = readRecord(value, { currencyOf });
      assert.ok(read.ok);
      return read.record;
    });
    await market.writer.apply(records, { boards: 'now' });
    const complete = await fresh();
    await finishDemoMarket(complete.market);
    assert.notDeepEqual(await present(db), await present(complete.db));
    assert.equal(await makeDemoData(config, db, market), true, 'the banner of this start shows the demo');
    assert.deepEqual(await present(db), await present(complete.db));
    assert.equal(await makeDemoData(config, db, market), false);
  });

  test('a market that the operator imported after an interrupted creation gets no demo', async () => {
    const { db, market } = await fresh();
    await setFact(db, 'demo', 'made');
    await setFact(db, 'demo history', 'begun');
    const read = readRecord(
      { kind: 'marketplace', marketplaceId: 'OWN', name: 'Own', countryCode: 'US', currency: 'USD' },
      { currencyOf: () => 'USD' },
    );
    assert.ok(read.ok);
    await market.writer.apply([read.record], { boards: 'now' });
    assert.equal(await makeDemoData(config, db, market), false);
    assert.deepEqual(
      (await market.facts.marketplaces()).map(({ marketplaceId }) => marketplaceId),
      ['OWN'],
    );
  });

  test('is made once, and the market is seen at once', async () => {
    const { db, market } = await fresh();
    assert.deepEqual(await market.facts.marketplaces(), []);
    assert.equal(await makeDemoData(config, db, market), true);
    assert.equal((await market.facts.marketplaces()).length, 2);
    assert.equal(await factOf(db, 'demo history'), 'made');
    assert.equal(await makeDemoData(config, db, market), false);
  });
});

test('the steps of the demo are in order, some days long, and end before today', () => {
  for (const now of [NOW, TODAY, TODAY + DAY_MS - 1]) {
    const steps = demoHistory(now);
    const times = steps.map(({ atMs }) => atMs);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.equal(times[0], TODAY - 5 * DAY_MS);
    assert.ok((times.at(-1) ?? now) < TODAY);
    assert.deepEqual(steps.map(({ records }) => records.length).slice(1), Array(steps.length - 1).fill(1));
    assert.equal(steps[0]?.records.length, demoRecords(now).length);
  }
});
