import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../../src/db/open.ts';
import { scaled } from '../harness/scale.ts';
import { startProcess } from './child-process.ts';

const KILLS = scaled(4, 50);
const ROWS = 300;

/** Each transaction adds about as many pages to the log as it has rows, so that a checkpoint runs most of the time. */
const writing = (file: string) => `
  const { openDb } = await load('./src/db/open.ts');
  const db = await openDb({ file: ${JSON.stringify(file)} });
  await db.run('CREATE TABLE IF NOT EXISTS t (n BIGINT, text TEXT)');
  for (let n = Number((await db.get('SELECT max(n) AS n FROM t')).n ?? 0) + 1; ; n += 1) {
    const rows = Array.from({ length: ${ROWS} }, () => [n, 'x'.repeat(4000)]);
    await db.transaction(async (tx) => {
      await tx.run('UPDATE t SET n = n WHERE rowid % 97 = $1', [n % 97]);
      await tx.many('INSERT INTO t (n, text) VALUES {rows: bigint, text}', rows);
    });
    console.log(n);
  }`;

describe('a process that is killed while a thread makes checkpoints', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  after(() => rmSync(folder, { recursive: true }));

  it('loses nothing that was acknowledged, and keeps no half of a transaction', async (t) => {
    const file = join(folder, 'store.db');
    let last = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, lines } = startProcess(writing(file));
      const first = await lines.next();
      void sleep(Math.random() * 400).then(() => child.kill('SIGKILL'));
      const closed = once(child, 'close');
      last = Number(first.value);
      for (let line = await lines.next(); !line.done; line = await lines.next()) last = Number(line.value);
      await closed;
      const db = await openDb({ file });
      assert.deepEqual((await db.all<{ quick_check: string }>('PRAGMA quick_check')).map(Object.values), [['ok']]);
      const { n: newest } = (await db.get<{ n: number }>('SELECT max(n) AS n FROM t')) ?? { n: 0 };
      // The last commit may have happened without its line.
      assert.ok(newest === last || newest === last + 1, `${newest} is in the store, ${last} was acknowledged`);
      const odd = await db.all(`SELECT n FROM t GROUP BY n HAVING count(*) <> ${ROWS}`);
      assert.deepEqual(odd, []);
      assert.equal((await db.get<{ n: number }>('SELECT count(*) AS n FROM t'))?.n, newest * ROWS);
      await db.close();
    }
    t.diagnostic(`${KILLS} kills, ${last} transactions`);
  });
});
