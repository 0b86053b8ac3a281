// run: without coverage

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { type Link, linkAfter, readLink, writeLink } from '../../src/audit/chain.ts';
import { columnsOf, type EntryColumns, valuesOf } from '../../src/audit/entry-table.ts';
import { keepAudit } from '../../src/audit/retention.ts';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { factOf, setFact } from '../../src/db/service-fact.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { migrations } from '../../src/migrations/list.ts';
import { moveStore } from '../../src/move/move.ts';
import { type Engine, onEngine, withEngines } from '../db/engines.ts';
import { chainOf, entry, fill } from './filled-log.ts';

const retention = { days: 400, who: { type: 'service', id: 'worker' }, from: 'host' } as const;
const numbersIn = async (log: AuditLog) => (await chainOf(log)).map(({ number }) => number);
const daysAgo = (days: number) => Date.now() - days * DAY_MS;
const many = (atMs: number, count: number) => Array.from({ length: count }, () => atMs);
const digestOf = async (db: Db, number: number) =>
  (await db.get<{ digest: string }>('SELECT digest FROM audit_entry WHERE number = $1', [number]))?.digest ?? '';

async function opened({ migrated }: Engine): Promise<{ db: Db; log: AuditLog }> {
  const db = await (await migrated()).open();
  return { db, log: new AuditLog(db) };
}

/** Appends a retention entry as somebody could who knows the chain, with statements alone. */
async function forge(db: Db, details: object | string): Promise<void> {
  const columns = columnsOf(entry(Date.now(), { operation: 'retention' }));
  const row = { ...columns, details: typeof details === 'string' ? details : JSON.stringify(details) };
  const link = linkAfter(readLink(await factOf(db, 'audit head')), row);
  await insert(db, row, link);
  await setFact(db, 'audit head', writeLink(link));
}

const insert = (db: Db, row: EntryColumns, { number, digest }: Link) =>
  db.run(
    `INSERT INTO audit_entry (entry_id, at_ms, who_type, who, source, operation, outcome, request_id, details, seller_id, number,
       digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [...valuesOf(row), number, digest],
  );

/** As versions wrote entries that knew no sellers. */
async function fillAsBefore(db: Db, times: readonly number[]): Promise<void> {
  let before = { number: 0, digest: '' };
  for (const atMs of times) {
    const values = valuesOf(columnsOf(entry(atMs))).slice(0, 9);
    const number = before.number + 1;
    before = { number, digest: hash('sha256', JSON.stringify([before.digest, number, ...values])) };
    await db.run(
      `INSERT INTO audit_entry (entry_id, at_ms, who_type, who, source, operation, outcome, request_id, details, number, digest)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [...values, number, before.digest],
    );
  }
  await setFact(db, 'audit head', writeLink(before));
}

