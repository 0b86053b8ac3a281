import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { appendEntry } from '../../src/audit/entry-table.ts';
import type { Db } from '../../src/db/db.ts';
import { withEngines } from '../db/engines.ts';
import { chainOf, entry, fill } from './filled-log.ts';

withEngines('the audit log', (engine) => {
  const opened = async (): Promise<{ db: Db; log: AuditLog }> => {
    const db = await (await engine.migrated()).open();
    return { db, log: new AuditLog(db) };
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
    assert.deepEqual(await numbers({ who: ['anna'] }), [2_000]);
    assert.deepEqual(await numbers({ who: ['ops', 'anna', 'nobody'], limit: 2 }), [3_000, 2_000]);
    assert.deepEqual(await numbers({ who: ['ops'], operation: 'applyChanges' }), [3_000, 1_000]);
    const [first] = await log.page({ limit: 1 });
    assert.deepEqual(await numbers({ before: first }), [2_000, 1_000]);
    assert.deepEqual(first?.details, { removed: 2 });
  });

  it('refuses updates and removals of entries', async () => {
    const { db, log } = await opened();
    await fill(log, [1, 2, 3]);
    const statements = ["UPDATE audit_entry SET who = 'nobody'", 'DELETE FROM audit_entry WHERE number = 3'];
    if (engine.name === 'postgres') statements.push('TRUNCATE audit_entry');
    // SQLite has no trigger for the row that such a statement removes.
    else
      for (const [number, id] of [
        ['number', "'other'"],
        ['number + 3', 'entry_id'],
      ])
        statements.push(
          `INSERT OR REPLACE INTO audit_entry SELECT ${number}, ${id}, at_ms, who_type, 'nobody', source, operation, outcome, request_id,
             details, digest, seller_id FROM audit_entry`,
        );
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
});
