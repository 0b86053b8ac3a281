import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, beforeEach, test } from 'node:test';
import { demoRecords } from '../../src/cli/demo/records.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { keepFact } from '../../src/db/service-fact.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { createDemoData } from '../../src/idp/demo-data.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { createLog } from '../../src/log/log.ts';
import { type Market, openMarket } from '../../src/market/market.ts';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { StopSequence } from '../../src/processes/stop-sequence.ts';
import { banner } from '../../src/roles/process/banner.ts';
import { openService } from '../../src/roles/service/service.ts';
import { isDemoStore } from '../../src/roles/settings/production.ts';
import {
  DEMO_CLIENT,
  demoClientOf,
  makeDemoData,
  makeDemoDestinations,
  shownSignIn,
} from '../../src/roles/start/demo.ts';
import { demoMarketOf, hasImportedMarket } from '../../src/roles/start/demo-market.ts';
import { outboxWarner, warnInProduction } from '../../src/roles/start/production-warnings.ts';
import { openProviderStore } from '../../src/roles/store/provider-store.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { notificationsOn } from '../notifications/notification-store.ts';

const DEMO_SELLER = 'A1DEMOSELLER';
const home = mkdtempSync(join(tmpdir(), 'production-test-'));
after(() => rmSync(home, { recursive: true }));