withEngines('who writes the tables of the audit log', (engine) => {
  const removing = (db: Db, last: number, first = 1) =>
    assert.rejects(
      async () => db.run('DELETE FROM audit_entry WHERE number BETWEEN $1 AND $2', [first, last]),
      /only appended to/,
    );

  it('removes no entry, old or fresh, by moving the horizon, or by the mark of a move', async () => {
    const { db, log } = await opened(engine);
    await fill(log, [...many(daysAgo(300), 19), ...many(daysAgo(0), 3)]);
    for (const [first, last] of [
      [1, 19],
      [20, 22],
    ] as const) {
      await setFact(db, 'audit horizon', `${last} ${await digestOf(db, last)}`);
      await removing(db, last, first);
    }
    await setFact(db, 'move', JSON.stringify({ state: 'unfinished', from: 'elsewhere' }));
    await removing(db, 22);
    assert.equal((await chainOf(log)).length, 22);
  });

  it('removes no entry by a retention entry that is not true', async () => {
    const { db, log } = await opened(engine);
    await fill(log, [...many(daysAgo(30), 10), ...many(daysAgo(0), 12)]);
    const said = { first: 1, last: 10, count: 10, digest: await digestOf(db, 10), olderThanDays: 29 };
    for (const untrue of [
      { ...said, olderThanDays: 400 },
      { ...said, olderThanDays: null },
      { ...said, digest: 'another' },
      { ...said, last: 9, digest: await digestOf(db, 9) },
      { ...said, first: 2 },
    ]) {
      await forge(db, untrue);
      await removing(db, 10);
    }
    // Fresh entries stay, whatever it says.
    for (const olderThanDays of [29, 1, 0, -1]) {
      await forge(db, { ...said, last: 19, digest: await digestOf(db, 19), olderThanDays });
      await removing(db, 19);
    }
    // Neither do words in the place of numbers open anything, nor does an entry that names itself.
    for (const untrue of [
      ...['x', '-9', 'NaN', '1', [1], true].map((olderThanDays) => ({ ...said, last: 19, olderThanDays })),
      { ...said, last: 'x' },
      { ...said, first: 'x' },
      { ...said, last: 1_000 },
    ]) {
      await forge(db, untrue);
      await assert.rejects(async () => db.run('DELETE FROM audit_entry WHERE number <= 10'));
      await removing(db, 1);
    }
    // What they left is found out.
    await assert.rejects(chainOf(log), /Entry 11 of the audit log is missing|does not say what is gone|was added/);
  });

  it('removes old entries by a retention entry that is true: it is believed as long as it is the newest, and stays', async () => {
    const { db, log } = await opened(engine);
    await fill(log, [...many(daysAgo(30), 10), ...many(daysAgo(0), 12)]);
    const said = { first: 1, last: 10, count: 10, digest: await digestOf(db, 10), olderThanDays: 29 };
    await forge(db, said);
    await fill(log, many(daysAgo(0), 1));
    await removing(db, 10);
    await forge(db, said);
    assert.equal(await db.run('DELETE FROM audit_entry WHERE number <= 10'), 10);
    await removing(db, 25, 25);
    const left = await chainOf(log);
    assert.deepEqual([left[0]?.number, left.at(-1)?.details], [11, said]);
  });

  it('is found out when a retention entry stands beside what it removed, also when another one takes it back', async () => {
    const { db, log } = await opened(engine);
    await fill(log, many(daysAgo(30), 3));
    const [first] = await db.all<EntryColumns>('SELECT * FROM audit_entry WHERE number = 1');
    await forge(db, { first: 1, last: 1, count: 1, digest: await digestOf(db, 1), olderThanDays: 29 });
    await db.run('DELETE FROM audit_entry WHERE number = 1');
    if (first) await insert(db, first, linkAfter(readLink(undefined), first));
    await assert.rejects(chainOf(log), /Entry 1 of the audit log was added: the log begins at entry 2/);
    await forge(db, { first: 1, last: 0, count: 0, digest: '', olderThanDays: 29 });
    await assert.rejects(chainOf(log), /Entry 1 of the audit log was added: entry 4 says that it was removed/);
  });

  it('is found out when a retention entry says two things, one to the triggers and one to readers', async () => {
    const { db, log } = await opened(engine);
    await fill(log, many(daysAgo(30), 3));
    const said = JSON.stringify({ first: 1, last: 1, count: 1, digest: await digestOf(db, 1), olderThanDays: 29 });
    await forge(db, said.replace('}', ',"olderThanDays":400}'));
    if (engine.name === 'sqlite') assert.equal(await db.run('DELETE FROM audit_entry WHERE number = 1'), 1);
    await assert.rejects(chainOf(log), /does not say what is gone/);
  });

  it('is found out by an entry before the beginning, and by a retention entry that is not in the chain', async () => {
    for (const [number, operation, problem] of [
      [3, 'import', /Entry 3 of the audit log was added: the log begins at entry 6/],
      // The number of a row with which verification begins.
      [-2, 'import', /Entry -2 of the audit log was added/],
      [7, 'retention', /Entry 7 of the audit log was changed/],
    ] as const) {
      const { db, log } = await opened(engine);
      await fill(log, many(daysAgo(500), 5));
      await keepAudit(db, { ...retention, nowMs: Date.now() });
      assert.deepEqual(await numbersIn(log), [6]);
      await db.run(
        `INSERT INTO audit_entry SELECT ${number}, 'added', at_ms, who_type, who, source, '${operation}', outcome, request_id, details,
           digest, seller_id FROM audit_entry`,
      );
      await assert.rejects(chainOf(log), problem);
    }
  });

  it('is found out when entries are gone although triggers were dropped and the horizon moved', async () => {
    const { db, log } = await opened(engine);
    await fill(log, many(daysAgo(0), 22));
    await db.run(`DROP TRIGGER {sqlite: audit_entry_delete} {postgres: audit_entry_change ON audit_entry}`);
    await setFact(db, 'audit horizon', `19 ${await digestOf(db, 19)}`);
    assert.equal(await db.run('DELETE FROM audit_entry WHERE number <= 19'), 19);
    await assert.rejects(chainOf(log), /Entry 1 of the audit log is missing/);
  });

  it('leaves the log of an earlier version as it is: its beginning is known, but not proven', async () => {
    const db = await (await engine.fresh()).open();
    const log = new AuditLog(db);
    await migrate(
      db,
      migrations.filter(({ name }) => name < '0014'),
    );
    await fillAsBefore(db, [...many(daysAgo(500), 3), ...many(daysAgo(0), 2)]);
    const digest = await digestOf(db, 3);
    /** As that version removes entries. */
    const removeAsBefore = async (last: number) => {
      await setFact(db, 'audit horizon', `${last} ${await digestOf(db, last)}`);
      await db.run('DELETE FROM audit_entry WHERE number <= $1', [last]);
    };
    await removeAsBefore(3);
    await migrate(db, migrations);
    const left = await chainOf(log);
    assert.deepEqual(
      left.map(({ number, operation }) => [number, operation]),
      [
        [4, 'applyChanges'],
        [5, 'applyChanges'],
        [6, 'retention'],
      ],
    );
    assert.deepEqual(left[2]?.details, { first: 1, last: 3, count: 3, digest, isUnproven: true });
    await assert.rejects(removeAsBefore(4), /only appended to/);
    await fill(log, many(daysAgo(0), 1));
    await keepAudit(db, { ...retention, nowMs: Date.now() + 410 * DAY_MS, days: 400 }).then(
      () => assert.fail('they are fresh by the clock of the engine'),
      (error: Error) => assert.match(error.message, /only appended to/),
    );
    assert.deepEqual(await numbersIn(log), [4, 5, 6, 7]);
  });
});

