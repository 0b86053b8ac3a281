import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Migration } from '../../src/db/migration-plan.ts';
import { openDb } from '../../src/db/open.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { migrations } from '../../src/migrations/list.ts';
import { migrateTables } from '../../src/roles/commands/migrate.ts';
import { withEngines } from '../db/engines.ts';
import { unpackStores } from '../db/releases/fixture.ts';

const last = migrations.at(-1) as Migration;
const lastNumber = last.name.slice(0, 4);
const nextNumber = String(Number(lastNumber) + 1).padStart(4, '0');

withEngines('npm run migrate -- --check', ({ fresh }) => {
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** A data folder that does not exist yet, and the command on it. */
  const place = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrate-check-'));
    folders.push(folder);
    const dataDir = join(folder, 'data');
    const { databaseUrl } = (await fresh()).config;
    const config = readConfig({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
    const file = join(dataDir, 'service.db');
    const withStore = async (list: readonly Migration[], name: 'service' | 'idp' = 'service') => {
      const db = await openDb(name === 'idp' ? { file: join(dataDir, 'idp.db') } : { file, databaseUrl });
      await migrate(db, list);
      return db;
    };
    const run = async (...args: string[]) => {
      let text = '';
      const write = (more: string) => (text += more);
      return { code: await migrateTables(config, args, { stdout: { write }, stderr: { write } }), text };
    };
    return { dataDir, withStore, run };
  };

  it('creates neither a file nor a table, lists what an empty store needs, and ends with 1', async () => {
    const { dataDir, run } = await place();
    for (const _ of [1, 2]) {
      const { code, text } = await run('--check');
      assert.equal(code, 1);
      assert.ok(migrations.every(({ name }) => text.includes(`\n  ${name}\n`)));
      assert.match(text, /The store is empty: no process uses it/);
      assert.equal(existsSync(dataDir), false);
    }
  });

  it('tells that processes of the present version may go on and start again, then that all is applied', async () => {
    const { dataDir, withStore, run } = await place();
    await (await withStore(migrations.slice(0, -1))).close();
    await (await withStore(idpMigrations.slice(0, 1), 'idp')).close();
    const before = readdirSync(dataDir).sort();
    const checked = await run('--check');
    assert.equal(checked.code, 1);
    assert.match(
      checked.text,
      new RegExp(`to apply\n  ${last.name}\n  The processes of the present version.* may go on`),
    );
    assert.match(checked.text, /may be started again afterwards/);
    assert.match(checked.text, /Store of the provider, .*idp.db: to apply\n {2}0002 /);
    assert.deepEqual(readdirSync(dataDir).sort(), before);
    const applied = await run();
    assert.deepEqual(applied, {
      code: 0,
      text: [last, ...idpMigrations.slice(1)].map(({ name }) => `${name}\n`).join(''),
    });
    const done = await run('--check');
    assert.equal(done.code, 0);
    assert.match(done.text, /^Store of the service, .*: up to date\.\nStore of the provider, .*: up to date\.\n$/);
    assert.deepEqual(readdirSync(dataDir).sort(), before);
  });

  it('tells that processes of the first release must be stopped', async () => {
    const { withStore, run } = await place();
    const db = await withStore(migrations.slice(0, 3));
    for (const column of ['oldest_program', 'applied_by']) await db.run(`ALTER TABLE migration DROP COLUMN ${column}`);
    await db.close();
    const { code, text } = await run('--check');
    assert.equal(code, 1);
    assert.match(
      text,
      /Stop all processes of the present version, which know migration 0003, first: "0018 .* know 0017\.\n/,
    );
    assert.match(text, /\n {2}To serve meanwhile, upgrade to version 0\.2\.0 first, then to this one\.\n$/);
  });

  it('reads a store that is in use, also one that is newer, and ends with 0 when this program may run on it', async () => {
    const { withStore, run } = await place();
    const newer = {
      name: `${nextNumber} newer`,
      oldestProgram: Number(lastNumber),
      sql: 'CREATE TABLE newer (a TEXT);',
    };
    const db = await withStore([...migrations, newer]);
    const { code, text } = await run('--check');
    assert.equal(code, 0);
    assert.match(
      text,
      new RegExp(`newer than this program, which may run on it\\. It does not know\n {2}${newer.name}\n`),
    );
    const strict = { name: `${nextNumber} strict`, oldestProgram: Number(nextNumber), sql: 'SELECT 1;' };
    await migrate(db, [...migrations, newer, strict]);
    await assert.rejects(
      run('--check'),
      new RegExp(`"${strict.name}" needs a program that knows migration ${nextNumber}`),
    );
    await db.close();
  });

  it('ends with 2 for an argument that it does not know, and names it', async () => {
    const { dataDir, run } = await place();
    const wrong = {
      '--chek': ['--chek'],
      now: ['--check', 'now'],
      check: ['check'],
      '--check': ['--check', '--check'],
    };
    for (const [unknown, args] of Object.entries(wrong)) {
      const { code, text } = await run(...args);
      assert.equal(code, 2);
      assert.ok(text.startsWith(`Unknown argument ${unknown}.\n`), text);
      assert.match(text, /npm run migrate -- --check/);
    }
    assert.equal(existsSync(dataDir), false);
  });
});

test('migrate -- --check tells of real stores that 0.1.0 must be stopped or go through 0.2.0, whose provider must be stopped', async () => {
  for (const [release, service, provider] of [
    [
      '0.1.0',
      /Stop all processes .* know migration 0003, first.*\n.*version 0\.2\.0 first/,
      /Stop all processes .* know migration 0001, first/,
    ],
    [
      '0.2.0',
      /know migration 0017, may go on running meanwhile, and may be started again/,
      /Stop all processes .* know migration 0004, first/,
    ],
  ] as const) {
    const dataDir = unpackStores(release);
    let text = '';
    const output = { write: (more: string) => (text += more) };
    const code = await migrateTables(readConfig({ DATA_DIR: dataDir }), ['--check'], {
      stdout: output,
      stderr: output,
    });
    rmSync(dataDir, { recursive: true });
    assert.equal(code, 1);
    const [ofService = '', ofProvider = ''] = text.split('Store of the provider');
    assert.match(ofService, service);
    assert.match(ofProvider, provider);
  }
});
