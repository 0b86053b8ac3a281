import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Environment, readConfig } from '../../src/config/config.ts';
import { createDemoData } from '../../src/idp/demo-data.ts';
import { backUp } from '../../src/roles/commands/backup.ts';
import { runDoctor } from '../../src/roles/commands/doctor/doctor.ts';
import { migrateTables } from '../../src/roles/commands/migrate.ts';
import { manageClients } from '../../src/roles/start/client-command.ts';
import { shownSignIn } from '../../src/roles/start/demo.ts';
import { openProviderStore, readProviderStore } from '../../src/roles/store/provider-store.ts';
import { openStore } from '../../src/roles/store/store.ts';
import { onEngine } from '../db/engines.ts';

onEngine('postgres', 'IDP_DATABASE_URL', (engine) => {
  const home = mkdtempSync(join(tmpdir(), 'provider-on-postgres-'));
  after(() => rmSync(home, { recursive: true }));
  let folders = 0;

  /** The service has a file, the provider a database. */
  async function settings(): Promise<Environment & { IDP_DATABASE_URL: string; DATA_DIR: string }> {
    folders += 1;
    const { databaseUrl = '' } = (await engine.fresh()).config;
    const ports = { PORT: '0', ADMIN_PORT: '0', IDP_PORT: '0', DEMO_RECEIVER_PORT: '0' };
    return { ...ports, DATA_DIR: join(home, `${folders}`), IDP_DATABASE_URL: databaseUrl };
  }

  const output = () => {
    let text = '';
    const write = (piece: string) => {
      text += piece;
    };
    return { stdout: { write }, stderr: { write }, write, text: () => text };
  };

  test('clients are stored there, and no command makes or needs a file of the provider', async () => {
    const environment = await settings();
    const config = readConfig(environment);
    await (await openStore(config)).close();
    const added = output();
    assert.equal(await manageClients(config, ['add', '--seller', 'S1'], added), 0);
    const clients = await readProviderStore(config, (db) => db.all('SELECT id FROM idp_client'));
    assert.equal(clients?.length, 1);

    const checked = output();
    assert.equal(await migrateTables(config, ['--check'], checked), 0);
    assert.match(checked.text(), /Store of the provider, PostgreSQL at 127\.0\.0\.1:\d+\/\w+: up to date/);
    assert.equal(await migrateTables(config, [], output()), 0);

    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    await backUp(config, [join(home, 'backup')], { say, warn: say });
    assert.match(lines.join('\n'), /The store of the identity provider is in PostgreSQL .*after this command/s);

    const findings: string[] = [];
    await runDoctor(environment, [], (line) => findings.push(line));
    const report = findings.join('\n');
    assert.match(report, /the provider's database opens, and its tables are up to date/);
    assert.match(report, /the provider has no signing keys yet/);
    assert.doesNotMatch(report, /idp\.db/);
    assert.ok(!existsSync(join(environment.DATA_DIR, 'idp.db')));
    for (const text of [added.text(), checked.text(), report]) assert.ok(!text.includes('test-password'));
  });

  test('the sign-in of a demo is read there', async () => {
    const config = readConfig(await settings());
    assert.equal(await shownSignIn(config), undefined);
    const db = await openProviderStore(config);
    await createDemoData(db, Date.now());
    await db.close();
    assert.equal((await shownSignIn(config))?.email, 'demo@store.example');
  });

  test('a database that does not answer is a problem for the doctor that names the setting, without the password', async () => {
    const environment = { ...(await settings()), IDP_DATABASE_URL: 'postgres://user:hidden-word@127.0.0.1:1/none' };
    const findings: string[] = [];
    assert.equal(await runDoctor(environment, [], (line) => findings.push(line)), 1);
    assert.match(findings.join('\n'), /PostgreSQL at 127\.0\.0\.1:1\/none[\s\S]*-> Check IDP_DATABASE_URL/);
    assert.ok(!findings.join('\n').includes('hidden-word'));
  });

  test('the database of DATABASE_URL is refused: by the settings, or, under another name, by its tables', async () => {
    const { IDP_DATABASE_URL: url, ...environment } = await settings();
    const same = { ...environment, DATABASE_URL: `${url}?application_name=x`, IDP_DATABASE_URL: url };
    assert.throws(() => readConfig(same), /IDP_DATABASE_URL must not be the database of DATABASE_URL/);
    assert.ok(readConfig({ ...same, IDP_DATABASE_URL: `${url}?options=-csearch_path%3Dother` }));
    const alias = url.replace('127.0.0.1', 'localhost');
    const service = readConfig({ ...environment, DATABASE_URL: url, IDP_DATABASE_URL: alias });
    // Both start at once on the empty database: one of them has it, the other one has changed nothing.
    const [store, provider] = await Promise.allSettled([openStore(service), openProviderStore(service)]);
    const reasons = [store, provider].flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    assert.equal(reasons.length, 1, reasons.join('\n'));
    assert.match(reasons[0] ?? '', /tables of another program|in the place of/);
    for (const one of [store, provider]) if (one.status === 'fulfilled') await one.value.close();
  });
});
