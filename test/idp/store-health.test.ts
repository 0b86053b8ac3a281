import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { Fault } from '../../src/domain/fault.ts';
import { createAdminApp } from '../../src/http/app/admin.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import type { Identity } from '../../src/identity/identity.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { createDemoData } from '../../src/idp/demo-data.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { loadOrCreateKeys } from '../../src/idp/provider-keys.ts';
import { createLog } from '../../src/log/log.ts';
import { readinessOf } from '../../src/roles/process/readiness.ts';
import { emptyLog, overwritePages, pagesOf } from '../db/damaged-file.ts';
import { type Engine, onEngine, type TestDatabase } from '../db/engines.ts';
import { isTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { serviceClient, startTestIdp, type TestIdp } from './harness.ts';

type Ready = {
  status: number;
  body: { status: string; parts: Record<string, string>; reasons?: Record<string, string> };
};

/** The provider over a file, the service's view of it, and the service's readiness. */
class Running {
  readonly idp: TestIdp;
  readonly identity: Identity;
  readonly #admin: ReturnType<typeof createAdminApp>;

  constructor(idp: TestIdp, serviceDb: Db) {
    const { issuer, backchannel } = idp;
    this.idp = idp;
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' as const };
    const { discovery: discoveryUrl, ...endpoints } = backchannel;
    this.identity = createIdentity({ issuer, discoveryUrl, endpoints, introspection });
    const log = createLog('silent', { write: () => undefined });
    this.#admin = createAdminApp(createMetrics(), readinessOf({ db: serviceDb, log, identity: this.identity }));
  }

  async ready(): Promise<Ready> {
    const answer = await this.#admin.inject('/health/ready');
    return { status: answer.statusCode, body: answer.json() };
  }

  /** The error of a token request; undefined when it gets a token. */
  async tokenFault(): Promise<Fault | undefined> {
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const authorization = `Basic ${btoa('demoseller:demosellersecret')}`;
    try {
      const { status } = await this.identity.requestToken({ form, authorization, clientAddress: '127.0.0.1' });
      assert.equal(status, 200);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Fault);
      return error;
    }
  }

  async close(): Promise<void> {
    await this.identity.close();
    await this.idp.close();
    await this.idp.db.close();
  }
}

onEngine('sqlite', "the provider's store", (engine: Engine) => {
  let serviceDb: Db;
  before(async () => {
    serviceDb = await (await engine.migrated()).open();
  });
  const running: Running[] = [];
  after(async () => {
    for (const one of running) await one.close();
  });

  /** A store with the demo's clients, closed. */
  async function filled(): Promise<TestDatabase> {
    const database = await engine.fresh();
    const db = await database.open();
    await migrate(db, idpMigrations);
    await createDemoData(db, 0);
    await loadOrCreateKeys(db);
    await db.close();
    emptyLog(database.config.file);
    return database;
  }

  async function start(database: TestDatabase): Promise<Running> {
    const started = new Running(await startTestIdp(await database.open()), serviceDb);
    running.push(started);
    return started;
  }

  test('that works is ready, on the port of the provider and in the readiness of the service', async () => {
    const one = await start(await filled());
    const answer = await fetch(`${one.idp.issuer}/health/ready`);
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { status: 'ready', parts: { store: 'ok', 'store writes': 'ok' } });
    const { status, body } = await one.ready();
    assert.deepEqual([status, body.status, body.parts['identity provider']], [200, 'ready', 'ok']);
    assert.equal(
      (await one.idp.db.get<{ n: number }>("SELECT count(*) AS n FROM idp_record WHERE kind = 'HealthProbe'"))?.n,
      0,
    );
  });

  test('that works is probed without a line of the log at info', async () => {
    const one = await start(await filled());
    await fetch(`${one.idp.issuer}/health/ready`);
    await fetch(`${one.idp.issuer}/nothing-here`);
    const levelOf = (route: string) =>
      one.idp
        .logged()
        .split('\n')
        .find((line) => line.includes(`"route":"${route}"`))
        ?.match(/"level":"(\w+)"/)?.[1];
    await until('both are logged', () => levelOf('/health/ready') !== undefined && levelOf('unknown') !== undefined);
    assert.deepEqual([levelOf('/health/ready'), levelOf('unknown')], ['debug', 'info']);
  });

  test('that is damaged makes the readiness tell it, before any request has met the damage', async () => {
    const database = await filled();
    const { file } = database.config;
    const one = await start(database);
    assert.equal((await one.ready()).body.parts['identity provider'], 'ok');
    // Everything but the schema: as a disk that returns garbage under a running service.
    overwritePages(file, 2, pagesOf(file));
    await until('readiness tells of it', async () => (await one.ready()).body.parts['identity provider'] !== 'ok');
    const { body } = await one.ready();
    assert.match(
      body.reasons?.['identity provider'] ?? '',
      /^The stored data of the identity provider is damaged: .*restore a backup\.$/,
    );
    assert.doesNotMatch(JSON.stringify(body), /store\.db|SQLITE/);
  });

  test('that is damaged answers token requests with a 503 that does not say that the provider cannot be reached; its log names file and remedy', async () => {
    const database = await filled();
    const { file } = database.config;
    const one = await start(database);
    overwritePages(file, 2, pagesOf(file));
    const fault = await one.tokenFault();
    assert.equal(fault?.code, 'ServiceUnavailable');
    assert.match(
      fault?.problems[0]?.details ?? '',
      /^The identity provider answers, but .* not in your request\. Try again in 5 s/,
    );
    assert.doesNotMatch(JSON.stringify(fault?.problems), /reached|store\.db|SQLITE|damaged/);
    await one.ready();
    assert.match(one.idp.logged(), /"level":"error".*store\.db is damaged.*SQLITE_CORRUPT.*npm run restore -- DIR/);
    assert.match(one.idp.logged(), /docs\/backup\.md says how to restore it/);
  });

  // One page after the other: whatever it held, no token request may fail while readiness says ok.
  test('with one damaged page never fails a token request while readiness says ok', async () => {
    const pages = pagesOf((await filled()).config.file);
    const step = isTorture ? 1 : Math.ceil(pages / 4);
    let failures = 0;
    for (let page = 2; page <= pages; page += step) {
      const database = await filled();
      overwritePages(database.config.file, page, page);
      const one = await start(database).catch(() => undefined);
      // A start that needs the page is refused.
      if (one === undefined || (await one.tokenFault()) === undefined) continue;
      failures += 1;
      assert.notEqual((await one.ready()).body.parts['identity provider'], 'ok', `page ${page}`);
    }
    if (isTorture) assert.ok(failures > 0);
  });
});
