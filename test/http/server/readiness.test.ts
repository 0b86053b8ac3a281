// run: mostly waiting

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '../../../src/db/db.ts';
import { createAdminApp } from '../../../src/http/app/admin.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { createLog, type Log } from '../../../src/log/log.ts';
import { type Dependencies, readinessOf } from '../../../src/roles/process/readiness.ts';
import { readinessAtStart } from '../../../src/roles/process/readiness-log.ts';
import { emptyLog, overwritePages, pagesOf } from '../../db/damaged-file.ts';
import { onEngine, type TestDatabase } from '../../db/engines.ts';
import { startProvider } from '../../harness/provider.ts';
import { identityAt, json, startScriptedProvider } from '../../harness/scripted-provider.ts';
import { until } from '../../harness/until.ts';

type Answer = {
  status: number;
  body: { status: string; parts: Record<string, string>; reasons?: Record<string, string> };
};

onEngine('sqlite', '/health/ready', (engine) => {
  let database: TestDatabase;
  let db: Db;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  const log = createLog('silent', { write: () => undefined });
  before(async () => {
    database = await engine.migrated();
    db = await database.open();
    provider = await startProvider();
  });
  after(() => provider.close());

  const serverOf = (parts: Partial<Dependencies> = {}) => {
    const admin = createAdminApp(createMetrics(), readinessOf({ db, log, ...parts }));
    return async (): Promise<Answer> => {
      const answer = await admin.inject('/health/ready');
      return { status: answer.statusCode, body: answer.json() };
    };
  };

  test('200 asks the identity provider once, however often it is called within a second', async () => {
    const ready = serverOf({ identity: provider.identity });
    const before = provider.introspections;
    const answers = await Promise.all(Array.from({ length: 50 }, ready));
    answers.push(await ready(), await ready());
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(provider.introspections - before, 1);
    assert.deepEqual(answers[0]?.body, {
      status: 'ready',
      parts: { store: 'ok', 'identity provider': 'ok', 'store writes': 'ok', log: 'ok' },
    });
  });

  test('503 asks a provider that fails once a second, too', async () => {
    let pings = 0;
    const failing = {
      ping: async () => {
        pings += 1;
        throw new Error('refused');
      },
    };
    const ready = serverOf({ identity: { ...provider.identity, ...failing } });
    const answers = await Promise.all(Array.from({ length: 50 }, ready));
    assert.ok(answers.every(({ status }) => status === 503));
    assert.equal(pings, 1);
  });

  test('503 within seconds when the provider does not answer, and it is not asked again meanwhile', async () => {
    let pings = 0;
    const gate = Promise.withResolvers<void>();
    const silent = {
      ping: () => {
        pings += 1;
        return gate.promise;
      },
    };
    const ready = serverOf({ identity: { ...provider.identity, ...silent } });
    const answers = await Promise.all([ready(), ready()]);
    answers.push(await ready());
    for (const { status, body } of answers) {
      assert.equal(status, 503);
      assert.equal(body.reasons?.['identity provider'], 'The identity provider does not answer within 2 seconds.');
    }
    assert.equal(pings, 1);
    gate.resolve();
  });

  test('200 degraded when the provider answers, but cannot check the tokens of callers, until it can again', async () => {
    const scripted = await startScriptedProvider();
    let isDamaged = true;
    scripted.paths.set('/introspect', (response, request, raw) => {
      const isReal = new URLSearchParams(request.body).get('token') === 'real';
      const answer = isReal && isDamaged ? json(500, {}) : json(200, { active: false });
      answer(response, request, raw);
    });
    const identity = identityAt(scripted.origin, { cache: { negativeMs: 0 } });
    try {
      const ready = serverOf({ identity });
      await assert.rejects(async () => identity.callerOf('real'));
      const { status, body } = await ready();
      assert.deepEqual([status, body.status, body.parts['identity provider']], [200, 'degraded', 'degraded']);
      isDamaged = false;
      assert.equal(await identity.callerOf('real'), undefined);
      assert.equal((await ready()).body.status, 'ready');
    } finally {
      await identity.close();
      await scripted.close();
    }
  });

  test('503 says of a provider that answers wrongly that it answers, and logs why once per change', async () => {
    const scripted = await startScriptedProvider();
    const lines: Record<string, unknown>[] = [];
    const logged = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const seen = () => lines.splice(0).map(({ msg, detail, reason }) => [msg, detail ?? reason ?? '']);
    const identity = identityAt(scripted.origin);
    const readiness = readinessOf({ db, log: logged, identity });
    const check = readiness['identity provider'] as () => Promise<{ state: string; reason?: string }>;
    const becomes = (state: string) => until(`it is ${state}`, async () => (await check()).state === state);
    try {
      scripted.paths.set('/introspect', json(401, {}));
      const { state, reason } = await check();
      assert.deepEqual([state, /answers, but the service cannot use/.test(String(reason))], ['failed', true]);
      for (let n = 0; n < 3; n += 1) await check();
      const rejected = "identity provider, introspection: the service's own credential is rejected";
      assert.deepEqual(seen(), [['a part is not ready', rejected]]);
      assert.doesNotMatch(JSON.stringify(lines), /own-secret-0815/);

      const text = (await createAdminApp(createMetrics(), readiness).inject('/health/ready')).body;
      assert.doesNotMatch(text, /credential|introspection/, 'the detail is for the log only');

      await readinessAtStart(readiness, logged);
      scripted.paths.set('/introspect', json(200, { active: false }));
      await until('the start notices it', () => lines.some(({ msg }) => msg === 'the service is ready'));
      assert.deepEqual(seen(), [
        ['a part is ready again', ''],
        ['the service is ready', ''],
      ]);

      scripted.paths.set('/introspect', json(500, {}));
      await becomes('failed');
      scripted.paths.set('/introspect', json(200, { active: false }));
      await becomes('ok');
      assert.deepEqual(seen(), [
        ['a part is not ready', 'identity provider, introspection: status 500 without an answer'],
        ['a part is ready again', ''],
      ]);
    } finally {
      await identity.close();
      await scripted.close();
    }
  });

  test('200 degraded while writes wait for another, 503 in a role that only sends', async () => {
    const [api, worker] = [serverOf({ identity: provider.identity }), serverOf({ isWorkerFailing: () => true })];
    const gate = Promise.withResolvers<void>();
    const blocking = db.transaction(() => gate.promise);
    const [degraded, failed] = await Promise.all([api(), worker()]);
    assert.deepEqual([degraded.status, degraded.body.status], [200, 'degraded']);
    assert.equal(degraded.body.reasons?.['store writes'], 'A write takes longer than 2 seconds.');
    assert.deepEqual([failed.status, failed.body.status], [503, 'unavailable']);
    assert.deepEqual(failed.body.parts, { store: 'ok', 'store writes': 'failed', worker: 'failed', log: 'ok' });
    gate.resolve();
    await blocking;
    await until('it is ready again', async () => (await api()).body.status === 'ready');
  });

  test('200 degraded when the log drops lines', async () => {
    const full: Log = Object.assign(Object.create(log), { output: () => ({ droppedLines: 3, failure: 'ENOSPC' }) });
    const { status, body } = await serverOf({ log: full })();
    assert.deepEqual([status, body.status, body.parts.log], [200, 'degraded', 'degraded']);
    assert.match(body.reasons?.log ?? '', /ENOSPC/);
  });

  test('200 degraded when a statement met damaged data', async () => {
    await db.run('CREATE TABLE thing (a BIGINT PRIMARY KEY, b TEXT)');
    const rows = Array.from({ length: 2_000 }, (_, n) => [n, 'x'.repeat(200)]);
    await db.many('INSERT INTO thing (a, b) VALUES {rows: bigint, text}', rows);
    const { file } = database.config;
    emptyLog(file);
    overwritePages(file, pagesOf(file) - 20, pagesOf(file) - 10);
    const another = await database.open();
    const ready = serverOf({ db: another, identity: provider.identity });
    assert.equal((await ready()).body.status, 'ready');
    await assert.rejects(async () => another.all('SELECT b FROM thing'));
    const { status, body } = await ready();
    assert.deepEqual([status, body.status, body.parts.store], [200, 'degraded', 'degraded']);
    assert.match(body.reasons?.store ?? '', /damaged/);
    assert.doesNotMatch(JSON.stringify(body), /store\.db/);
  });

  test('503 when nothing can be read any more, because the first page is damaged', async () => {
    const { file } = database.config;
    emptyLog(file);
    overwritePages(file, 1, 1);
    const ready = serverOf({ identity: provider.identity });
    await until('it is unavailable', async () => (await ready()).status === 503);
    const { body } = await ready();
    assert.deepEqual([body.status, body.parts.store], ['unavailable', 'failed']);
    assert.match(body.reasons?.store ?? '', /damaged/);
  });
});
