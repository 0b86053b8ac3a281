import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { takeBackup } from '../../src/backup/backup.ts';
import { restoreBackup } from '../../src/backup/restore.ts';
import { readConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { migrations } from '../../src/migrations/list.ts';
import { operatorKeyOf } from '../../src/notifications/keys/operator-key-source.ts';
import { backUp } from '../../src/roles/commands/backup.ts';
import { openProviderStore } from '../../src/roles/store/provider-store.ts';
import { openStore } from '../../src/roles/store/store.ts';
import { startProcess } from '../db/child-process.ts';
import { emptyLog, overwritePages, pagesOf } from '../db/damaged-file.ts';

/** The file that holds the key of the store. */
const KEY = `${'k'.repeat(43)}\n`;

describe('backup and restore', () => {
  const home = mkdtempSync(join(tmpdir(), 'backup-test-'));
  after(() => rmSync(home, { recursive: true }));
  let made = 0;
  const newPath = () => {
    made += 1;
    return join(home, `folder-${made}`);
  };

  /** A data folder with both databases, the last row of which is only in the log, and an outbox. */
  async function dataFolder(rows = 200) {
    const dataDir = newPath();
    const stores = await Promise.all(['service.db', 'idp.db'].map((name) => openDb({ file: join(dataDir, name) })));
    for (const db of stores) {
      await db.run('CREATE TABLE thing (a BIGINT PRIMARY KEY, b TEXT)');
      const all = Array.from({ length: rows }, (_, n) => [n, 'x'.repeat(100)]);
      await db.many('INSERT INTO thing (a, b) VALUES {rows: bigint, text}', all);
    }
    writeFileSync(join(dataDir, 'operator.key'), KEY, { mode: 0o600 });
    mkdirSync(join(dataDir, 'outbox'));
    writeFileSync(join(dataDir, 'outbox', 'mail.eml'), 'To: seller');
    writeFileSync(join(dataDir, 'outbox', '.mail.eml.part'), 'half');
    return { dataDir, close: () => Promise.all(stores.map((db) => db.close())) };
  }

  async function countIn(dataDir: string, name: string): Promise<number | undefined> {
    const db = await openDb({ file: join(dataDir, name) });
    const row = await db.get<{ n: number }>('SELECT count(*) AS n FROM thing');
    await db.close();
    return row?.n;
  }

  test('says, and fails, when the copied store could not be decrypted: the service goes on without its key file', async () => {
    const dataDir = newPath();
    const db = await openDb({ file: join(dataDir, 'service.db') });
    await migrate(db, migrations);
    const file = join(dataDir, 'operator.key');
    await operatorKeyOf(db, { configured: undefined, file, mayGenerate: true });
    const key = readFileSync(file, 'utf8').trim();
    const run = async (settings: Record<string, string> = {}) => {
      const lines: string[] = [];
      const config = readConfig({ DATA_DIR: dataDir, ...settings });
      const output = { say: () => undefined, warn: (line: string) => lines.push(line) };
      return { code: await backUp(config, [newPath()], output), text: lines.join() };
    };
    assert.deepEqual(await run(), { code: 0, text: '' });
    for (const spoil of [() => rmSync(file), () => writeFileSync(file, 'cut'), () => writeFileSync(file, KEY)]) {
      spoil();
      const { code, text } = await run();
      assert.equal(code, 1);
      assert.match(text, /^WARNING: this backup cannot be decrypted: .*operator\.key is (missing|not the key)/);
    }
    assert.deepEqual(await run({ OPERATOR_KEY: key }), { code: 0, text: '' });
    const other = await run({ OPERATOR_KEY: 'o'.repeat(43) });
    assert.match(other.text, /OPERATOR_KEY is not the key of service\.db/);
    assert.ok(!other.text.includes('ooo') && other.code === 1);
    await db.close();
  });

  test('a copy of open stores holds every row, only its owner may read it, and it is restored as a whole', async () => {
    const { dataDir, close } = await dataFolder();
    const folder = newPath();
    const files = await takeBackup(dataDir, folder);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['service.db', 'idp.db', 'operator.key', 'outbox/mail.eml'],
    );
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const path of ['service.db', 'idp.db', 'operator.key', 'manifest.json', 'outbox/mail.eml']) {
      assert.equal(statSync(join(folder, path)).mode & 0o777, 0o600, path);
    }
    const fresh = newPath();
    assert.equal((await restoreBackup(folder, fresh)).replaced, undefined);
    for (const name of ['service.db', 'idp.db']) assert.equal(await countIn(fresh, name), 200);
    assert.equal(readFileSync(join(fresh, 'outbox/mail.eml'), 'utf8'), 'To: seller');
    assert.equal(readFileSync(join(fresh, 'operator.key'), 'utf8'), KEY);
    assert.equal(statSync(join(fresh, 'operator.key')).mode & 0o777, 0o600);
    await close();
  });

  test('a restore moves the previous files aside, with their logs, and deletes none', async () => {
    const { dataDir, close } = await dataFolder();
    const folder = newPath();
    await takeBackup(dataDir, folder);
    await close();
    writeFileSync(join(dataDir, 'service.db-wal'), 'a log that belongs to the previous database');
    writeFileSync(join(dataDir, 'outbox', 'later.eml'), 'To: seller');
    const { replaced = '' } = await restoreBackup(folder, dataDir);
    assert.deepEqual(readdirSync(replaced).sort(), [
      'idp.db',
      'operator.key',
      'outbox',
      'service.db',
      'service.db-wal',
    ]);
    assert.deepEqual(readdirSync(join(dataDir, 'outbox')), ['mail.eml']);
    assert.ok(!existsSync(join(dataDir, 'service.db-wal')));
    assert.equal(await countIn(dataDir, 'service.db'), 200);
    // What was replaced once is no part of the next backup.
    const next = await takeBackup(dataDir, newPath());
    assert.deepEqual(
      next.map(({ path }) => path),
      ['service.db', 'idp.db', 'operator.key', 'outbox/mail.eml'],
    );
  });

  test('a restore refuses while any process uses the folder, also one that is killed later', async () => {
    const { dataDir, close } = await dataFolder();
    const folder = newPath();
    await takeBackup(dataDir, folder);
    await assert.rejects(restoreBackup(folder, dataDir), /uses .*folder-\d+\. Stop it/);
    await close();
    const { child, lines, ended } = startProcess(`
      const { openDb } = await load('src/db/open.ts');
      await openDb({ file: ${JSON.stringify(join(dataDir, 'idp.db'))} });
      console.log('open');
      setInterval(() => {}, 1000);
    `);
    assert.equal((await lines.next()).value, 'open');
    const before = readdirSync(dataDir).sort();
    await assert.rejects(restoreBackup(folder, dataDir), /Stop it/);
    assert.deepEqual(readdirSync(dataDir).sort(), before);
    child.kill('SIGKILL');
    await ended;
    await restoreBackup(folder, dataDir);
  });

  test('a damaged or incomplete backup is refused, and the data folder stays as it is', async () => {
    const { dataDir, close } = await dataFolder();
    await close();
    const damages: [RegExp, (folder: string) => void][] = [
      [/damaged: service\.db is not/, (folder) => overwritePages(join(folder, 'service.db'), 3, 3)],
      [/damaged: outbox\/mail\.eml is not/, (folder) => appendFileSync(join(folder, 'outbox/mail.eml'), '!')],
      [/incomplete: idp\.db is missing/, (folder) => rmSync(join(folder, 'idp.db'))],
      [/not a complete backup: it has no manifest\.json/, (folder) => rmSync(join(folder, 'manifest.json'))],
      [/manifest\.json cannot be read/, (folder) => writeFileSync(join(folder, 'manifest.json'), '{"format": 1, "fi')],
      [/manifest\.json cannot be read/, (folder) => rewrite(folder, 'idp.db', '../idp.db')],
      [/manifest\.json cannot be read/, (folder) => writeFileSync(join(folder, 'manifest.json'), '{"files": []}')],
      [/format 7/, (folder) => rewrite(folder, '"format": 1', '"format": 7')],
    ];
    const rewrite = (folder: string, from: string, to: string) => {
      const manifest = join(folder, 'manifest.json');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(from, to));
    };
    const before = readdirSync(dataDir).sort();
    for (const [reason, damage] of damages) {
      const folder = newPath();
      await takeBackup(dataDir, folder);
      damage(folder);
      await assert.rejects(restoreBackup(folder, dataDir), reason);
      assert.deepEqual(readdirSync(dataDir).sort(), before);
    }
  });

  test('a backup of a damaged store fails, and leaves nothing that looks like a backup', async () => {
    const { dataDir, close } = await dataFolder(4_000);
    await close();
    const file = join(dataDir, 'idp.db');
    emptyLog(file);
    overwritePages(file, pagesOf(file) - 3, pagesOf(file) - 2);
    const folder = newPath();
    await assert.rejects(takeBackup(dataDir, folder), /idp\.db is damaged.*npm run restore -- DIR/);
    assert.deepEqual(
      readdirSync(home).filter((name) => join(home, name).startsWith(folder)),
      [],
    );
  });

  test('a backup onto a full disk says so without a stack, and leaves nothing behind', async () => {
    const dataDir = newPath();
    const config = readConfig({ DATA_DIR: dataDir });
    for (const open of [openStore, openProviderStore]) await (await open(config)).close();
    const folder = newPath();
    const command = ['-c', 'ulimit -f 8 && exec "$0" src/main.ts backup "$1"', process.execPath, folder];
    // Without coverage, whose file would be cut off by the limit, too. Node hands the variable on unless it is set.
    const env = { PATH: process.env.PATH ?? '', NODE_V8_COVERAGE: '', DATA_DIR: dataDir };
    const { status, stderr } = spawnSync('/bin/sh', command, { encoding: 'utf8', env });
    assert.equal(status, 1);
    assert.match(stderr, /^\S+service\.db cannot be read or copied: .*(disk|full).*\n$/);
    assert.deepEqual(
      readdirSync(home).filter((name) => join(home, name).startsWith(folder)),
      [],
    );
  });

  test('a backup never overwrites anything, and never lies in the folder that it copies', async () => {
    const { dataDir, close } = await dataFolder();
    await close();
    const folder = newPath();
    mkdirSync(folder);
    await takeBackup(dataDir, folder);
    await assert.rejects(takeBackup(dataDir, folder), /is not empty/);
    await assert.rejects(takeBackup(dataDir, join(dataDir, 'copy')), /inside the data folder/);
    await assert.rejects(takeBackup(newPath(), newPath()), /DATA_DIR\) does not exist/);
    const empty = newPath();
    mkdirSync(empty);
    await assert.rejects(takeBackup(empty, newPath()), /nothing to back up/);
  });
});
