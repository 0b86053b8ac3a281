import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { appendEntry } from '../../src/audit/entry-table.ts';
import { keepAudit } from '../../src/audit/retention.ts';
import type { Db } from '../../src/db/db.ts';
import { setFact } from '../../src/db/service-fact.ts';
import { PIECE_ROWS } from '../../src/db/sweep.ts';
import type { AuditEntry, NewAuditEntry } from '../../src/domain/audit/audit-entry.ts';
import { withEngines } from '../db/engines.ts';

const DAY_MS = 86_400_000;

const entry = (atMs: number, parts: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  ...{ atMs, who: { type: 'client', id: 'ops' }, from: '203.0.113.7', operation: 'applyChanges', outcome: 'done' },
  details: { changed: 1 },
  ...parts,
});

async function chainOf(log: AuditLog): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const one of log.verified()) entries.push(one);
  return entries;
}

withEngines('the audit log', (engine) => {
  const opened = async (): Promise<{ db: Db; log: AuditLog }> => {
    const db = await (await engine.migrated()).open();
    return { db, log: new AuditLog(db) };
  };
  const fill = async (log: AuditLog, times: readonly number[]) => {
    for (const atMs of times) await log.append(entry(atMs));
    await log.seal();
  };

  it('has an entry exactly when the transaction of the change is committed', async () => {
    const { db, log } = await opened();
    await db.transaction((tx) => appendEntry(tx, entry(1)));
    const failing = db.transaction(async (tx) => {
      await appendEntry(tx, entry(2));
      throw new Error('the change fails');
    });
    await assert.rejects(failing, /the change fails/);
    assert.deepEqual(
      (await log.page({ limit: 10 })).map(({ atMs, number }) => [atMs, number]),
      [[1, 1]],
    );
  });

  it('keeps the order of entries that a process made in the same millisecond', async () => {
    const { log } = await opened();
    const inOrder = Array.from({ length: 40 }, (_, n) => `r-${n}`);
    for (const requestId of inOrder) await log.append(entry(1, { requestId }));
    assert.deepEqual(
      (await chainOf(log)).map(({ requestId }) => requestId),
      inOrder,
    );
  });

  it('gives all entries of concurrent writers and sealers one number each, without gaps, in one chain', async () => {
    const { log } = await opened();
    const write = async (writer: number) => {
      for (let n = 0; n < 15; n += 1) {
        await log.append(entry(n, { requestId: `${writer}-${n}` }));
        await log.seal();
      }
    };
    await Promise.all([1, 2, 3, 4].map(write));
    const entries = await chainOf(log);
    assert.deepEqual(
      entries.map(({ number }) => number),
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
    assert.equal(new Set(entries.map(({ requestId }) => requestId)).size, 60);
  });

  it('reads pages newest first, by time, who and operation', async () => {
    const { log } = await opened();
    await log.append(entry(1_000));
    await log.append(entry(2_000, { who: { type: 'user', id: 'anna' }, operation: 'import', outcome: 'begun' }));
    await log.append(entry(3_000, { details: { removed: 2 } }));
    const numbers = async (query: object) => (await log.page({ limit: 10, ...query })).map(({ atMs }) => atMs);
    assert.deepEqual(await numbers({}), [3_000, 2_000, 1_000]);
    assert.deepEqual(await numbers({ fromMs: 2_000 }), [3_000, 2_000]);
    assert.deepEqual(await numbers({ untilMs: 2_000 }), [1_000]);
    assert.deepEqual(await numbers({ who: 'anna' }), [2_000]);
    assert.deepEqual(await numbers({ who: 'ops', operation: 'applyChanges' }), [3_000, 1_000]);
    const [first] = await log.page({ limit: 1 });
    assert.deepEqual(await numbers({ before: first }), [2_000, 1_000]);
    assert.deepEqual(first?.details, { removed: 2 });
  });

  it('refuses updates and removals of entries', async () => {
    const { db, log } = await opened();
    await fill(log, [1, 2, 3]);
    const statements = ["UPDATE audit_entry SET who = 'nobody'", 'DELETE FROM audit_entry WHERE number = 3'];
    if (engine.name === 'postgres') statements.push('TRUNCATE audit_entry');
    for (const statement of statements) await assert.rejects(async () => db.run(statement), /only appended to/);
    assert.equal((await chainOf(log)).length, 3);
  });

  it('finds an entry that was changed, removed, put in front or cut off by others', async () => {
    for (const [tamper, problem] of [
      ["UPDATE audit_entry SET details = '{}' WHERE number = 2", /Entry 2 of the audit log was changed/],
      ['DELETE FROM audit_entry WHERE number = 2', /Entry 2 of the audit log is missing/],
      ['DELETE FROM audit_entry WHERE number = 1', /Entry 1 of the audit log is missing/],
      ['DELETE FROM audit_entry WHERE number = 3', /ends at entry 2, but 3 were written/],
      ['UPDATE audit_entry SET at_ms = 5 WHERE number = 3', /Entry 3 of the audit log was changed/],
    ] as const) {
      const { db, log } = await opened();
      await fill(log, [1, 2, 3]);
      // Who owns the tables can remove the triggers.
      for (const name of ['delete', 'update'])
        await db.run(
          `{sqlite: DROP TRIGGER audit_entry_${name}} {postgres: DROP TRIGGER IF EXISTS audit_entry_change ON audit_entry}`,
        );
      await db.run(tamper);
      await assert.rejects(chainOf(log), problem, tamper);
    }
  });

  it('loses entries older than AUDIT_DAYS in small pieces, keeps younger ones, and its chain holds', async () => {
    const { db, log } = await opened();
    const now = 1_000 * DAY_MS;
    const old = Array.from({ length: 2 * PIECE_ROWS + 50 }, (_, n) => now - 401 * DAY_MS + n);
    await fill(log, [...old, now - 400 * DAY_MS, now]);
    const deleted: number[] = [];
    const watched: Db = Object.create(db, {
      transaction: {
        value: (work: (tx: object) => unknown) =>
          db.transaction(
            (tx) =>
              work(
                Object.create(tx, {
                  run: {
                    value: async (sql: string, params: never) => {
                      const count = await tx.run(sql, params);
                      if (sql.startsWith('DELETE')) deleted.push(count);
                      return count;
                    },
                  },
                  get: { value: tx.get.bind(tx) },
                  all: { value: tx.all.bind(tx) },
                }),
              ) as never,
          ),
      },
    });
    const removing = keepAudit(watched, now, 400);
    // Changes go on meanwhile, in transactions of their own.
    for (let n = 0; n < 5; n += 1) await db.transaction((tx) => appendEntry(tx, entry(now)));
    await removing;
    assert.deepEqual(deleted, [PIECE_ROWS, PIECE_ROWS, 50]);
    const left = await chainOf(log);
    assert.deepEqual(
      left.map(({ number }) => number),
      Array.from({ length: 7 }, (_, n) => old.length + 1 + n),
    );
    await keepAudit(db, now, 0);
    await keepAudit(db, now + 10_000 * DAY_MS, 0);
    assert.equal((await chainOf(log)).length, 7, '0 keeps all');
    await keepAudit(db, now + 10_000 * DAY_MS, 400);
    assert.deepEqual(await chainOf(log), []);
    await fill(log, [now]);
    assert.deepEqual(
      (await chainOf(log)).map(({ number }) => number),
      [old.length + 8],
      'the chain goes on after its last entry was removed',
    );
  });

  it('holds for who verifies it while retention removes entries', async () => {
    const { db, log } = await opened();
    const now = 1_000 * DAY_MS;
    await fill(log, [1, 2, now, now + DAY_MS]);
    /** Reads as `db` does, but retention and a new entry come before its first row. */
    const late = (days: number) =>
      new AuditLog(
        Object.create(db, {
          each: {
            value: async function* (...statement: Parameters<Db['each']>) {
              await keepAudit(db, now + DAY_MS, days);
              await fill(log, [now + DAY_MS]);
              yield* db.each(...statement);
            },
          },
          get: { value: db.get.bind(db) },
          transaction: { value: db.transaction.bind(db) },
        }),
      );
    const numbersIn = async (entries: AuditLog) => (await chainOf(entries)).map(({ number }) => number);
    assert.deepEqual(await numbersIn(late(400)), [3, 4, 5]);
    assert.deepEqual(await numbersIn(late(0.5)), [4, 5, 6]);
    // Its rows are of one snapshot, also when all of them are removed after the first.
    const entries = log.verified();
    assert.equal((await entries.next()).value?.number, 4);
    await keepAudit(db, now + 400 * DAY_MS, 1);
    const rest = [await entries.next(), await entries.next(), await entries.next()];
    assert.deepEqual(
      rest.map(({ value }) => value?.number),
      [5, 6, 6],
    );
    assert.deepEqual(await numbersIn(log), []);
  });

  it('lets nobody remove more than retention released', async () => {
    const { db, log } = await opened();
    await fill(log, [1, 2, 3]);
    await setFact(db, 'audit horizon', '1 abc');
    await assert.rejects(async () => db.run('DELETE FROM audit_entry'), /only appended to/);
    assert.equal(await db.run('DELETE FROM audit_entry WHERE number = 1'), 1);
  });
});