onEngine('postgres', 'who has another table of the same name', (postgres) => {
  it('removes no entry by what it says, be it temporary or first in the path', async () => {
    const { db, log } = await opened(postgres);
    await fill(log, many(daysAgo(30), 3));
    const digest = await digestOf(db, 2);
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.run(
          'CREATE TEMP TABLE pg_temp.audit_entry ON COMMIT DROP AS SELECT * FROM audit_entry WHERE number = 3',
        );
        await tx.run(
          `UPDATE pg_temp.audit_entry SET number = 9, operation = 'retention',
             details = '{"first":1,"last":2,"count":2,"digest":"${digest}","olderThanDays":1}'`,
        );
        await tx.run(
          `DO $$ BEGIN EXECUTE format('DELETE FROM %I.audit_entry WHERE number <= 2', current_schema()); END $$`,
        );
      }),
      /only appended to/,
    );
    assert.deepEqual(await numbersIn(log), [1, 2, 3]);
  });
});

onEngine('sqlite', 'an audit log that is moved', (sqlite) => {
  onEngine('postgres', 'and back', (postgres) => {
    it('is verified there, also when a move was interrupted, and is protected again', async () => {
      const { db: source, log } = await opened(sqlite);
      await fill(log, [...many(daysAgo(500), 5), ...many(daysAgo(0), 5)]);
      let from = source;
      for (const engine of [postgres, sqlite]) {
        const target = await (await engine.fresh()).open();
        const stores = [
          { db: from, name: `from ${engine.name}` },
          { db: target, name: engine.name },
        ] as const;
        const beforeFinish = () => Promise.reject(new Error('the machine stops'));
        await assert.rejects(moveStore(...stores, { owner: 'service', migrations, beforeFinish }), /the machine stops/);
        // Meanwhile the source goes on.
        await keepAudit(from, { ...retention, nowMs: Date.now() });
        await moveStore(...stores, { owner: 'service', migrations });
        assert.deepEqual(await numbersIn(new AuditLog(target)), [6, 7, 8, 9, 10, 11]);
        for (const db of [from, target])
          for (const statement of ['DELETE FROM audit_entry', 'UPDATE audit_entry SET number = 0'])
            await assert.rejects(async () => db.run(statement), /only appended to/);
        from = target;
      }
    });
  });
});
