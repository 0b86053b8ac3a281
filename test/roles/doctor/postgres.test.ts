import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { recordProvider } from '../../../src/roles/store/data-folder.ts';
import { warnOfLostProvider } from '../../../src/roles/store/lost-provider.ts';
import { onEngine } from '../../db/engines.ts';
import { diagnose, newFolder, problemsIn, usedFolder } from './patient.ts';

onEngine('postgres', 'npm run doctor', (engine) => {
  test('looks at the server, and leaves no row; an empty database is a first start', async () => {
    const database = await engine.migrated();
    const db = await database.open();
    const rows = () => db.all('SELECT name, value FROM service_fact ORDER BY name');
    const before = await rows();
    const { text } = await diagnose({ DATABASE_URL: database.config.databaseUrl ?? '', DATA_DIR: newFolder() });
    assert.match(text, /ok +the database opens, and its tables are up to date/);
    assert.match(text, /ok +PostgreSQL \d+, database \w+, [\d.]+ MB/);
    assert.match(text, /ok +the role postgres may do what the service needs/);
    assert.match(text, /ok +1 processes with DATABASE_POOL_SIZE=10 use up to 10 connections/);
    assert.match(text, /ok +the clock of PostgreSQL agrees with this machine's/);
    assert.doesNotMatch(text, /pooler|could not be examined|a write fails/);
    assert.deepEqual(await rows(), before);
    const fresh = await engine.fresh();
    const first = await diagnose({ DATABASE_URL: fresh.config.databaseUrl ?? '', DATA_DIR: newFolder() });
    assert.match(first.text, /- +the database opens, and has no tables yet/);
    assert.doesNotMatch(first.text, /could not be examined/);
    assert.equal(
      await (await fresh.open()).get(`SELECT 1 AS one FROM pg_tables WHERE schemaname = 'public'`),
      undefined,
    );
  });

  test('counts the connections of all processes that WORKERS starts', async () => {
    const { databaseUrl: DATABASE_URL = '' } = (await engine.fresh()).config;
    const { text } = await diagnose({ DATABASE_URL, DATA_DIR: newFolder(), WORKERS: '4', DATABASE_POOL_SIZE: '2' });
    assert.match(text, /11 processes with DATABASE_POOL_SIZE=2 use up to 22 connections/);
  });

  test('a restore of the data folder that was interrupted is a problem', async () => {
    const { databaseUrl: DATABASE_URL = '' } = (await engine.fresh()).config;
    const DATA_DIR = newFolder();
    mkdirSync(join(DATA_DIR, 'restore-unfinished'), { recursive: true });
    const { code, text } = await diagnose({ DATABASE_URL, DATA_DIR });
    assert.ok(
      problemsIn(text).some((one) => /was interrupted: the service does not start\n +-> Run it/.test(one)),
      text,
    );
    assert.equal(code, 1);
  });

  test('a lost store of the embedded provider is a problem for the doctor, and a warning at the start', async () => {
    const database = await engine.migrated();
    const { databaseUrl: DATABASE_URL = '' } = database.config;
    const db = await database.open();
    const examine = async (settings: Record<string, string>) => {
      const warnings: unknown[] = [];
      const environment = { DATABASE_URL, ...settings };
      await warnOfLostProvider(readConfig(environment), db, { warn: (text: unknown) => void warnings.push(text) });
      const { text } = await diagnose(environment);
      return {
        warnings: warnings.join(),
        problems: problemsIn(text)
          .filter((one) => one.includes('idp.db'))
          .join(),
      };
    };
    const nothing = { warnings: '', problems: '' };
    assert.deepEqual(await examine({ DATA_DIR: newFolder() }), nothing);
    await recordProvider(db);
    const lost = await examine({ DATA_DIR: newFolder() });
    assert.match(lost.warnings, /idp\.db is missing or empty.*npm run restore -- DIR/);
    assert.match(lost.problems, /idp\.db is missing or empty.*\n +-> .*on another machine.*npm run restore -- DIR/);
    assert.deepEqual(await examine({ DATA_DIR: await usedFolder() }), nothing);
    const other = { IDP_ISSUER: 'http://127.0.0.1:9', IDP_INTROSPECTION_CLIENT_ID: 'a' };
    assert.deepEqual(await examine({ DATA_DIR: newFolder(), ...other, IDP_INTROSPECTION_CLIENT_SECRET: 'b' }), nothing);
  });

  test('tells a read-only database, and a role without rights', async () => {
    const database = await engine.migrated();
    const url = new URL(database.config.databaseUrl ?? '');
    const name = url.pathname.slice(1);
    const db = await database.open();
    const role = `${name}_reader`;
    await db.run(`CREATE ROLE ${role} LOGIN PASSWORD 'test-password'`);
    try {
      const reader = Object.assign(new URL(url), { username: role }).href;
      const weak = await diagnose({ DATABASE_URL: reader, DATA_DIR: newFolder() });
      assert.ok(
        problemsIn(weak.text).some((one) => /may not read and write all tables.*\n +-> .*GRANT ALL/.test(one)),
        weak.text,
      );
      await db.run(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      const { code, text } = await diagnose({ DATABASE_URL: url.href, DATA_DIR: newFolder() });
      assert.match(text, /PROBLEM {2}this database is read-only/);
      assert.equal(code, 1);
    } finally {
      await db.run(`DROP ROLE ${role}`);
    }
  });
});
