import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../src/db/db.ts';
import type { StoringPace } from '../../../src/reports/files/document-files.ts';
import { TableDocuments } from '../../../src/reports/files/table-documents.ts';
import { reportDepth } from '../../../src/reports/report-depth.ts';
import { keepReports } from '../../../src/reports/retention.ts';
import { claimReport, EXTEND_EVERY_MS, hasWork, releaseReport } from '../../../src/reports/run/claim.ts';
import type { RunParts } from '../../../src/reports/run/run-parts.ts';
import { runReport } from '../../../src/reports/run/run-report.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { addReceipts } from './many-receipts.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const body = { reportType: 'PRICE_CHANGES' };
/** More than a small report has. */
const LINES = 2_001;

/** A server on which a part of a document takes long. */
class SlowDocuments extends TableDocuments {
  readonly #aside: () => Promise<unknown>;

  /** `aside` runs after that part, and at the end. */
  constructor(db: Db, aside: () => Promise<unknown>) {
    super(db);
    this.#aside = aside;
  }

  override async keep(reportId: string, folder: string, pace: StoringPace): Promise<void> {
    await pace(() => sleep(EXTEND_EVERY_MS + 50));
    await this.#aside();
    await super.keep(reportId, folder, pace);
    await this.#aside();
  }
}

