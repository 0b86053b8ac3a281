import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '../../../src/db/db.ts';
import { refreshStatistics } from '../../../src/db/table-statistics.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { openMarket } from '../../../src/market/market.ts';
import { DoctorReports } from '../../../src/roles/api/doctor-report.ts';
import { queuesOf } from '../../../src/roles/api/service-queues.ts';
import { ProcessBeats } from '../../../src/service-state/process-beats.ts';
import { ServiceOverview } from '../../../src/service-state/service-overview.ts';
import { WorkLog } from '../../../src/service-state/work-log.ts';
import type { ServiceShape } from '../../../src/wire/service/service.ts';
import { withEngines } from '../../db/engines.ts';
import { type Permitted, wideReads } from '../../db/query-plans.ts';
import { recording } from '../../db/recorded-statements.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { until } from '../../harness/until.ts';

type Answer = import('typebox').Static<typeof ServiceShape>;

const MINUTE = 60_000;
const SECRETS = {
  OPERATOR_KEY: 'planted operator key, which nobody may read',
  SMTP_URL: 'smtp://mailer:planted%2Fpassword@mail.example:587',
  IDP_INTROSPECTION_CLIENT_SECRET: 'planted-client-secret',
};
const PLANTED = [...Object.values(SECRETS), 'planted/password', 'planted%2Fpassword'];

const permitted: Record<Db['engine'], Permitted[]> = {
  sqlite: [
    { statement: /FROM report/, step: /^SCAN in_(queue|progress)$/, because: 'what is counted ends at 10,000' },
    { statement: /pragma_page/, step: /pragma_page/, because: 'it is a number of the file' },
  ],
  postgres: [
    {
      statement: /FROM (delivery|destination|lane|market_event|board|price_change|report)/,
      step: /^Seq Scan/,
      because: 'these tables are empty here; the plans of what the metrics read are tested with rows',
    },
    { statement: /FROM lease/, step: /^Seq Scan of lease/, because: 'a table of some tens of rows' },
  ],
};

/** PostgreSQL reads a small table as a whole. */
async function fill(db: Db, nowMs: number): Promise<void> {
  const rows = Array.from({ length: 3_000 }, (_, n) => [String(n), nowMs - n]);
  await db.many(
    `INSERT INTO fee_task (marketplace_id, at_ms, seller_id, after_sku)
     SELECT 'STORE_US', column2, column1, '' FROM (VALUES {rows: text, bigint}) AS k`,
    rows,
  );
  await db.many(
    `INSERT INTO market_import (id, state, source, file_name, who_type, who, from_address, created_ms, bytes, read_bytes, lines, marketplaces, starts)
     SELECT column1, 'DONE', 'upload', 'f', 'client', 'op', '127.0.0.1', column2, 0, 0, 0, '[]', 0 FROM (VALUES {rows: text, bigint}) AS k`,
    rows,
  );
  await db.many(
    `INSERT INTO service_process (process_id, role, host, pid, version, started_ms, seen_ms, details)
     SELECT column1, 'api', 'h', 1, '1', 0, column2, '{"work":[]}' FROM (VALUES {rows: text, bigint}) AS k`,
    rows,
  );
  await refreshStatistics(db);
}

