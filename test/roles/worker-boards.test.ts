// run: mostly waiting

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { createLog } from '../../src/log/log.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { openMarket } from '../../src/market/market.ts';
import { notificationsOf } from '../../src/roles/notifications.ts';
import { startClock } from '../../src/roles/processes/process-clock.ts';
import { runWorker } from '../../src/roles/worker/worker.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { fixtureOn, item, offer } from '../market/market-fixture.ts';

const log = createLog('silent');
const home = mkdtempSync(join(tmpdir(), 'worker-boards-test-'));
after(() => rmSync(home, { recursive: true }));

withEnginesInTorture('a worker', (engine) => {
  test('lets an offer start at its start time when nobody reads (decision 23)', async () => {
    const database = await engine.migrated();
    const db = await database.open();
    await fixtureOn(db);
    const databaseUrl = database.config.databaseUrl;
    const config = readConfig({
      DATA_DIR: join(home, engine.name),
      OPERATOR_KEY: 'a key of this test, which nobody else uses',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });
    const clock = await startClock(db, (error) => assert.fail(String(error)));
    const market = openMarket(db, clock.now);
    const parts = await notificationsOf(config, db, { isDemo: false, log, now: clock.now });
    const worker = await runWorker(config, { ...parts, market }, log, createMetrics());
    try {
      const startsMs = clock.now() + 2_000;
      const intake = await Intake.open(market, { boards: 'now', batchSize: 9, onReject: () => assert.fail() });
      const start = { listingPrice: 10, startTime: new Date(startsMs).toISOString() };
      for (const [n, one] of [item('I1'), offer('S1', 'A', 'I1'), offer('S2', 'B', 'I1', start)].entries())
        await intake.take(n, one);
      await intake.flush();
      // Straight from the table: a reader of the market would rebuild the board itself.
      const holder = async () => {
        const row = await db.get<{ decision: string }>('SELECT decision FROM board');
        return /"sellerId":"(S\d)"/.exec(row?.decision ?? '')?.[1];
      };
      assert.equal(await holder(), 'S1');
      while ((await holder()) !== 'S2') {
        assert.ok(clock.now() < startsMs + 20_000, 'the board is never rebuilt');
        await sleep(10);
      }
      assert.ok(clock.now() >= startsMs, 'not before its time');
    } finally {
      await worker.stop();
      await clock.stop();
    }
  });
});