withEngines('the work on reports', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let app: ReportsApp;
  before(async () => {
    app = await openReports(engine);
    await addReceipts(app.db, 'ACME', LINES);
  });
  after(() => app.close());

  const asked = async (seller: string): Promise<string> => (await app.ask(`for.${seller}`, body)).json().reportId;
  const claimed = async (onlySmall = false) => {
    const found = await claimReport(app.db, app.clock.now, onlySmall);
    assert.ok(found);
    return found;
  };
  const leftFiles = () =>
    readdirSync(app.folder).flatMap((name) => (name === 'unfinished' ? readdirSync(join(app.folder, name)) : []));
  /** Ends a process when it asks for the time for the n-th time. */
  const endingAt = (call: number): RunParts => {
    const ending = new AbortController();
    let calls = 0;
    const now = () => {
      calls += 1;
      if (calls === call) ending.abort();
      return app.clock.now;
    };
    return { ...app.parts, now, signal: ending.signal };
  };

  test('a process that ends after the copy leaves it to the next one, and the report is true at the first instant', async () => {
    const id = await asked('ACME');
    const { now } = app.clock;
    assert.equal(await runReport(endingAt(2), await claimed()), 'stopped');
    assert.equal((await app.report('for.ACME', id)).total, LINES);
    app.clock.now += 1_000;
    await app.db.run(`UPDATE price_change SET state = 'REJECTED' WHERE seller_id = 'ACME'`);
    await app.makeAll();
    const done = await app.report('for.ACME', id);
    assert.deepEqual([done.state, done.instant], ['DONE', new Date(now).toISOString()]);
    const { lines } = await app.lines('for.ACME', done.reportDocumentId);
    assert.deepEqual([lines.length, new Set(lines.map(({ State }) => State))], [LINES, new Set(['UNCHANGED'])]);
    assert.deepEqual(leftFiles(), []);
  });

  test('a process that ends before the end of the copy leaves nothing, and the report begins again at a new instant', async () => {
    const id = await asked('ACME');
    assert.equal(await runReport(endingAt(1), await claimed()), 'stopped');
    app.clock.now += 1_000;
    await app.makeAll();
    assert.equal((await app.report('for.ACME', id)).instant, new Date(app.clock.now).toISOString());
  });

  once('a report that is cancelled while it is made stops, and leaves no file', async () => {
    const id = await asked('ACME');
    const running = runReport(app.parts, await claimed());
    assert.equal((await app.send('for.ACME', 'DELETE', `/reports/${id}`)).statusCode, 204);
    assert.equal(await running, 'lost');
    assert.equal((await app.report('for.ACME', id)).state, 'CANCELLED');
    assert.deepEqual(leftFiles(), []);
    assert.equal(
      (await app.db.get<{ n: number }>('SELECT COUNT(*) AS n FROM report_part WHERE report_id = $1', [id]))?.n,
      0,
    );
  });

  once('what cannot be made is FATAL and says why', async () => {
    const cases: [string, Partial<RunParts['limits']>, RegExp][] = [
      ['SnapshotTooLong', { maxSnapshotMs: 0 }, /Copying the rows took longer than 0 s: 1 rows were copied/],
      ['SellerLimit', { maxSellerBytes: 10 }, /may take 0 MB together. Delete some/],
      ['ServiceLimit', { maxBytes: 10 }, /The reports of all sellers/],
      ['DiskFull', { minFreeBytes: 1e15 }, /no space left/],
    ];
    for (const [code, limits, message] of cases) {
      const id = await asked('ACME');
      const parts = { ...app.parts, limits: { ...app.parts.limits, ...limits } };
      assert.equal(await runReport(parts, await claimed()), 'failed');
      const { state, failure } = (await app.report('for.ACME', id)) as unknown as {
        state: string;
        failure: { code: string; message: string };
      };
      assert.deepEqual([state, failure.code], ['FATAL', code]);
      assert.match(failure.message, message);
      assert.deepEqual(leftFiles(), []);
    }
  });

  test('what waits, is made and has failed is counted, for metrics and the doctor', async () => {
    await app.db.run('DELETE FROM report');
    const before = await reportDepth(app.db, app.clock.now);
    assert.deepEqual([before.waiting, before.running, before.ageMs, before.failed.get('DiskFull')], [0, 0, 0, 0]);
    await asked('ACME');
    const ended: unknown[] = [];
    const onOutcome: RunParts['onOutcome'] = ({ type }, outcome, failure) => ended.push([type, outcome, failure?.code]);
    const limits = { ...app.parts.limits, minFreeBytes: 1e15 };
    await runReport({ ...app.parts, limits, onOutcome }, await claimed());
    assert.deepEqual(ended, [['PRICE_CHANGES', 'failed', 'DiskFull']]);
    await asked('ACME');
    await asked('BOLT');
    await claimed();
    app.clock.now += 5_000;
    const { failed, ...open } = await reportDepth(app.db, app.clock.now);
    assert.deepEqual(open, { waiting: 1, running: 1, ageMs: 5_000 });
    assert.deepEqual([failed.get('DiskFull'), failed.get('Failed')], [1, 0]);
    const later = await reportDepth(app.db, app.clock.now + 3_600_000);
    assert.equal(later.failed.get('DiskFull'), 0, 'only the last hour counts');
    await app.db.run('DELETE FROM report');
  });

  if (engine.name === 'postgres')
    test('a process keeps a report while it stores the document, and stops when the report is cancelled', async () => {
      const run = async (aside: () => Promise<unknown>) =>
        runReport({ ...app.parts, store: new SlowDocuments(app.db, aside) }, await claimed());
      const [id, startMs] = [await asked('ACME'), app.clock.now];
      const leases: unknown[] = [];
      const pass = async () => {
        leases.push(await app.db.get('SELECT lease_until_ms - $2 AS lease FROM report WHERE id = $1', [id, startMs]));
        app.clock.now = startMs + 5_000;
      };
      assert.equal(await run(pass), 'done');
      assert.deepEqual(leases, [{ lease: 6_000 }, { lease: 11_000 }]);
      const other = await asked('ACME');
      assert.equal(await run(() => app.send('for.ACME', 'DELETE', `/reports/${other}`)), 'lost');
      assert.deepEqual(leftFiles(), []);
    });

  test('a small report does not wait behind large ones, and sellers take turns', async () => {
    for (let n = 0; n < 5; n += 1) await asked('ACME');
    const other = await asked('BOLT');
    assert.equal((await claimed(true)).report.id, other, 'the slot for small reports takes no large one');
    const running = [await claimed(), await claimed(), await claimed()];
    assert.deepEqual(
      running.map(({ report }) => report.sellerId),
      ['ACME', 'ACME', 'ACME'],
    );
    assert.equal(await hasWork(app.db, app.clock.now), false, 'a seller has three running ones at most');
    const next = await asked('BOLT');
    assert.equal((await claimed()).report.id, next);
    for (const one of running) await releaseReport(app.db, one);
    assert.ok(await hasWork(app.db, app.clock.now));
    await app.db.run(`DELETE FROM report WHERE state <> 'DONE'`);
  });

  test('concurrent requests and claims keep the bounds of a seller', async () => {
    const answers = await Promise.all(Array.from({ length: 26 }, () => app.ask('for.CORE', body)));
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    assert.deepEqual([count(202), count(429)], [20, 6]);
    const other: Db = engine.name === 'postgres' ? app.secondDb : app.db;
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, n) => claimReport(n % 2 === 0 ? app.db : other, app.clock.now, false)),
    );
    const taken = claims.flatMap((one) => (one ? [one.report.id] : []));
    assert.deepEqual([taken.length, new Set(taken).size], [3, 3]);
  });

  once('a report of a week ago is removed with its files, and so are files without a report', async () => {
    const done = await app.made('for.BOLT', body);
    const lost = await app.made('for.BOLT', body);
    await app.db.run('DELETE FROM report WHERE id = $1', [lost.reportId]);
    app.clock.now += 7 * 86_400_000 + 1;
    await keepReports(app.db, app.parts.stores, app.clock.now);
    assert.equal((await app.send('for.BOLT', 'GET', `/reports/${done.reportId}`)).statusCode, 404);
    assert.equal((await app.db.get<{ n: number }>('SELECT COUNT(*) AS n FROM report_part'))?.n, 0);
    assert.deepEqual(readdirSync(app.folder).includes('reports') ? readdirSync(join(app.folder, 'reports')) : [], []);
  });
});