withEngines('how the service does', (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let db: Db;
  /** The same store, without a record of its statements. */
  let plain: Db;
  let nowMs = Date.UTC(2026, 10, 18, 12);
  const now = () => nowMs;
  let examinations = 0;
  let statements: ReturnType<typeof recording>['statements'];
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  /** From then on answers are read again. */
  let renew: () => void;

  before(async () => {
    provider = await startProvider();
    const database = await engine.migrated();
    plain = await database.open();
    ({ db, statements } = recording(plain));
    const market = openMarket(db, now);
    const doctor = new DoctorReports({
      now,
      environment: SECRETS,
      run: async () => {
        examinations += 1;
        const text = `cannot connect: ${PLANTED.join(' and ')}`;
        const findings = [
          { kind: 'problem', text, mend: `Use ${PLANTED[0]}` },
          { kind: 'ok', text: 'fine' },
        ];
        return JSON.stringify({ problems: 1, sections: [{ title: 'Store', findings }] });
      },
    });
    const fresh = () =>
      new ServiceOverview(db, now, { queues: (atMs) => queuesOf(db, market, atMs), doctor: () => doctor.last() });
    let overview = fresh();
    const current = { state: () => overview.state(), doctor: () => overview.doctor() };
    renew = () => {
      overview = fresh();
    };
    const { identity } = provider;
    const groups = pathGroupsOf({ ...bareService, identity, overview: current });
    service = await startApp({ groups, guards: { bearer: bearerGuard(identity, createRateLimits(GENEROUS_PLAN)) } });
    mustFit = await documentedBy(service.app);
  });
  after(() => Promise.all([service.app.close(), provider.close()]));

  const read = async () => {
    const headers = { authorization: 'Bearer operator~admin' };
    const answer = await service.app.inject({ method: 'GET', url: '/operator/v1/service', headers });
    assert.equal(answer.statusCode, 200, answer.body);
    mustFit('GET', '/operator/v1/service', answer);
    return answer;
  };
  const readNew = async () => {
    renew();
    return (await read()).json<Answer>();
  };
  const disk = { freeBytes: 5_000, totalBytes: 9_000 };
  const beatsOf = (role: 'all' | 'api' | 'reports', work = new WorkLog(now)) =>
    new ProcessBeats({
      ...{ db, now, role, work, version: '9.9.9' },
      look: async () => ({ disk, backup: { atMs: nowMs - MINUTE, hasKey: true } }),
    });

  test('200 processes say that they run, are silent when they do not, and leave the list', async () => {
    const work = new WorkLog(now);
    const ran = work.watch('deliveries');
    work.watch('audit');
    nowMs += 1_000;
    ran({ durationMs: 12, hasFailed: false, pauseMs: 30_000 });
    nowMs += 2 * MINUTE;
    const [killed, ended] = [beatsOf('all', work), beatsOf('api')];
    await killed.beat();
    await ended.beat();
    const first = await readNew();
    assert.deepEqual(first.processes.map(({ role, state, version }) => `${role} ${state} ${version}`).toSorted(), [
      'all RUNNING 9.9.9',
      'api RUNNING 9.9.9',
    ]);
    assert.deepEqual(
      first.work.map(({ work: name, durationSeconds, hasFailed, lagSeconds }) => [
        name,
        durationSeconds,
        hasFailed,
        lagSeconds,
      ]),
      [
        ['audit', undefined, false, 121],
        ['deliveries', 0.012, false, 90],
      ],
    );
    const host = first.processes[0]?.host ?? '';
    assert.deepEqual(first.disks, [{ host, ...disk }]);
    assert.deepEqual(first.backups, [{ host, lastTime: '2026-11-18T12:01:01.000Z', hasKey: true }]);

    await ended.end();
    nowMs += 91_000;
    const second = await readNew();
    assert.deepEqual(
      second.processes.map(({ role, state }) => [role, state]),
      [['all', 'SILENT']],
    );
    assert.deepEqual([second.work, second.disks], [[], []]);

    nowMs += 61 * MINUTE;
    const other = beatsOf('reports');
    await other.beat();
    const third = await readNew();
    assert.deepEqual(
      third.processes.map(({ role }) => role),
      ['reports'],
    );
    await other.end();
  });

  test('200 a queue has a count, and the age of the first', async () => {
    const empty = (await readNew()).queues.map(({ queue, count, isExact, oldestSeconds }) => ({
      ...{ queue, count, isExact, oldestSeconds },
    }));
    const names = ['deliveries', 'events', 'boards', 'fees', 'priceChanges', 'reports', 'imports'];
    assert.deepEqual(
      empty,
      names.map((queue) => ({ queue, count: 0, isExact: true, oldestSeconds: undefined })),
    );
    await db.run(`INSERT INTO fee_task (marketplace_id, at_ms, seller_id, after_sku) VALUES ('STORE_US', $1, '', '')`, [
      nowMs - 5_000,
    ]);
    await db.run(
      `INSERT INTO market_import (id, state, source, file_name, who_type, who, from_address, created_ms, bytes, read_bytes, lines, marketplaces, starts)
       VALUES ('i', 'CHECK_QUEUED', 'upload', 'f', 'client', 'op', '127.0.0.1', $1, 0, 0, 0, '[]', 0)`,
      [nowMs - 9_000],
    );
    const { queues } = await readNew();
    assert.deepEqual(
      queues.filter(({ count }) => count > 0).map(({ queue, count, oldestSeconds }) => [queue, count, oldestSeconds]),
      [
        ['fees', 1, 5],
        ['imports', 1, 9],
      ],
    );
    await db.run('DELETE FROM fee_task');
    await db.run('DELETE FROM market_import');
  });

  test('200 the store has its engine and size', async () => {
    const { store, sharedWork } = await readNew();
    assert.equal(store.engine, engine.name);
    assert.ok((store.bytes ?? 0) > 100_000, `${store.bytes}`);
    assert.equal(store.archive === undefined, engine.name === 'sqlite');
    assert.deepEqual(sharedWork, [
      { work: 'boards', workers: 0 },
      { work: 'dispatcher', workers: 0 },
      { work: 'fees', workers: 0 },
    ]);
  });

  test("200 the doctor's findings come with remedies, once in five minutes, and no secret of a setting", async () => {
    await until(async () => (await read()).json<Answer>().doctor !== undefined);
    const answer = await read();
    const { doctor } = answer.json<Answer>();
    assert.deepEqual([doctor?.problems, doctor?.findings.length, doctor?.findings[0]?.section], [1, 2, 'Store']);
    assert.equal(doctor?.findings[0]?.remedy, 'Use ...');
    for (const secret of PLANTED) assert.ok(!answer.body.includes(secret), secret);
    assert.equal(examinations, 1);
  });

  test('200 for five seconds it reads nothing again, and no statement reads widely', async () => {
    const beats = beatsOf('all');
    await beats.beat();
    await fill(plain, nowMs);
    statements.clear();
    renew();
    await Promise.all([read(), read(), read()]);
    assert.ok(statements.size > 8, `${statements.size} statements`);
    for (const { sql, runs } of statements.values()) assert.equal(runs, sql.includes('FROM lease') ? 3 : 1, sql);
    assert.deepEqual(await wideReads(plain, statements, permitted[engine.name]), []);
    // A loop of crashes left them: the next sign of life removes all but the newest thousand.
    await beats.beat();
    const left = await plain.get<{ n: number }>('SELECT COUNT(*) AS n FROM service_process');
    assert.equal(left?.n, 1_000);
    await beats.end();
  });
});
