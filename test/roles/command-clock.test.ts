import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { saveEngineTime } from '../../src/notifications/engine-time.ts';
import { importFiles } from '../../src/roles/commands/market-data.ts';
import { openStore } from '../../src/roles/store/store.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';

const home = mkdtempSync(join(tmpdir(), 'command-clock-test-'));
after(() => rmSync(home, { recursive: true }));

withEnginesInTorture('a command', (engine) => {
  test('judges the market by the clock of the store, not by that of its machine (decision 23)', async () => {
    const { databaseUrl } = (await engine.fresh()).config;
    const folder = join(home, engine.name);
    const config = readConfig({ DATA_DIR: folder, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });
    const db = await openStore(config);
    try {
      // The service has seen a later time than this machine shows.
      const storeMs = Date.now() + HOUR_MS;
      await saveEngineTime(db, storeMs);
      const file = join(home, `${engine.name}.jsonl`);
      const records = [
        ...[marketplace, seller, item],
        offer('started', { startTime: new Date(storeMs - HOUR_MS / 2).toISOString() }),
        offer('soon', { startTime: new Date(storeMs + HOUR_MS / 2).toISOString() }),
      ];
      writeFileSync(file, records.map((one) => JSON.stringify(one)).join('\n'));
      assert.equal(await importFiles(config, [file]), 0);
      const rows = await db.all<{ sku: string; state: string }>('SELECT sku, state FROM offer ORDER BY sku');
      assert.deepEqual(
        rows.map(({ sku, state }) => `${sku} ${state}`),
        ['soon inactive', 'started noCompetition'],
      );
    } finally {
      await db.close();
    }
  });
});
