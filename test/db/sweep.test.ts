import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Db, Sql } from '../../src/db/db.ts';
import { BATCH_ROWS, repeatSweep, sweep } from '../../src/db/sweep.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { removeAccount } from '../../src/idp/accounts.ts';
import { adapterOver } from '../../src/idp/adapter.ts';
import { cleanUp } from '../../src/idp/cleanup.ts';
import { insertClient, removeClient } from '../../src/idp/clients.ts';
import { digest } from '../../src/idp/secrets.ts';
import { createLog } from '../../src/log/log.ts';
import { deleteOldOutboxFiles } from '../../src/mail/outbox-folder.ts';
import { keepHistory } from '../../src/market/projections/history/retention.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { freshDb } from '../idp/harness.ts';
import { openNotifications } from '../notifications/notification-store.ts';
import { onEngine } from './engines.ts';
import { largestDropInOneTurn } from './turns.ts';

const ROWS = 1_000;

describe('a sweep', () => {
  it('runs each batch until it changes less than a whole batch, and lets other work run after every batch', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const turnsAt: number[] = [];
    const left = [2 * BATCH_ROWS + 5, 0];
    const batches = left.map((_, n) => () => {
      turnsAt.push(turns);
      const changed = Math.min(BATCH_ROWS, left[n] ?? 0);
      left[n] = (left[n] ?? 0) - changed;
      return changed;
    });
    assert.equal(await sweep(batches), 2 * BATCH_ROWS + 5);
    clearImmediate(next);
    assert.equal(turnsAt.length, 4);
    assert.equal(new Set(turnsAt).size, 4, `batches in the turns ${turnsAt}`);
  });

  it('ends early when it is stopped, and a failed run is reported and repeated', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const thirdRun = Promise.withResolvers<void>();
    const run = async (signal: AbortSignal) => {
      runs += 1;
      if (runs === 1) throw new Error('the store is down');
      if (runs === 3) thirdRun.resolve();
      if (runs >= 3) await sweep([() => BATCH_ROWS], signal);
    };
    const sweeper = repeatSweep('test', run, 1, { onFailure: (error) => failures.push(error) });
    await thirdRun.promise;
    await sweeper.stop();
    assert.equal(failures.length, 1);
    assert.equal(runs, 3);
  });
});

