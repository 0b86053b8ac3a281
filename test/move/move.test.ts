import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { factOf, setFact } from '../../src/db/service-fact.ts';
import { checkNotMoved, setMark } from '../../src/move/mark.ts';
import { type MoveOptions, moveStore } from '../../src/move/move.ts';
import { startProcess } from '../db/child-process.ts';
import { onEngine, type TestDatabase } from '../db/engines.ts';
import { isTorture, testInTorture } from '../harness/scale.ts';
import { allMigrations, fillEveryTable, rowsIn, tableNames, usualMigrations } from './filled-store.ts';

onEngine('sqlite', 'a move', (sqlite) => {
  onEngine('postgres', 'and', (postgres) => {
    const filled = async (list = usualMigrations) => {
      const database = await sqlite.migrated(list);
      const db = await database.open();
      await fillEveryTable(db);
      return { database, db };
    };
    const empty = async () => (await postgres.fresh()).open();
    const moveTo = (source: Db, target: Db, options: Partial<MoveOptions> = {}, from = 'here', to = 'there') =>
      moveStore(
        { db: source, name: from },
        { db: target, name: to },
        {
          ...{ owner: 'service', migrations: usualMigrations },
          ...options,
        },
      );

    it('moves every row of every table to PostgreSQL and back', async () => {
      const { db: source } = await filled(allMigrations);
      const every = { migrations: allMigrations };
      const target = await empty();
      const back = await (await sqlite.fresh()).open();
      const names = await tableNames(source);
      assert.ok(names.includes('delivery') && names.length > 15);
      // An earlier version stored its key: it must not get into the database that it encrypts.
      await setFact(source, 'operator key', 'secret');
      await moveTo(source, target, every);
      assert.equal(await factOf(target, 'operator key'), undefined);
      await moveTo(target, back, every, 'there', 'back');
      await assert.rejects(checkNotMoved(target, 'service'), /This store was moved to back/);
      await checkNotMoved(back, 'service');
      for (const store of [source, target])
        await store.run(`DELETE FROM service_fact WHERE name IN ('move', 'operator key')`);
      for (const name of names) {
        const rows = await rowsIn(source, name);
        assert.equal(rows.length, 2, name);
        assert.deepEqual(await rowsIn(target, name), rows, name);
        assert.deepEqual(await rowsIn(back, name), rows, name);
      }
    });

    it('keeps every value exactly, and goes on with the next generated number', async () => {
      const source = await (await sqlite.migrated(usualMigrations)).open();
      const texts = ['', '\\u0000', '\uff21\u{1f600}', 'e\u0301', '\u{10ffff}\u0001', `'"\\{},$1`, '{"a": [1, null]}'];
      for (const t of texts) await source.run('INSERT INTO kinds (t) VALUES ($1)', [t]);
      for (const n of ['9223372036854775807', '-9223372036854775808', '9007199254740993', '0'])
        await source.run(`INSERT INTO kinds ("order") VALUES (${n})`);
      for (const x of [0.1, -1e-300, 1.7976931348623157e308, 5e-324])
        await source.run('INSERT INTO kinds (x) VALUES ($1)', [x]);
      for (const y of [new Uint8Array(), Uint8Array.from({ length: 256 }, (_, n) => n)])
        await source.run('INSERT INTO kinds (y) VALUES ($1)', [y]);
      // A number that was used once is not generated again.
      await source.run(`INSERT INTO kinds (id, t) VALUES (9007199254740000, 'the last one')`);
      await source.run(`DELETE FROM kinds WHERE t = 'the last one'`);
      const read = async (db: Db) =>
        (await db.all(`SELECT id, CAST("order" AS TEXT) AS n, t, x, y FROM kinds ORDER BY id`)).map((row) => ({
          ...(row as object),
          y: [...((row as { y: Uint8Array | null }).y ?? [])],
        }));
      const target = await empty();
      const back = await (await sqlite.fresh()).open();
      await moveTo(source, target);
      await moveTo(target, back, {}, 'there', 'back');
      const before = await read(source);
      assert.equal(before.length, 17);
      for (const db of [target, back]) assert.deepEqual(await read(db), before);
      for (const db of [target, back]) {
        const added = await db.get<{ id: number }>(`INSERT INTO kinds (t) VALUES ('new') RETURNING id`);
        assert.equal(added?.id, 9007199254740001);
      }
    });

    it('refuses a target that is not empty, and leaves it as it is', async () => {
      const { db: source } = await filled();
      const target = await empty();
      await migrate(target, usualMigrations);
      await setFact(target, 'demo', 'made');
      await assert.rejects(moveTo(source, target), /there is not empty \(table service_fact: 1 rows\)/);
      assert.equal(await factOf(target, 'demo'), 'made');
      for (const db of [source, target]) await checkNotMoved(db, 'service');
      // A store whose move is finished is not overwritten by a second one, either.
      await target.run('DELETE FROM service_fact');
      await moveTo(source, target);
      await assert.rejects(moveTo(source, target), /is not empty/);
      await assert.rejects(moveTo(source, await empty(), {}, 'here', 'elsewhere'), /moved to there already/);
    });

    it('refuses a store with a migration that the program does not know, although it may run on it', async () => {
      const later = { name: '9999 later', oldestProgram: 3, sql: 'CREATE TABLE later (a TEXT);' };
      for (const isSource of [true, false]) {
        const { db: source } = await filled();
        const target = await empty();
        await migrate(isSource ? source : target, [...usualMigrations, later]);
        const name = isSource ? 'here' : 'there';
        await assert.rejects(moveTo(source, target), new RegExp(`${name} has the migration "9999 later"`));
        await checkNotMoved(source, 'service');
      }
    });

    it('tells a difference between what was read and what was stored', async () => {
      const changes: ((source: Db, target: Db) => unknown)[] = [
        (_, target) => target.run(`UPDATE shelf SET offers = 'others' WHERE item_id = 'text 1'`),
        (_, target) => target.run(`DELETE FROM shelf WHERE item_id = 'text 1'`),
        (source) => source.run(`DELETE FROM shelf WHERE item_id = 'text 1'`),
      ];
      for (const change of isTorture ? changes : changes.slice(0, 1)) {
        const { db: source } = await filled();
        const target = await empty();
        let isDone = false;
        const onProgress = async (step: string) => {
          if (step === 'compared' && !isDone) await change(source, target);
          isDone ||= step === 'compared';
        };
        await assert.rejects(
          moveTo(source, target, { onProgress }),
          /The table shelf differs: \d rows in here, \d in there/,
        );
        await assert.rejects(checkNotMoved(target, 'service'), /interrupted: it is not complete/);
        await checkNotMoved(source, 'service');
      }
    });

    it('names the column of a text that PostgreSQL cannot store', async () => {
      const { db: source } = await filled();
      await source.run(`UPDATE kinds SET t = 'a' || char(0) || 'b' WHERE id = 1`);
      const target = await empty();
      await assert.rejects(moveTo(source, target), /A text in kinds\.t has the character U\+0000/);
      await source.run(`UPDATE kinds SET t = 'ab' WHERE id = 1`);
      await moveTo(source, target);
    });

    it('killed while it copies, leaves a target that says so, and the same move completes it', async () => {
      const { database, db: source } = await filled();
      await source.close();
      const there = await postgres.fresh();
      await killedMove(database, there);
      const target = await there.open();
      await assert.rejects(checkNotMoved(target, 'service'), /The move from here into this store was interrupted/);
      const again = await database.open();
      await assert.rejects(moveTo(again, target, {}, 'elsewhere'), /holds an unfinished move from here/);
      await checkNotMoved(again, 'service');
      await moveTo(again, target);
      await checkNotMoved(target, 'service');
      assert.equal((await rowsIn(target, 'delivery')).length, 2);
    });

    testInTorture(
      'interrupted after the copy, or between its last two steps, is completed by the same move',
      async () => {
        const { db: source } = await filled();
        const target = await empty();
        const beforeFinish = () => Promise.reject(new Error('the machine stops'));
        await assert.rejects(moveTo(source, target, { beforeFinish }), /the machine stops/);
        await assert.rejects(checkNotMoved(target, 'service'), /interrupted/);
        // The target is not marked as finished yet, the source is marked already: neither may be used.
        await setMark(source, 'service', { state: 'moved', to: 'there' });
        await moveTo(source, target);
        await checkNotMoved(target, 'service');
        await assert.rejects(checkNotMoved(source, 'service'), /This store was moved to there/);
        assert.equal((await rowsIn(target, 'delivery')).length, 2);
      },
    );
  });
});

/** Another process that moves, and is killed when half of the tables are copied. */
async function killedMove(source: TestDatabase, target: TestDatabase): Promise<void> {
  const { child, lines, ended } = startProcess(`
    const { openDb } = await load('src/db/open.ts');
    const { moveStore } = await load('src/move/move.ts');
    const { usualMigrations: migrations } = await load('test/move/filled-store.ts');
    const [source, target] = await Promise.all(${JSON.stringify([source.config, target.config])}.map(openDb));
    const onProgress = async (step, table) => {
      if (step !== 'copied' || table !== 'delivery') return;
      console.log('half');
      await new Promise(() => setInterval(() => {}, 1000));
    };
    await moveStore({ db: source, name: 'here' }, { db: target, name: 'there' }, { owner: 'service', migrations, onProgress });
  `);
  assert.equal((await lines.next()).value, 'half');
  child.kill('SIGKILL');
  await ended;
}
