import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { openDb } from '../../src/db/open.ts';
import { onEngine } from './engines.ts';

onEngine('sqlite', 'openDb', ({ fresh }) => {
  const folder = async () => dirname((await fresh()).config.file);

  it('creates the folder and a file that only its owner may read', async () => {
    const file = join(await folder(), 'new', 'deep', 'store.db');
    const db = await openDb({ file });
    await db.run('CREATE TABLE t (a TEXT)');
    for (const path of [file, `${file}-wal`, `${file}-shm`]) assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(dirname(file)).mode & 0o777, 0o700);
    await db.close();
  });

  it('names the problem of the file', async () => {
    const home = await folder();
    mkdirSync(join(home, 'folder.db'));
    writeFileSync(join(home, 'text.db'), 'This is no database. '.repeat(500));
    await assert.rejects(openDb({ file: join(home, 'folder.db') }), /folder\.db cannot be opened: EISDIR/);
    await assert.rejects(openDb({ file: join(home, 'text.db', 'x.db') }), /x\.db cannot be opened: ENOTDIR|EEXIST/);
    await assert.rejects(
      openDb({ file: join(home, 'text.db') }),
      /text\.db is damaged, or is not a SQLite database.*npm run restore -- DIR/,
    );
  });
});

onEngine('postgres', 'openDb', ({ fresh }) => {
  const failure = async (databaseUrl: string): Promise<Error> => {
    const error = await openDb({ databaseUrl, file: '' }).catch((reason) => reason);
    assert.ok(error instanceof Error);
    assert.doesNotMatch(inspect(error, { depth: 10, showHidden: true }), /s3cret/);
    return error;
  };

  it('names the problem, and never the password', async () => {
    const url = new URL((await fresh()).config.databaseUrl as string);
    url.password = 's3cret';
    const missing = Object.assign(new URL(url), { pathname: '/no_such_database' });
    assert.match((await failure(missing.href)).message, /no_such_database cannot be opened: .*does not exist/);
    const closedPort = Object.assign(new URL(url), { host: '127.0.0.1:1' });
    assert.match((await failure(closedPort.href)).message, /127\.0\.0\.1:1\/\w+ cannot be opened: .*ECONNREFUSED/);
    const unknown = Object.assign(new URL(url), { hostname: 'no-such-host.invalid' });
    assert.match((await failure(unknown.href)).message, /cannot be opened: .*(ENOTFOUND|EAI_AGAIN)/);
    for (const wrong of [
      'postgres://me:s3cret/x@host/db',
      'postgres://me:12/s3cret@host/db',
      's3cret',
      'mysql://me:s3cret@host/db',
    ]) {
      assert.match((await failure(wrong)).message, /^The URL of the database is not of the form/);
    }
  });

  it('opens alone when the process that used the store has just ended', async () => {
    const { config } = await fresh();
    const other = await openDb(config);
    await other.get('SELECT 1 AS one');
    const ending = setTimeout(300).then(() => other.close());
    const alone = await openDb({ ...config, alone: true });
    await ending;
    await alone.close();
  });
});