onEngine('sqlite', 'every sweep of the store lets other work run after each batch', (engine) => {
  const countIn = (db: Db, table: string) => () =>
    Number((db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`) as { n: number }).n);

  const assertInPieces = async (count: () => number, work: () => Promise<unknown>, left: number) => {
    assert.ok(count() >= ROWS);
    const largest = await largestDropInOneTurn(count, work);
    assert.equal(count(), left);
    assert.ok(largest <= BATCH_ROWS, `${largest} rows in one turn of the event loop`);
  };

  const records = async (db: Db, payload: { grantId?: string; clientId?: string; accountId?: string }) => {
    const options = { refreshGraceSeconds: 0, now: Date.now, log: createLog('silent') };
    const tokens = adapterOver(db, options)('RefreshToken');
    const grantId = digest(payload.grantId ?? 'g');
    await db.run(
      `INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, created_at, expires_at)
       VALUES ('Grant', $1, '{}', $1, $2, $3, 1, $4)`,
      [grantId, payload.accountId ?? null, payload.clientId ?? null, Date.now() + 900_000],
    );
    await db.transaction(async (tx) => {
      for (let n = 0; n < ROWS; n += 1)
        await tx.run(
          'INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, 1, 2)',
          ['RefreshToken', digest(`token ${n}`), '{}', grantId, payload.accountId ?? null, payload.clientId ?? null],
        );
    });
    return tokens;
  };

  it('expired records of the provider', async () => {
    const db = await freshDb(engine);
    await records(db, {});
    await assertInPieces(countIn(db, 'idp_record'), () => cleanUp(db, Date.now()), 1);
  });

  it('unused clients of the provider', async () => {
    const db = await freshDb(engine);
    await db.transaction(async (tx) => {
      for (let n = 0; n < ROWS; n += 1)
        await insertClient(tx, { id: `c${n}`, kind: 'dynamic', metadata: {}, createdAt: 1 });
    });
    await assertInPieces(countIn(db, 'idp_client'), () => cleanUp(db, Date.now()), 0);
  });

  it('clients of the provider that got no token for IDP_CLIENT_DAYS and have no grant', async () => {
    const db = await freshDb(engine);
    const now = 1_000 * DAY_MS;
    await db.transaction(async (tx) => {
      for (let n = 0; n < ROWS; n += 1)
        await insertClient(tx, { id: `c${n}`, kind: 'dynamic', metadata: {}, createdAt: 1 });
      for (const [id, kind] of [
        ['young', 'dynamic'],
        ['granted', 'dynamic'],
        ['own', 'seller'],
      ] as const)
        await insertClient(tx, { id, kind, metadata: {}, createdAt: 1 });
      await tx.run(`UPDATE idp_client SET used_at = CASE WHEN id = 'young' THEN $1 ELSE $1 - 1 END`, [
        now - 7 * DAY_MS,
      ]);
      await tx.run(
        `INSERT INTO idp_record (kind, id, payload, client_id, created_at, expires_at)
         VALUES ('Grant', 'g', '{}', 'granted', 1, $1)`,
        [now + 1],
      );
    });
    await assertInPieces(countIn(db, 'idp_client'), () => cleanUp(db, now, undefined, 7), 3);
  });

  it('history of items that do not exist any more', async () => {
    const db = await (await engine.migrated()).open();
    const now = 1_000 * DAY_MS;
    const box = `'New', 'Consumer', 'B2C'`;
    const columns =
      'kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, follows_consumers, featured_ms, featured_price_ms';
    const add = (tx: Sql, itemId: string, atMs: number) =>
      tx.run(`INSERT INTO market_log (${columns}) VALUES ('box', 'M1', $1, ${box}, $2, 0, 0, 0)`, [itemId, atMs]);
    await db.transaction(async (tx) => {
      await tx.run(`INSERT INTO marketplace (marketplace_id, record) VALUES ('M1', '{}')`);
      await tx.run(`INSERT INTO item (marketplace_id, item_id, record) VALUES ('M1', 'there', '{}')`);
      for (let n = 0; n < ROWS; n += 1) await add(tx, `gone ${n}`, n + 1);
      await add(tx, 'there', 1);
      await add(tx, 'just gone', now - 1);
    });
    await assertInPieces(countIn(db, 'market_log'), () => keepHistory(db, now, 90), 2);
    const left = await db.all<{ item_id: string }>('SELECT item_id FROM market_log ORDER BY item_id');
    assert.deepEqual(
      left.map(({ item_id }) => item_id),
      ['just gone', 'there'],
    );
  });

  it('the records of a client that is removed, of an account, and of a grant that ends', async () => {
    const db = await freshDb(engine);
    const count = countIn(db, 'idp_record');
    await insertClient(db, { id: 'app', kind: 'dynamic', metadata: {}, createdAt: 1 });
    await records(db, { clientId: 'app' });
    await assertInPieces(count, () => removeClient(db, 'app'), 0);

    await db.run(
      `INSERT INTO idp_account (id, email, password, seller_id, demo, created_at) VALUES ('a1', 'one@store.example', 'x', 'S1', 0, 1)`,
    );
    await records(db, { accountId: 'a1' });
    await assertInPieces(count, () => removeAccount(db, 'one@store.example'), 0);

    const tokens = await records(db, { grantId: 'g1' });
    await tokens.consume('token 1');
    await assertInPieces(count, () => assert.rejects(tokens.consume('token 1'), /invalid_grant/), 0);
    const others = await records(db, { grantId: 'g2' });
    await assertInPieces(count, () => others.revokeByGrantId('g2'), 1);
  });

  it('settled deliveries, those of a deleted destination, expired ones, idempotency keys and message counts', async () => {
    const store = await openNotifications(await engine.migrated());
    const { db } = store;
    const { destinationId } = await store.webhook('S1');
    const deliveries = countIn(db, 'delivery');
    const open = countIn(db, 'delivery WHERE settled_ms IS NULL');
    await store.publish('S1', ROWS);
    store.clock.now += 8 * DAY_MS;
    await assertInPieces(open, () => applyRetention(db, store.clock.now, 30 * DAY_MS), 0);
    store.clock.now += 31 * DAY_MS;
    await assertInPieces(deliveries, () => applyRetention(db, store.clock.now, 30 * DAY_MS), 0);

    await store.publish('S1', ROWS);
    await store.notifications.destinations.remove({ sellerId: 'S1' }, destinationId);
    await assertInPieces(deliveries, () => applyRetention(db, store.clock.now, 30 * DAY_MS), 0);

    await db.transaction(async (tx) => {
      // One key, sent by many callers.
      for (let n = 0; n < ROWS; n += 1) {
        await tx.run("INSERT INTO idempotency_key VALUES ($1, 'o', 'the same key', 'h', 'm', 1)", [`caller ${n}`]);
        await tx.run('INSERT INTO message_count VALUES (1, $1, 1)', [`seller ${n}`]);
      }
    });
    const keys = countIn(db, 'idempotency_key');
    const counts = countIn(db, 'message_count WHERE day = 1');
    const total = () => keys() + counts();
    await assertInPieces(total, () => applyRetention(db, store.clock.now, 30 * DAY_MS), 0);
  });
});

describe('the outbox', () => {
  it('deletes its own old files, also unfinished ones, and keeps young ones and those of others', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbox-test-'));
    const folder = join(dataDir, 'outbox');
    await mkdir(folder);
    const old = [
      '20260101T000000000Z-dlv_1-1.eml',
      '20260101T000000000Z-dlv_2-2.txt',
      '.20260101T000000000Z-d-1.json.part',
    ];
    const kept = ['20260301T000000000Z-dlv_3-1.eml', 'notes of the operator.txt'];
    for (const name of [...old, ...kept]) {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), 1, 1);
    }
    await deleteOldOutboxFiles(dataDir, Date.UTC(2026, 1, 1));
    assert.deepEqual(readdirSync(folder).sort(), kept.sort());
    await deleteOldOutboxFiles(join(dataDir, 'missing'), Date.now());
    rmSync(dataDir, { recursive: true });
  });
});
