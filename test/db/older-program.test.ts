// run: without coverage

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { migrate, readPlan } from '../../src/db/migrate.ts';
import type { Migration } from '../../src/db/migration-plan.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { migrations } from '../../src/migrations/list.ts';
import { testOnSqliteOrInTorture, withEngines } from './engines.ts';

const first: Migration = { name: '0001 people', oldestProgram: 1, sql: 'CREATE TABLE person (id BIGINT, name TEXT);' };
const expand: Migration = {
  name: '0002 cities',
  oldestProgram: 1,
  sql: 'ALTER TABLE person ADD COLUMN city TEXT;',
};
const contract: Migration = { name: '0003 no ids', oldestProgram: 2, sql: 'ALTER TABLE person DROP COLUMN id;' };

withEngines('a program that is older than its store', (engine) => {
  const open = async () => (await engine.fresh()).open();
  const once = testOnSqliteOrInTorture(engine);
  const applied = async (db: Db) => (await db.all<{ name: string }>('SELECT name FROM migration')).length;

  it('starts when every migration that it does not know allows it, and changes nothing', async () => {
    const db = await open();
    await migrate(db, [first, expand]);
    assert.deepEqual(await migrate(db, [first]), []);
    assert.deepEqual(await readPlan(db, [first]), { pending: [], newer: ['0002 cities'] });
    assert.equal(await applied(db), 2);
  });

  it('is told what it needs, and what to do, when one of them does not', async () => {
    const db = await open();
    await migrate(db, [first, expand, contract], '7.8.9');
    assert.deepEqual(await migrate(db, [first, expand]), []);
    await assert.rejects(migrate(db, [first]), {
      message:
        'The database is newer than this program: its migration "0003 no ids" (applied by version 7.8.9) needs a program that ' +
        'knows migration 0002; this one knows 0001. Run a newer program, version 7.8.9 or later, or restore the backup ' +
        'from before the upgrade.',
    });
    await assert.rejects(
      migrate(db, []),
      /"0001 people" .* needs a program that knows migration 0001; this one knows 0000/,
    );
    assert.equal(await applied(db), 3);
  });

  it('does not start when a migration that it does know was changed', async () => {
    const db = await open();
    await migrate(db, [first, expand]);
    await assert.rejects(migrate(db, [{ ...first, sql: `${first.sql} ` }]), /"0001 people" was changed/);
  });

  it('does not start when it would have to apply one of its own before what it does not know', async () => {
    const db = await open();
    await migrate(db, [first, { ...contract, oldestProgram: 1 }]);
    await assert.rejects(migrate(db, [first, expand]), /"0003 no ids" in the place of "0002 cities"/);
    await assert.rejects(migrate(db, [expand]), /"0001 people" in the place of "0002 cities"/);
  });

  it('does not start on what the runner of the first release wrote', async () => {
    const db = await open();
    await tableOfTheFirstRelease(db);
    await assert.rejects(migrate(db, []), /"0001 people" needs a program that knows migration 0001/);
    // A program that knows it adds the columns with its next migration, and an old row still allows nobody.
    assert.deepEqual(await migrate(db, [first]), []);
    assert.deepEqual(await migrate(db, [first, expand], '7.8.9'), ['0002 cities']);
    assert.deepEqual(await migrate(db, [first]), []);
    await assert.rejects(migrate(db, []), /"0001 people" needs/);
    const row = await db.get<{ oldest_program: number; applied_by: string }>(
      "SELECT oldest_program, applied_by FROM migration WHERE name = '0002 cities'",
    );
    assert.equal(`${row?.oldest_program} ${row?.applied_by}`, '1 7.8.9');
  });

  it('needs a migration to name it by a number that existed', async () => {
    const db = await open();
    for (const oldestProgram of [3, -1, 0.5, Number.NaN, undefined as unknown as number]) {
      await assert.rejects(
        migrate(db, [first, { ...expand, oldestProgram }]),
        /"0002 cities" needs an oldestProgram from 0 to 2/,
      );
    }
  });

  once('starts on the stores of this program as far as its migrations say', async () => {
    for (const list of [migrations, idpMigrations]) {
      const db = await open();
      await migrate(db, list);
      const oldest = Math.max(...list.map(({ oldestProgram }) => oldestProgram));
      for (const [i, { name }] of list.entries()) {
        const start = migrate(db, list.slice(0, i + 1));
        if (Number.parseInt(name, 10) >= oldest) assert.deepEqual(await start, []);
        else await assert.rejects(start, /newer than this program/);
      }
    }
  });
});

/** As the first release makes it, with one migration. */
async function tableOfTheFirstRelease(db: Db): Promise<void> {
  await db.run('CREATE TABLE migration (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)');
  await db.run('CREATE TABLE person (id BIGINT, name TEXT)');
  const checksum = '09ea71945a8b7dec0a56830e74a217303d47b411a8195f57580484376587d775';
  await db.run('INSERT INTO migration (name, checksum, applied_at) VALUES ($1, $2, $3)', [
    first.name,
    checksum,
    '2026',
  ]);
}