withEnginesInTorture('going to production', (engine) => {
  let db: Db;
  let market: Market;
  let databaseUrl: string | undefined;
  beforeEach(async () => {
    const database = await engine.migrated();
    databaseUrl = database.config.databaseUrl;
    db = await database.open();
    market = openMarket(db, Date.now, { seal: new OperatorKey('a key of the tests, long enough') });
  });

  const configOf = (others: Record<string, string> = {}) =>
    readConfig({ DATA_DIR: join(home, engine.name), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...others });
  const PUBLIC = { PUBLIC_URL: 'https://api.store.example' };

  async function makeDemo() {
    assert.ok(await makeDemoData(configOf(), db, market));
    const { notifications } = notificationsOn(db);
    await makeDemoDestinations(db, notifications, 'http://127.0.0.1:8083');
    return notifications;
  }
  async function warningsFor(settings: Record<string, string>): Promise<string[]> {
    const lines: string[] = [];
    await warnInProduction(configOf(settings), db, market, { warn: (line: unknown) => void lines.push(String(line)) });
    return lines;
  }

  test('a public service warns of each thing that is right only on one machine, in one line each', async () => {
    await makeDemo();
    await keepFact(db, 'operator key', 'k'.repeat(43));
    assert.deepEqual(await warningsFor({}), []);
    assert.deepEqual(await warningsFor({ PUBLIC_URL: 'http://localhost:8080' }), []);
    const all = await warningsFor(PUBLIC);
    const expected = [
      /^IDP_PUBLIC_URL is not set: browsers of sellers are sent to http:\/\/127\.0\.0\.1:8081/,
      /^SMTP_URL is not set: .*\(STORED\)/,
      /^SMS_GATEWAY_URL is not set: .*\(STORED\)/,
      ...(databaseUrl ? [/^OPERATOR_KEY is not set: the key is in the database that it encrypts/] : []),
      /^the demo market is in this store \(STORE_CA, STORE_US\).*remove-demo/,
    ];
    assert.equal(all.length, expected.length, all.join('\n'));
    for (const [n, pattern] of expected.entries()) assert.match(all[n] ?? '', pattern);
    assert.ok(all.every((line) => !line.includes('\n')));
    await db.run("DELETE FROM service_fact WHERE name = 'operator key'");
    const settled = await warningsFor({
      ...PUBLIC,
      IDP_PUBLIC_URL: 'https://login.store.example',
      SMTP_URL: 'smtp://mail.store.example',
      MAIL_FROM: 'notifications@store.test',
      SMS_GATEWAY_URL: 'http://gateway.store.example/cgi-bin/sendsms',
      OPERATOR_KEY: 'k'.repeat(43),
    });
    assert.equal(settled.length, 1);
    const own = { ...PUBLIC, IDP_ISSUER: 'https://login.store.example' };
    const secrets = { IDP_INTROSPECTION_CLIENT_ID: 'a', IDP_INTROSPECTION_CLIENT_SECRET: 'b' };
    assert.ok((await warningsFor({ ...own, ...secrets })).every((line) => !line.includes('IDP_PUBLIC_URL')));
  });

  test('a public service warns of sign-in pages that only this machine reaches, and of a sender that nobody has', async () => {
    const secrets = { IDP_INTROSPECTION_CLIENT_ID: 'a', IDP_INTROSPECTION_CLIENT_SECRET: 'b' };
    const apart = { ...PUBLIC, ...secrets, IDP_ISSUER: 'http://127.0.0.1:8081', OPERATOR_KEY: 'k'.repeat(43) };
    const [line = '', ...others] = await warningsFor(apart);
    assert.match(line, /^IDP_ISSUER leads to this machine: .*http:\/\/127\.0\.0\.1:8081.*IDP_PUBLIC_URL/);
    assert.deepEqual(others, []);
    const pages = { IDP_AUTHORIZATION_ENDPOINT: 'https://login.store.example/auth' };
    assert.deepEqual(await warningsFor({ ...apart, ...pages }), []);
    const [loopback = ''] = await warningsFor({ ...PUBLIC, IDP_PUBLIC_URL: 'http://localhost:8081' });
    assert.match(loopback, /^IDP_PUBLIC_URL leads to this machine/);
    const mail = { ...apart, ...pages, SMTP_URL: 'smtp://mail.store.example' };
    const [sender = ''] = await warningsFor(mail);
    assert.match(sender, /^MAIL_FROM is notifications@store\.example, an address that nobody has/);
    assert.deepEqual(await warningsFor({ ...mail, MAIL_FROM: 'notes@market.test' }), []);
  });

  test('a new public service in PostgreSQL does not start without OPERATOR_KEY', async () => {
    const config = configOf({ ...PUBLIC, DATA_DIR: join(home, `new-${engine.name}`) });
    const log = createLog('silent');
    const stops = new StopSequence();
    const starting = openService(config, { role: 'api', log, stops });
    if (databaseUrl) await assert.rejects(starting, /OPERATOR_KEY must be set: the service is public/);
    else await starting;
    await stops.run();
  });

  test('a public worker warns once for each type that it can only store', () => {
    const lines: string[] = [];
    const log = { warn: (line: unknown) => void lines.push(String(line)) };
    const [warn, local] = [outboxWarner(configOf(PUBLIC), log), outboxWarner(configOf(), log)];
    for (const type of ['EMAIL', 'EMAIL', 'SMS', 'MOBILE_PUSH'] as const) {
      warn(type);
      local(type);
    }
    assert.deepEqual(
      lines.map((line) => line.split(' ', 1)[0]),
      ['SMTP_URL', 'SMS_GATEWAY_URL'],
    );
  });

  const clientsDb = async () => {
    const clients = await (await engine.fresh()).open();
    await migrate(clients, idpMigrations);
    await createDemoData(clients, 0);
    return clients;
  };
  const run = async (clients: Db, input: Readable & { isTTY?: boolean }, ...args: string[]) => {
    let text = '';
    const out = { write: (piece: string) => (text += piece) };
    const code = await runClientCommand(clients, ['remove-demo', ...args], out, {
      input,
      demoMarket: await demoMarketOf(db),
    });
    return { code, text };
  };
  const typed = (text: string) => Object.assign(Readable.from([text]), { isTTY: true });
  const rows = async (table: string) => (await db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n;

  test('remove-demo asks on a terminal, refuses elsewhere without --yes, and removes market, clients and destinations', async () => {
    const notifications = await makeDemo();
    const clients = await clientsDb();
    const offers = await rows('offer');
    // The pages of a service that runs meanwhile ask for each page.
    const filledIn = demoClientOf(configOf(), db);
    assert.equal((await filledIn())?.id, 'demoseller');
    for (const input of [Readable.from(['y\n']), typed('n\n'), typed('\n'), typed('')]) {
      const { code, text } = await run(clients, input);
      assert.equal(code, 1, text);
      assert.match(text, /This removes .*demoseller.*the demo market \(STORE_CA, STORE_US\).*\n.*Nothing was removed/);
    }
    assert.equal(await rows('offer'), offers);
    const { code, text } = await run(clients, typed('y\n'));
    assert.equal(code, 0, text);
    for (const table of ['listing_limits', 'offer', 'item', 'seller', 'fee_schedule', 'marketplace', 'board'])
      assert.equal(await rows(table), 0, table);
    assert.deepEqual(await notifications.destinations.list({ sellerId: DEMO_SELLER }), []);
    assert.equal((await clients.get<{ n: number }>('SELECT count(*) AS n FROM idp_client'))?.n, 0);
    // It does not come back.
    assert.equal(await makeDemoData(configOf(), db, market), false);
    assert.equal(await isDemoStore(configOf(), db), false);
    assert.equal(await filledIn(), undefined);
    assert.deepEqual(await run(clients, Readable.from([])), { code: 0, text: 'There is no demo to remove.\n' });
  });

  test("start page and banner state the demo's sign-in only while it works", async () => {
    await makeDemo();
    const dataDir = mkdtempSync(join(tmpdir(), 'demo-sign-in-'));
    const config = configOf({ DATA_DIR: dataDir });
    const filledIn = demoClientOf(config, db);
    assert.deepEqual(
      await filledIn(),
      { ...DEMO_CLIENT, signIn: undefined, operatorSignIn: undefined },
      'the provider is elsewhere',
    );
    const clients = await openProviderStore(config);
    await createDemoData(clients, 0);
    assert.deepEqual((await filledIn())?.signIn, { email: 'demo@store.example', password: 'demo' });
    const operatorSignIn = { email: 'operator@store.example', password: 'demo' };
    assert.deepEqual((await filledIn())?.operatorSignIn, operatorSignIn);
    const facts = { apiUrl: 'http://a', adminAddress: 'http://b', issuer: 'http://c', receiverAddress: undefined };
    const started = { ...facts, isDemo: true, hasCreatedDemo: false, states: [] };
    const shown = banner(config, { ...started, signIn: await shownSignIn(config), operatorSignIn });
    assert.match(shown, /\/operator-console {3}\(sign in as operator@store\.example, password demo\)/);
    assert.equal(shown.split('operator-console').length, 2, 'one line');
    assert.match(shown, /\/console {3}\(sign in as demo@store\.example, password demo\)/);
    const command = ['set-password', 'demo@store.example'];
    const quiet = { write: () => undefined };
    assert.equal(await runClientCommand(clients, command, quiet, { input: Readable.from(['another one']) }), 0);
    assert.deepEqual(await filledIn(), { ...DEMO_CLIENT, signIn: undefined, operatorSignIn });
    for (const person of ['operator', 'seller'] as const)
      assert.equal((await shownSignIn(config, person)) === undefined, person === 'seller');
    const later = banner(config, { ...started, signIn: await shownSignIn(config), operatorSignIn: undefined });
    assert.doesNotMatch(later, /sign in as|demo@store/);
    await clients.close();
    rmSync(dataDir, { recursive: true });
  });

  test("remove-demo leaves an operator's own records, and what they need", async () => {
    await makeDemo();
    const item = demoRecords(0).find(({ kind, marketplaceId }) => kind === 'item' && marketplaceId === 'STORE_US');
    const read = readRecord({ ...item, itemId: 'OWN1' }, { currencyOf: () => 'USD' });
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    await market.writer.apply([read.record], { boards: 'now' });
    const schedules = await rows("fee_schedule WHERE marketplace_id = 'STORE_US'");
    const { code, text } = await run(await clientsDb(), Readable.from([]), '--yes');
    assert.equal(code, 0, text);
    assert.match(text, /These stay.*\n {2}marketplace STORE_US and its fee schedules: it has items/);
    assert.equal(await rows('item'), 1);
    assert.equal(await rows('offer'), 0);
    assert.equal(await rows("fee_schedule WHERE marketplace_id = 'STORE_US'"), schedules);
    assert.equal(await rows("marketplace WHERE marketplace_id = 'STORE_CA'"), 0);
  });

  test('a market that was imported is no demo: remove-demo leaves it, and a provider beside it makes no demo clients', async () => {
    await makeDemo();
    // The same records, but of an operator: nothing says that they are the demo's.
    await db.run("DELETE FROM service_fact WHERE name = 'demo'");
    const offers = await rows('offer');
    const { text } = await run(await clientsDb(), Readable.from([]), '--yes');
    assert.doesNotMatch(text, /market/);
    assert.equal(await rows('offer'), offers);
    if (databaseUrl) assert.equal(await hasImportedMarket(configOf()), true);
    await keepFact(db, 'demo', 'made');
    if (databaseUrl) assert.equal(await hasImportedMarket(configOf()), false);
  });
});
