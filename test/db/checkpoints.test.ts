import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openDb } from '../../src/db/open.ts';
import { Checkpoints } from '../../src/db/sqlite/checkpoints.ts';
import { SqliteConnection } from '../../src/db/sqlite/connection.ts';
import { until } from '../harness/until.ts';

const PAGE = 4_096;

describe('checkpoints of a SQLite store', () => {
  let folder: string;
  let file: string;
  let writer: SqliteConnection;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
    file = join(folder, 'store.db');
    writer = new SqliteConnection(file, { readOnly: false, busyTimeoutMs: 0 });
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)');
  });
  afterEach(() => {
    writer.close();
    rmSync(folder, { recursive: true });
  });

  /** A transaction that adds so many pages to the log, at least. */
  const write = (pages: number) =>
    writer.atomically('BEGIN IMMEDIATE', () => {
      for (let n = 0; n < pages; n += 1) writer.run('INSERT INTO t (text) VALUES ($1)', ['x'.repeat(PAGE)]);
    });
  const log = () => {
    const found = writer.get<{ log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
    assert.ok(found);
    return found;
  };
  const ownFrom = () => writer.get<{ wal_autocheckpoint: number }>('PRAGMA wal_autocheckpoint')?.wal_autocheckpoint;

  it('are made by a thread as soon as the log is long, and not by the connection that writes', async () => {
    const checkpoints = new Checkpoints(file, writer);
    write(500);
    checkpoints.afterCommit();
    write(600);
    assert.equal(log().checkpointed, 0, 'SQLite itself would have made one here');
    checkpoints.afterCommit();
    await until('all of the log is in the file', () => log().checkpointed === log().log);
    write(1);
    assert.ok(log().log < 10, 'the log begins anew');
    await checkpoints.close();
  });

  it('keep the log bounded while one transaction follows another', async () => {
    const checkpoints = new Checkpoints(file, writer, { duePages: 20, fullPages: 200 });
    let longest = 0;
    for (let n = 0; n < 100; n += 1) {
      await checkpoints.room();
      write(30);
      checkpoints.afterCommit();
      longest = Math.max(longest, statSync(`${file}-wal`).size / PAGE);
    }
    assert.ok(longest < 300, `${longest} pages`);
    assert.ok(longest > 190, `a writer waits only for a full log: ${longest} pages`);
    await checkpoints.close();
  });

  it('let writers go on while somebody reads old pages, and shorten the log afterwards', async () => {
    const checkpoints = new Checkpoints(file, writer, { duePages: 20, fullPages: 100 });
    const reader = new SqliteConnection(file, { readOnly: true, busyTimeoutMs: 0 });
    reader.exec('BEGIN');
    reader.get('SELECT count(*) FROM t');
    for (let n = 0; n < 20; n += 1) {
      await checkpoints.room();
      write(30);
      checkpoints.afterCommit();
    }
    assert.ok(log().log > 600);
    assert.equal(reader.get<{ n: number }>('SELECT count(*) AS n FROM t')?.n, 0);
    reader.exec('COMMIT');
    await until('a later commit has all of the log copied', () => {
      checkpoints.afterCommit();
      return log().checkpointed === log().log;
    });
    reader.close();
    await checkpoints.close();
  });

  it('are made by SQLite where there can be no thread', async () => {
    const program = new URL('./no-such-program.ts', import.meta.url);
    const checkpoints = new Checkpoints(file, writer, { duePages: 20, fullPages: 100, program });
    const before = Number(ownFrom());
    write(30);
    checkpoints.afterCommit();
    await until('the thread is given up', () => ownFrom() === 1_000);
    assert.ok(before > 1_000);
    await checkpoints.room();
    write(1_100);
    assert.equal(log().checkpointed, log().log);
    checkpoints.afterCommit();
    await checkpoints.close();
  });

  it('count as no change of another process', async () => {
    const db = await openDb({ file });
    await db.run('CREATE TABLE u (n BIGINT, text TEXT)');
    const before = db.foreignChanges();
    const text = 'x'.repeat(PAGE);
    for (let n = 0; n < 3; n += 1)
      await db.many(
        'INSERT INTO u (n, text) VALUES {rows: bigint, text}',
        Array.from({ length: 500 }, (_, at) => [at, text]),
      );
    await until('most of the log is in the file', () => log().checkpointed >= 1_000);
    assert.equal(db.foreignChanges(), before);
    await db.run('DELETE FROM u WHERE n = 1');
    assert.equal(db.foreignChanges(), before);
    await db.close();
  });
});
