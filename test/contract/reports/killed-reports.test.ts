// run: without coverage

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withEnginesInTorture } from '../../db/engines.ts';
import { testInTorture } from '../../harness/scale.ts';
import { addReceipts } from './many-receipts.ts';
import type { MakerOrder } from './report-maker.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const KILLS = 20;
const LINES = 30_000;
const maker = fileURLToPath(new URL('report-maker.ts', import.meta.url));

withEnginesInTorture('a report whose process is killed', (engine) => {
  let app: ReportsApp;
  before(async () => {
    app = await openReports(engine);
    await addReceipts(app.db, 'ACME', LINES);
  });
  after(() => app.close());

  /** With `maxKilobytes` no file can become longer: the same writes fail as on a full disk. */
  const start = (maxKilobytes?: number) => {
    const order: MakerOrder = { config: app.databaseConfig, folder: app.folder, nowMs: app.clock.now };
    const limit = maxKilobytes === undefined ? '' : `ulimit -f ${maxKilobytes};`;
    const args = ['-c', `${limit} exec "$0" "$@"`, process.execPath, maker, JSON.stringify(order)];
    return spawn('bash', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const documentOf = async (id: string) => {
    const { reportDocumentId, state } = await app.report('for.ACME', id);
    assert.equal(state, 'DONE');
    const { body } = await app.send('for.ACME', 'GET', `/documents/${reportDocumentId}`);
    const [head = '', ...lines] = body.replace(id, 'THE REPORT').split('\n');
    return { head: JSON.parse(head) as { sequence: string }, lines };
  };

  test('is FATAL when the disk is full, which harms nothing else', async () => {
    const { reportId } = (await app.ask('for.ACME', { reportType: 'PRICE_CHANGES' })).json();
    // Only the log of SQLite grows: from here on it is empty.
    if (engine.name === 'sqlite') await app.db.get('PRAGMA wal_checkpoint(TRUNCATE)');
    await once(start(600), 'exit');
    const { state, failure } = (await app.report('for.ACME', reportId)) as {
      state: string;
      failure?: { code: string };
    };
    assert.deepEqual([state, failure?.code], ['FATAL', 'DiskFull']);
    assert.deepEqual(readdirSync(join(app.folder, 'unfinished')), []);
    const next = (await app.ask('for.ACME', { reportType: 'PRICE_CHANGES' })).json().reportId;
    await once(start(), 'exit');
    assert.equal((await app.report('for.ACME', next)).state, 'DONE');
  });

  testInTorture(
    `has the same bytes after ${KILLS} kills, on a market that stands still with a stopped clock`,
    async () => {
      const ask = async () => (await app.ask('for.ACME', { reportType: 'PRICE_CHANGES' })).json().reportId as string;
      const whole = await ask();
      const startedAt = performance.now();
      await once(start(), 'exit');
      const wholeMs = performance.now() - startedAt;
      const killed = await ask();
      let kills = 0;
      for (; kills < KILLS; kills += 1) {
        const process = start();
        const ended = once(process, 'exit');
        // From the start of the process to its end: some are killed while they copy, others while they compute.
        await Promise.race([ended, wait((wholeMs * (kills + 1)) / (KILLS + 1))]);
        process.kill('SIGKILL');
        await ended;
        // The clock stands still, so the lease would never end.
        await app.db.run(`UPDATE report SET lease_until_ms = 0 WHERE state = 'IN_PROGRESS'`);
        if ((await app.report('for.ACME', killed)).state === 'DONE') break;
      }
      await once(start(), 'exit');
      assert.ok(kills > 0);
      const [one, other] = [await documentOf(whole), await documentOf(killed)];
      // The end of the first report is an event, too: the second is true one event later.
      assert.deepEqual(other.head, { ...one.head, sequence: String(Number(one.head.sequence) + 1) });
      assert.equal(one.lines.length, LINES + 1);
      assert.equal(other.lines.length, one.lines.length);
      const differing = one.lines.findIndex((line, n) => line !== other.lines[n]);
      assert.equal(differing, -1, `${one.lines[differing]} and ${other.lines[differing]}`);
    },
  );
});
