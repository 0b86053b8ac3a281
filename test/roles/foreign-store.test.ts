import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, beforeEach, describe, test } from 'node:test';
import { type Config, readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/log/log.ts';
import { backUp, restore } from '../../src/roles/commands/backup.ts';
import { importFiles } from '../../src/roles/commands/market-data.ts';
import { migrateTables } from '../../src/roles/commands/migrate.ts';
import { move } from '../../src/roles/commands/move.ts';
import { checkBothStores } from '../../src/roles/store/data-folder.ts';
import { openProviderStore } from '../../src/roles/store/provider-store.ts';
import { openStore } from '../../src/roles/store/store.ts';
import { onEngine } from '../db/engines.ts';
import { unpackStores } from '../db/releases/fixture.ts';
import { testInTorture } from '../harness/scale.ts';
import { diagnose, problemsIn } from './doctor/patient.ts';

const home = mkdtempSync(join(tmpdir(), 'foreign-store-'));
after(() => rmSync(home, { recursive: true }));
const log = createLog('silent');
const silent = { stdout: { write: () => true }, stderr: { write: () => true } };
const quiet = { say: () => undefined, warn: () => undefined };

/** What another program could leave in the place of a store, by what shows it. */
const FOREIGN: Readonly<Record<string, { sql: string; sign: RegExp }>> = {
  'tables of its own': {
    sql: 'CREATE TABLE invoice (a); CREATE TABLE customer (a); INSERT INTO invoice VALUES (1)',
    sign: /it has the tables customer, invoice, and none of our migrations/,
  },
  'the log of SQLite': {
    sql: 'PRAGMA journal_mode = WAL; CREATE TABLE invoice (a)',
    sign: /it has the tables invoice/,
  },
  'a table migration of another kind': {
    sql: 'CREATE TABLE migration (version INTEGER); INSERT INTO migration VALUES (7)',
    sign: /its table migration has other columns/,
  },
  'an empty table migration among others': {
    sql: 'CREATE TABLE migration (name TEXT, checksum TEXT, applied_at TEXT); CREATE TABLE invoice (a)',
    sign: /it has the tables invoice/,
  },
  'migrations of another program': {
    sql: `CREATE TABLE migration (name TEXT, checksum TEXT, applied_at TEXT);
      INSERT INTO migration VALUES ('0001 users', 'x', 'y')`,
    sign: /its first migration is "0001 users", not "0001 /,
  },
  'an application_id': { sql: 'PRAGMA application_id = 1196444487', sign: /its application_id is 1196444487/ },
};

describe('a database of another program', () => {
  let dataDir: string;
  let config: Config;
  let folders = 0;
  beforeEach(() => {
    folders += 1;
    dataDir = join(home, String(folders));
    mkdirSync(dataDir);
    config = readConfig({ DATA_DIR: dataDir });
  });

  function make(path: string, sql: string): void {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  }
  const stateOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

  for (const [what, { sql, sign }] of Object.entries(FOREIGN)) {
    for (const name of ['service.db', 'idp.db']) {
      test(`in the place of ${name} with ${what} is refused by name, and not changed`, async () => {
        const file = join(dataDir, name);
        make(file, sql);
        const before = stateOf(file);
        const open = name === 'idp.db' ? openProviderStore : openStore;
        for (const work of [() => checkBothStores(config, log), () => open(config)]) {
          await assert.rejects(work, (error: Error) => {
            assert.match(
              error.message,
              /^\S+\.db is a database of another program: .*Nothing in it was changed\. .*DATA_DIR/,
            );
            assert.ok(error.message.startsWith(file));
            assert.match(error.message, sign);
            return true;
          });
        }
        assert.equal(stateOf(file), before);
        assert.deepEqual(
          readdirSync(dataDir).filter((found) => found.startsWith(`${name}-`)),
          [],
        );
      });
    }
  }

  test('is refused by every command that would use it', async () => {
    const file = join(dataDir, 'service.db');
    make(file, FOREIGN['tables of its own']?.sql ?? '');
    const before = stateOf(file);
    writeFileSync(join(dataDir, 'market.jsonl'), '');
    const commands: Record<string, () => Promise<unknown>> = {
      migrate: () => migrateTables(config, [], silent),
      'migrate --check': () => migrateTables(config, ['--check'], silent),
      import: () => importFiles(config, [join(dataDir, 'market.jsonl')]),
      backup: () => backUp(config, [join(home, 'backup-of-foreign')], quiet),
      move: () => move(config, ['--to', join(home, 'moved')], () => undefined),
    };
    for (const [name, run] of Object.entries(commands))
      await assert.rejects(run, /service\.db is a database of another program: it has the tables/, name);
    assert.equal(existsSync(join(home, 'backup-of-foreign')), false);
    const { code, text } = await diagnose({ DATA_DIR: dataDir });
    assert.equal(code, 1);
    assert.match(problemsIn(text).join(), /service\.db is a database of another program: it has the tables customer/);
    assert.equal(stateOf(file), before);
  });

  test('in a backup is not restored, and the data folder stays', async () => {
    await (await openStore(config)).close();
    const backup = join(home, `backup-${folders}`);
    await backUp(config, [backup], quiet);
    rmSync(join(backup, 'service.db'));
    make(join(backup, 'service.db'), 'CREATE TABLE invoice (a)');
    const before = stateOf(join(dataDir, 'service.db'));
    await assert.rejects(restore(config, [backup]), /service\.db is a database of another program/);
    assert.equal(stateOf(join(dataDir, 'service.db')), before);
  });

  test('is one of the two stores in the place of the other', async () => {
    await (await openProviderStore(config)).close();
    cpSync(join(dataDir, 'idp.db'), join(dataDir, 'service.db'));
    await assert.rejects(
      openStore(config),
      /service\.db is a database of another program: its first migration is "0001 idp"/,
    );
  });

  test('is not an empty file, an interrupted first start, or a store of an earlier release', async () => {
    writeFileSync(join(dataDir, 'service.db'), '');
    await (await openStore(config)).close();
    make(
      join(dataDir, 'idp.db'),
      'CREATE TABLE migration (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)',
    );
    await (await openProviderStore(config)).close();
    const released = unpackStores('0.1.0');
    try {
      const earlier = readConfig({ DATA_DIR: released });
      await checkBothStores(earlier, log);
      await (await openStore(earlier)).close();
      await (await openProviderStore(earlier)).close();
    } finally {
      rmSync(released, { recursive: true });
    }
  });
});

onEngine('postgres', 'a schema with tables of another program', ({ fresh, migrated }) => {
  const openStoreOn = (databaseUrl: string | undefined) =>
    openStore(readConfig({ DATA_DIR: home, DATABASE_URL: databaseUrl ?? '' }));

  for (const [what, sql, sign] of [
    ['with names that the service needs', 'CREATE TABLE offer (a TEXT)', /it has the tables offer, and none of our/],
    [
      'with a table migration of another kind',
      'CREATE TABLE migration (version BIGINT)',
      /migration has other columns/,
    ],
  ] as const) {
    test(`${what} is refused, and not changed`, async () => {
      const database = await fresh();
      const db = await database.open();
      await db.run(sql);
      await assert.rejects(openStoreOn(database.config.databaseUrl), (error: Error) => {
        assert.match(error.message, /^PostgreSQL at \S+ cannot be opened: its schema has tables of another program/);
        assert.match(error.message, sign);
        return true;
      });
      const rows = await db.all(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
      assert.equal(rows.length, 1);
    });
  }

  testInTorture('with other names is shared, as PostgreSQL is made for', async () => {
    const database = await fresh();
    const db = await database.open();
    await db.run('CREATE TABLE invoice (a TEXT)');
    await (await openStoreOn(database.config.databaseUrl)).close();
    assert.equal((await db.all('SELECT a FROM invoice')).length, 0);
    await (await openStoreOn((await migrated()).config.databaseUrl)).close();
  });
});
