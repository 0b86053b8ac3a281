import assert from 'node:assert/strict';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { DamagedStoreError, type Db } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import { until } from '../harness/until.ts';
import { copyCutOff, emptyLog, overwritePages, pagesOf } from './damaged-file.ts';
import { onEngine, withEngines } from './engines.ts';

const ROWS = 4_000;
const LATE = 'SELECT b FROM thing WHERE a = 3900';
/** Waits for readers, and lets nobody else checkpoint meanwhile. */
const CHECKPOINT = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(require('node:worker_threads').workerData, { timeout: 60_000 });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
`;
const EARLY = 'SELECT b FROM thing WHERE a = 5';

const isDamage = (error: unknown): boolean => {
  assert.ok(error instanceof DamagedStoreError, String(error));
  assert.match(error.message, /store\.db is damaged.*\(SQLITE_CORRUPT\)\. .*npm run restore -- DIR$/);
  return true;
};

onEngine('sqlite', 'a damaged file', (engine) => {
  /** A store with one table. */
  async function filled() {
    const database = await engine.fresh();
    const db = await database.open();
    await db.run('CREATE TABLE thing (a BIGINT PRIMARY KEY, b TEXT)');
    const rows = Array.from({ length: ROWS }, (_, n) => [n, 'x'.repeat(100)]);
    await db.many('INSERT INTO thing (a, b) VALUES {rows: bigint, text}', rows);
    return { database, file: database.config.file, db };
  }

  /** A table whose second half is garbage on disk. */
  async function damaged(): Promise<{ db: Db; other: Db; file: string }> {
    const { database, file, db } = await filled();
    await db.close();
    emptyLog(file);
    overwritePages(file, Math.ceil(pagesOf(file) / 2), pagesOf(file));
    return { db: await database.open(), other: await database.open(), file };
  }

  test('a read of a damaged page fails alone: the snapshot that it shares with others ends as usual', async () => {
    const { db, other } = await damaged();
    const errors: unknown[] = [];
    const values: unknown[] = [];
    const read = (sql: string) => {
      try {
        values.push((db.get<{ b: string }>(sql) as { b: string }).b.length);
      } catch (error) {
        errors.push(error);
      }
    };
    assert.equal(db.damage(), undefined);
    for (let n = 1; n <= 3; n += 1) {
      db.readSnapshot(() => [EARLY, LATE, EARLY].forEach(read));
      assert.equal(errors.length, n);
    }
    assert.ok(errors.every(isDamage));
    assert.equal(db.damage(), 'store.db is damaged (SQLITE_CORRUPT)');
    assert.deepEqual(values, [100, 100, 100, 100, 100, 100]);
    // The next snapshot is a later one: a transaction that stayed open would show the past for ever.
    await other.run('UPDATE thing SET b = $1 WHERE a = 5', ['short']);
    db.readSnapshot(() => read(EARLY));
    assert.equal(values.at(-1), 5);
    assert.equal(typeof db.foreignChanges(), 'number');
  });

  test('every way to read and write meets the same error, and the store goes on', async () => {
    const { db } = await damaged();
    const many = 'SELECT thing.a FROM (VALUES {rows: bigint}) AS k JOIN thing ON thing.a = k.column1';
    const change = 'UPDATE thing SET b = $1 WHERE a = $2';
    const calls: (() => unknown)[] = [
      () => db.get(LATE),
      () => db.all('SELECT b FROM thing'),
      () =>
        db.many(
          many,
          Array.from({ length: 300 }, (_, n) => [n + 3_700]),
        ),
      () => db.run(change, ['y', 3_900]),
      () =>
        db.many(`WITH k (a) AS (VALUES {rows: bigint key}) UPDATE thing SET b = 'y' FROM k WHERE thing.a = k.a`, [
          [3_900],
        ]),
      () => db.transaction((tx) => tx.run(change, ['y', 3_900])),
      () => Array.fromAsync(db.each('SELECT b FROM thing')),
    ];
    for (const call of calls) {
      await assert.rejects(async () => call(), isDamage);
      assert.equal(await db.run(change, ['y', 5]), 1);
      assert.equal(await db.transaction((tx) => tx.run(change, ['z', 6])), 1);
      assert.equal((await db.get<{ b: string }>(EARLY))?.b, 'y');
    }
    await db.ping();
  });

  test('a file that another process is just completing from the log is not damaged', async () => {
    const database = await engine.fresh();
    const { file } = database.config;
    const db = await database.open();
    await db.run('CREATE TABLE thing (a BIGINT PRIMARY KEY, b TEXT)');
    emptyLog(file);
    // The reader keeps the checkpoint of the other thread waiting, with the rows still in the log.
    const reader = new DatabaseSync(file);
    reader.exec('BEGIN; SELECT count(*) FROM thing');
    const rows = Array.from({ length: ROWS }, (_, n) => [n, 'x'.repeat(100)]);
    await db.many('INSERT INTO thing (a, b) VALUES {rows: bigint, text}', rows);
    const checkpoint = new Worker(CHECKPOINT, { eval: true, workerData: file });
    const ended = once(checkpoint, 'exit');
    const probe = new DatabaseSync(file);
    const isBusy = () => probe.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.busy === 1;
    await until(isBusy);
    await (await openDb({ file })).close();
    assert.ok(isBusy(), 'the other checkpoint still runs');
    reader.exec('COMMIT');
    await ended;
  });

  test('a file that was cut off is noticed when it is opened, with and without a log', async () => {
    const { file, db } = await filled();
    emptyLog(file);
    copyCutOff(file, `${file}.copy`);
    await assert.rejects(openDb({ file: `${file}.copy` }), /copy is damaged.*npm run restore -- DIR/);
    await db.run('UPDATE thing SET b = $1 WHERE a = 5', ['in the log']);
    copyCutOff(file, `${file}.second`);
    await assert.rejects(openDb({ file: `${file}.second` }), /second is damaged.*npm run restore -- DIR/);
  });
});

onEngine('postgres', 'damaged data', (engine) => {
  test('is distinguished from other errors, and kept', async () => {
    const db = await (await engine.fresh()).open();
    const raise =
      "DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''data_corrupted'', MESSAGE = ''invalid page in block 3''; END'";
    await assert.rejects(async () => db.run(raise), /^DamagedStoreError: .*XX001.*invalid page in block 3.*backup/);
    assert.equal(db.damage(), 'the data in PostgreSQL is damaged (SQLSTATE XX001)');
    await db.ping();
  });
});

withEngines('a sound store', (engine) => {
  test('reports no damage, also after other errors', async () => {
    const db = await (await engine.fresh()).open();
    await assert.rejects(async () => db.get('SELECT nothing FROM nowhere'));
    assert.equal(db.damage(), undefined);
  });
});
