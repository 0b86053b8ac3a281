import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openDb } from '../../src/db/open.ts';
import { SqliteConnection } from '../../src/db/sqlite/connection.ts';
import { ReadConnections } from '../../src/db/sqlite/read-connections.ts';

describe('reads of a SQLite store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readers-'));
  const file = join(folder, 'store.db');
  after(() => rmSync(folder, { recursive: true }));

  it('use no mapping right after a change, which would have to map the file again', async () => {
    await (await openDb({ file })).close();
    const open = (isMapped: boolean) => new SqliteConnection(file, { readOnly: true, isMapped, busyTimeoutMs: 1_000 });
    const readers = new ReadConnections(open);
    const isMapped = () => (readers.next().get<{ mmap_size: number }>('PRAGMA mmap_size')?.mmap_size ?? 0) > 0;
    try {
      assert.deepEqual([isMapped(), isMapped()], [true, true]);
      readers.noteChange();
      assert.deepEqual([isMapped(), isMapped(), isMapped(), isMapped()], [false, false, true, true]);
    } finally {
      readers.close();
    }
  });

  it('see every change at once, whichever connection makes them', async () => {
    const db = await openDb({ file });
    try {
      await db.run('CREATE TABLE counted (n BIGINT NOT NULL)');
      await db.run('INSERT INTO counted (n) VALUES (0)');
      const read = async () => (await db.get<{ n: number }>('SELECT n FROM counted'))?.n;
      for (let n = 1; n <= 5; n += 1) {
        if (n % 2 === 0) await db.run('UPDATE counted SET n = $1', [n]);
        else await db.transaction((tx) => tx.run('UPDATE counted SET n = $1', [n]));
        for (let reads = 0; reads < n; reads += 1) assert.equal(await read(), n);
        db.readSnapshot(() => {
          const seen = [1, 2, 3, 4].map(() => (db.get('SELECT n FROM counted') as { n: number }).n);
          assert.deepEqual(seen, [n, n, n, n]);
        });
      }
    } finally {
      await db.close();
    }
  });
});
