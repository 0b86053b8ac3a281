import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { appendEntry } from '../../src/audit/entry-table.ts';
import { keepAudit } from '../../src/audit/retention.ts';
import type { Db } from '../../src/db/db.ts';
import { BATCH_ROWS } from '../../src/db/sweep.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { withEngines } from '../db/engines.ts';
import { chainOf, entry, fill } from './filled-log.ts';

const worker = { who: { type: 'service', id: 'worker' }, from: 'host' } as const;
const removeOld = (db: Db, nowMs: number, days: number) => keepAudit(db, { nowMs, days, ...worker });
const numbersIn = async (log: AuditLog) => (await chainOf(log)).map(({ number }) => number);

withEngines('retention of the audit log', (engine) => {
  const opened = async (): Promise<{ db: Db; log: AuditLog }> => {
    const db = await (await engine.migrated()).open();
    return { db, log: new AuditLog(db) };
  };
  /** Much earlier than the engine's clock. */
  const now = 1_000 * DAY_MS;

  it('removes entries older than AUDIT_DAYS in small batches, says which, keeps younger ones, and the chain holds', async () => {
    const { db, log } = await opened();
    const old = Array.from({ length: 2 * BATCH_ROWS + 50 }, (_, n) => now - 401 * DAY_MS + n);
    await fill(log, [...old, now - 400 * DAY_MS, now]);
    const digests = (await chainOf(log)).map(({ digest }) => digest);
    const removing = removeOld(db, now, 400);
    // Changes go on meanwhile, in transactions of their own.
    for (let n = 0; n < 5; n += 1) await db.transaction((tx) => appendEntry(tx, entry(now)));
    assert.equal(await removing, old.length);
    const left = await chainOf(log);
    assert.deepEqual(
      left.map(({ number }) => number),
      Array.from({ length: 10 }, (_, n) => old.length + 1 + n),
    );
    const removals = left.filter(({ operation }) => operation === 'retention');
    assert.deepEqual(
      removals.map(({ atMs, who, details }) => ({ atMs, who, ...details })),
      [
        [1, 100],
        [101, 200],
        [201, 250],
      ].map(([first = 0, last = 0]) => ({
        ...{ atMs: now, who: worker.who, first, last, count: last - first + 1 },
        ...{ digest: digests[last - 1], olderThanDays: 400 },
      })),
    );
    // What a process of the version before reads.
    assert.equal(await removeOld(db, now + 10_000 * DAY_MS, 0), 0, '0 keeps all');
    assert.equal(await removeOld(db, now + 10_000 * DAY_MS, 400), 10);
    assert.deepEqual(await numbersIn(log), [old.length + 11], 'what is left says what was removed');
    assert.equal(await removeOld(db, now + 20_000 * DAY_MS, 400), 0, 'and is not replaced by another such entry');
    await fill(log, [now]);
    assert.deepEqual(await numbersIn(log), [old.length + 11, old.length + 12]);
  });

  it('removes each entry once when several processes run it', async () => {
    const { db, log } = await opened();
    await fill(
      log,
      Array.from({ length: 30 }, (_, n) => n),
    );
    const counts = await Promise.all([1, 2, 3].map(() => removeOld(db, now, 400)));
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      [0, 0, 30],
    );
    assert.deepEqual(await numbersIn(log), [31]);
  });

  it('does not disturb who verifies the log', async () => {
    const { db, log } = await opened();
    await fill(log, [1, 2, now, now + 2 * DAY_MS]);
    /** Reads as `db` does, but retention and a new entry come before its first row. */
    const late = (days: number) =>
      new AuditLog(
        Object.create(db, {
          each: {
            value: async function* (...statement: Parameters<Db['each']>) {
              await removeOld(db, now + 2 * DAY_MS, days);
              await fill(log, [now + 2 * DAY_MS]);
              yield* db.each(...statement);
            },
          },
          get: { value: db.get.bind(db) },
          transaction: { value: db.transaction.bind(db) },
        }),
      );
    assert.deepEqual(await numbersIn(late(400)), [3, 4, 5, 6]);
    assert.deepEqual(await numbersIn(late(1)), [4, 5, 6, 7, 8]);
    // Its rows are of one snapshot, also when all of them are removed after the first.
    const entries = log.verified();
    const seen = [await entries.next()];
    await removeOld(db, now + 400 * DAY_MS, 1);
    while (!seen.at(-1)?.done) seen.push(await entries.next());
    assert.deepEqual(
      seen.map(({ value }) => (value && 'number' in value ? value.number : [value?.first, value?.last])),
      [4, 5, 6, 7, 8, [4, 8]],
    );
    assert.deepEqual(await numbersIn(log), [9]);
  });
});
