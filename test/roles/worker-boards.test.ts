// run: mostly waiting

import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/log/log.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { StopSequence } from '../../src/processes/stop-sequence.ts';
import { openService } from '../../src/roles/service/service.ts';
import { egressPolicyOf } from '../../src/roles/settings/egress-policy.ts';
import { runWorker } from '../../src/roles/worker/worker.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { fixtureOn, item, offer } from '../market/market-fixture.ts';

const log = createLog('silent');

withEnginesInTorture('a worker', (engine) => {
  test('lets an offer start at its start time when nobody reads (decision 23)', async () => {
    const database = await engine.migrated();
    const databaseUrl = database.config.databaseUrl;
    const config = readConfig({
      DATA_DIR: dirname(database.config.file),
      OPERATOR_KEY: 'a key of this test, which nobody else uses',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });
    const stops = new StopSequence();
    const service = await openService(config, { role: 'worker', log, stops });
    const { db, market, now } = service;
    await fixtureOn(db);
    const worker = await runWorker(service, egressPolicyOf(config, { isDemo: false }));
    try {
      const startsMs = now() + 2_000;
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
        assert.ok(now() < startsMs + 20_000, 'the board is never rebuilt');
        await sleep(10);
      }
      assert.ok(now() >= startsMs, 'not before its time');
    } finally {
      await worker.stop();
      await stops.run();
    }
  });
});
