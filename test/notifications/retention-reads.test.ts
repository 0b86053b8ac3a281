import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { BATCH_ROWS } from '../../src/db/sweep.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { withEngines } from '../db/engines.ts';
import { postgresRowsRead } from '../db/postgres-plan.ts';
import { oneLine, type Recorded, recording } from '../db/recorded-statements.ts';
import { sqliteSteps } from '../db/sqlite-plan.ts';
import { addDeliveries } from './many-deliveries.ts';
import { NOW, notificationsOn } from './notification-store.ts';

const KEEP_MS = 30 * DAY_MS;
const nowMs = NOW + KEEP_MS + 9 * DAY_MS;
/** More than two batches. */
const OLD = 2 * BATCH_ROWS + 50;

withEngines('what the retention of deliveries reads', (engine) => {
  /** Old deliveries: the oldest wait or were settled late, and the next have gone through. */
  async function openOld(settled: 'settled_ms' | 'expires_ms') {
    const database = await engine.migrated();
    const db = await database.open();
    const { destinationId } = await notificationsOn(db).webhook('S1');
    const later = { expires_ms: nowMs + DAY_MS };
    await addDeliveries(db, destinationId, 60, later);
    await addDeliveries(db, destinationId, 60, { ...later, [settled]: nowMs - DAY_MS });
    await addDeliveries(db, destinationId, OLD, { ...later, [settled]: NOW + DAY_MS });
    return { db, plain: await database.open() };
  }

  const rowsIn = async (db: Db, condition: string) =>
    (await db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM delivery WHERE ${condition}`))?.n;

  /** What a statement of the sweep reads of deliveries: the rows by index on PostgreSQL, the steps of the plan on SQLite. */
  async function readsOf(statement: RegExp, { db, plain }: Awaited<ReturnType<typeof openOld>>) {
    const rows = new Map<string, number>();
    const steps = new Set<string>();
    const look = async (recorded: Recorded) => {
      if (!statement.test(oneLine(recorded.sql))) return;
      if (plain.engine === 'sqlite') for (const step of await sqliteSteps(plain, recorded)) steps.add(step);
      else for (const [name, n] of await postgresRowsRead(plain, recorded)) rows.set(name, (rows.get(name) ?? 0) + n);
    };
    const { db: watched, statements } = recording(db, look);
    await applyRetention(watched, nowMs, KEEP_MS);
    const runs = [...statements.values()].find(({ sql }) => statement.test(oneLine(sql)))?.runs;
    const ofDeliveries = [...steps].filter((step) => /^(SCAN|SEARCH) delivery /.test(step) || step.startsWith('USE'));
    return { runs, rows: Object.fromEntries(rows), steps: ofDeliveries };
  }

  const BY_ID = 'SEARCH delivery USING COVERING INDEX sqlite_autoindex_delivery_1 (delivery_id=?)';

  test('settled deliveries are deleted in the order of settlement, and no other is read', async () => {
    const store = await openOld('settled_ms');
    const { runs, rows, steps } = await readsOf(/^DELETE FROM delivery .* settled_ms/, store);
    assert.deepEqual([runs, await rowsIn(store.db, '1 = 1'), await rowsIn(store.db, 'settled_ms > 0')], [3, 120, 60]);
    const bySettlement = 'SEARCH delivery USING INDEX delivery_settlement (settled_ms>? AND settled_ms<?)';
    if (engine.name === 'sqlite') assert.deepEqual(steps, [BY_ID, bySettlement]);
    else assert.deepEqual(rows, { delivery_settlement: OLD, delivery_pkey: OLD });
  });

  test('deliveries expire in the order of their end, and no other is read', async () => {
    const store = await openOld('expires_ms');
    const { runs, rows, steps } = await readsOf(/^UPDATE delivery SET state = 'EXPIRED'/, store);
    assert.deepEqual([runs, await rowsIn(store.db, "state = 'EXPIRED'")], [4, OLD + 60]);
    const byEnd = 'SEARCH delivery USING INDEX delivery_expiring (expires_ms>? AND expires_ms<?)';
    if (engine.name === 'sqlite') assert.deepEqual(steps, [BY_ID, byEnd]);
    else assert.deepEqual(rows, { delivery_expiring: OLD + 60, delivery_pkey: OLD + 60 });
  });

  test('what belongs to a removed destination, old keys and old counts are found by key, and no other is read', async () => {
    const store = await openOld('settled_ms');
    const removed = await notificationsOn(store.db).webhook('S2');
    await addDeliveries(store.db, removed.destinationId, 30, { expires_ms: nowMs + DAY_MS });
    await store.db.run("UPDATE destination SET status = 'DELETED' WHERE channel_id = $1", [removed.destinationId]);
    for (const [day, n] of [...Array(40).keys()].map((i) => [i < 10 ? 1 : 40_000, i])) {
      const createdMs = day === 1 ? 1 : nowMs;
      await store.db.run("INSERT INTO idempotency_key VALUES ($1, 'o', 'k', 'h', 'm', $2)", [`c${n}`, createdMs]);
      await store.db.run('INSERT INTO message_count VALUES ($2, $1, 1)', [`c${n}`, day ?? 0]);
    }
    const { rows, steps } = await readsOf(
      /^(DELETE FROM (delivery .* channel_id|idempotency_key|message_count)|SELECT channel_id FROM destination)/,
      store,
    );
    const byLog = 'SEARCH delivery USING COVERING INDEX delivery_log (channel_id=?)';
    if (engine.name === 'sqlite') assert.deepEqual(steps, [BY_ID, byLog]);
    else {
      const ofDeliveries = { delivery_log: 30, delivery_pkey: 30, destination_deleted: 1 };
      const ofKeys = { idempotency_key_age: 10, idempotency_key_pkey: 10 };
      assert.deepEqual(rows, { ...ofDeliveries, ...ofKeys, message_count_pkey: 20 });
    }
  });
});
