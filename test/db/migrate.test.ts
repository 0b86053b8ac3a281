// run: without coverage

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Migration } from '../../src/db/migration-plan.ts';
import { migrations } from '../../src/migrations/list.ts';
import { startProcess } from './child-process.ts';
import { withEngines } from './engines.ts';

const first: Migration = {
  name: '0001 people',
  oldestProgram: 1,
  sql: `
    -- Comments may hold anything;
    CREATE TABLE person (
      id BIGINT PRIMARY KEY, -- the number; on the card
      name TEXT NOT NULL
    ) {sqlite: WITHOUT ROWID};

    CREATE INDEX person_by_name ON person (name); -- for the list
    INSERT INTO person (id, name) VALUES (1, 'Ada; Countess');
  `,
};
const second: Migration = { name: '0002 cities', oldestProgram: 1, sql: 'ALTER TABLE person ADD COLUMN city TEXT' };
const third: Migration = { name: '0003 streets', oldestProgram: 2, sql: 'ALTER TABLE person ADD COLUMN street TEXT;' };

const applied = async (db: Db) =>
  (await db.all<{ name: string }>('SELECT name FROM migration ORDER BY name')).map(({ name }) => name);
const columns = async (db: Db) => Object.keys((await db.get('SELECT * FROM person')) as object);

withEngines('migrate', ({ fresh }) => {
  const open = async () => (await fresh()).open();

  it('applies migrations in order, once, and records them', async () => {
    const db = await open();
    assert.deepEqual(await migrate(db, [first, second]), [first.name, second.name]);
    assert.deepEqual(await migrate(db, [first, second]), []);
    assert.deepEqual(await columns(db), ['id', 'name', 'city']);
    assert.deepEqual(await migrate(db, [first, second, third]), [third.name]);
    assert.deepEqual(await applied(db), [first.name, second.name, third.name]);
    const row = await db.get<Record<string, string>>('SELECT checksum, applied_at FROM migration');
    assert.match(row?.checksum as string, /^[0-9a-f]{64}$/);
    assert.ok(Math.abs(Date.parse(row?.applied_at as string) - Date.now()) < 60_000);
  });

  it('rolls back only the migration that fails, and continues from there', async () => {
    const db = await open();
    const broken = { ...second, sql: `${second.sql};\nINSERT INTO person (id, name) VALUES (1, 'twice');` };
    await assert.rejects(migrate(db, [first, broken, third]), /unique|duplicate/i);
    assert.deepEqual(await applied(db), [first.name]);
    assert.deepEqual(await columns(db), ['id', 'name']);
    assert.deepEqual(await migrate(db, [first, second, third]), [second.name, third.name]);
  });

  it('rejects a changed migration before it does anything', async () => {
    const db = await open();
    await migrate(db, [first, second]);
    const changed = { ...first, sql: `${first.sql} ` };
    await assert.rejects(migrate(db, [changed, second]), /"0001 people" was changed/);
    await assert.rejects(migrate(db, [changed, second, third]), /"0001 people" was changed/);
    assert.deepEqual(await applied(db), [first.name, second.name]);
  });

  it('rejects a migration inserted before an applied one, and a list out of order', async () => {
    const db = await open();
    await migrate(db, [first, third]);
    await assert.rejects(migrate(db, [first, second, third]), /"0002 cities" comes before "0003 streets"/);
    await assert.rejects(migrate(db, [first, third, second]), /does not sort after/);
    await assert.rejects(migrate(db, [first, first]), /does not sort after/);
  });

  it('may be run by four processes at once', async () => {
    const database = await fresh();
    const steps = [first, second, third, ...manySteps];
    const code = `
      const { openDb } = await load('src/db/open.ts');
      const { migrate } = await load('src/db/migrate.ts');
      const db = await openDb(${JSON.stringify(database.config)});
      console.log(JSON.stringify(await migrate(db, ${JSON.stringify(steps)})));
      await db.close();
    `;
    const taken = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { lines, ended } = startProcess(code);
        const line = await lines.next();
        assert.equal(await ended, '');
        return JSON.parse(line.value) as string[];
      }),
    );
    const names = steps.map(({ name }) => name);
    assert.deepEqual(taken.flat().sort(), names);
    assert.deepEqual(await applied(await database.open()), names);
  });

  it("applies the service's own list", async () => {
    const db = await open();
    assert.deepEqual(
      await migrate(db, migrations),
      migrations.map(({ name }) => name),
    );
    assert.deepEqual(await migrate(db, migrations), []);
  });

  it('fills the column that fees read for the sellers of an older store', async () => {
    const db = await open();
    await migrate(db, migrations.slice(0, 2));
    await db.run('INSERT INTO seller (seller_id, record) VALUES ($1, $2)', ['S1', '{"plan":"Individual"}']);
    await migrate(db, migrations);
    assert.deepEqual(await db.get('SELECT plan FROM seller'), { plan: 'Individual' });
  });
});

const manySteps = Array.from({ length: 10 }, (_, i) => ({
  name: `01${i}0 more`,
  oldestProgram: 3,
  sql: `CREATE TABLE more_${i} (a TEXT);\nINSERT INTO more_${i} (a) VALUES ('x');`,
}));
