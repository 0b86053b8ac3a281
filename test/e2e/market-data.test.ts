import assert from 'node:assert/strict';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedRecords } from '../../src/cli/seed/records.ts';
import type { Db } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import { type PostgresServer, startPostgres } from '../db/postgres-server.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { isTorture, testInTorture } from '../harness/scale.ts';

describe('market data in real processes', () => {
  let folder: string;
  let postgres: PostgresServer;
  const started: ServiceProcess[] = [];
  const start = (...args: Parameters<typeof startService>) => {
    const service = startService(...args);
    started.push(service);
    return service;
  };
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'market-test-'));
    postgres = await startPostgres();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => {
    for (const service of started.splice(0)) await service.end();
  });

  async function newDatabase(name: string): Promise<string> {
    const admin = await openDb({ databaseUrl: postgres.url('postgres'), file: '' });
    await admin.run(`CREATE DATABASE ${name}`);
    await admin.close();
    return postgres.url(name);
  }

  const engines = {
    sqlite: async (name: string) => ({ DATA_DIR: join(folder, name) }),
    // The generated operator key is a file in the data folder: the second start needs it.
    postgres: async (name: string) => ({
      DATABASE_URL: await newDatabase(name),
      DATA_DIR: join(folder, `files-${name}`),
    }),
  };
  const openStore = (settings: { DATA_DIR?: string; DATABASE_URL?: string }) =>
    openDb({ databaseUrl: settings.DATABASE_URL, file: join(settings.DATA_DIR ?? '', 'service.db') });
  const count = async (db: Db, table: string) =>
    (await db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;

  /** 503 with Retry-After while the database is down, 200 as soon as it is back, and no crash. */
  async function survivesOutage(service: ServiceProcess, address: string): Promise<void> {
    const ready = async () => {
      const answer = await fetch(`${address}/health/ready`);
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() };
    };
    assert.equal((await ready()).status, 200);
    await postgres.crash();
    // Readiness asks the store at most once a second.
    const noticedBy = Date.now() + 15_000;
    let down = await ready();
    for (; down.status === 200 && Date.now() < noticedBy; down = await ready()) await sleep(100);
    assert.deepEqual([down.status, down.retryAfter], [503, '5']);
    assert.match(down.body, /"The store cannot be reached\."/);
    assert.doesNotMatch(down.body, /postgres|ECONN|127\.0\.0\.1/i);
    assert.equal((await fetch(`${address}/health/live`)).status, 200);
    await postgres.start();
    const deadline = Date.now() + 15_000;
    while ((await ready()).status !== 200 && Date.now() < deadline) await sleep(100);
    assert.equal((await ready()).status, 200);
    assert.equal(service.child.exitCode, null);
  }

  // In `npm test` on the engine that can fail in more ways: a server goes away.
  for (const engine of isTorture ? (['sqlite', 'postgres'] as const) : (['postgres'] as const)) {
    const outage = engine === 'postgres' ? '; 503 while the database is down, and no crash' : '';
    test(`${engine}: the first start creates the demo market, the second does not, and an operator's market stays as it is${outage}`, async () => {
      const settings = await engines[engine]('demo');
      const first = start(settings);
      await first.address();
      assert.match(first.stdout, /it now holds the demo market/);
      first.signal('SIGTERM');
      assert.equal(await first.ended(), 0);
      const db = await openStore(settings);
      assert.ok((await count(db, 'offer')) > 50);
      await db.run(`DELETE FROM offer WHERE sku = 'DEMO-SKU-1' AND marketplace_id = 'STORE_US'`);
      const left = await count(db, 'offer');
      const second = start(settings);
      const address = await second.address();
      assert.doesNotMatch(second.stdout, /demo market/);
      assert.equal(await count(db, 'offer'), left);
      await db.close();
      if (engine === 'postgres') await survivesOutage(second, address);
    });
  }

  for (const engine of ['sqlite', 'postgres'] as const) {
    testInTorture(
      `${engine}: kill -9 during an import leaves whole batches, and a second run completes it`,
      async () => {
        const settings = await engines[engine]('killed');
        const file = join(folder, 'market.jsonl');
        const records = Array.from(seedRecords({ items: 1_000, sellers: 40, seed: 3 }));
        const output = createWriteStream(file);
        output.end(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
        await finished(output);
        const offers = records.filter(({ kind }) => kind === 'offer').length;

        const migrated = start(settings, 'migrate');
        assert.equal(await migrated.ended(), 0);
        const db = await openStore(settings);
        const interrupted = start(settings, 'import', file, '--rejects', join(folder, 'rejects.jsonl'));
        while ((await count(db, 'offer')) === 0) await sleep(10);
        interrupted.signal('SIGKILL');
        await interrupted.ended();
        const kept = await count(db, 'offer');
        assert.ok(kept > 0 && kept < offers, `${kept} of ${offers}`);
        const orphans = await db.all(
          `SELECT 1 AS one FROM offer LEFT JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id
         WHERE board.item_id IS NULL`,
        );
        assert.deepEqual(orphans.length, 0, 'every offer has a board, made or marked');

        const again = start(settings, 'import', file, '--rejects', join(folder, 'rejects.jsonl'));
        assert.equal(await again.ended(), 0, again.stderr);
        assert.match(again.stdout, /added, .*unchanged/);
        assert.equal(await count(db, 'offer'), offers);
        assert.equal(await count(db, 'board WHERE valid_until <= 0'), 0);
        await db.close();
        if (engine === 'sqlite') await startsWithoutDemo(settings);
      },
    );
  }

  /** Beside the operator's own market. */
  async function startsWithoutDemo(settings: Record<string, string>) {
    const service = start(settings);
    const address = await service.address();
    const token = await fetch(`${address}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('demoseller:demosellersecret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    assert.equal(token.status, 401);
    await service.printed(/"clientId":"demoseller","msg":"a demo credential was refused: this provider has no demo/);
    assert.doesNotMatch(service.stdout, /created the demo/);
  }

  test('a store that cannot be opened is reported in one line without the password, with exit code 1', async () => {
    const service = start({ DATABASE_URL: 'postgres://user:hush-4711@127.0.0.1:9/none' });
    assert.equal(await service.ended(), 1);
    assert.match(service.stderr, /^PostgreSQL at 127\.0\.0\.1:9\/none cannot be opened: .*\n$/);
    assert.doesNotMatch(service.stderr, /hush/);
  });
});
