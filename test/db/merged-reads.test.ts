import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { Fault } from '../../src/domain/fault.ts';
import { withEngines } from './engines.ts';

const one = "SELECT a, b, 'x' AS c FROM thing WHERE a = $1 AND a = $1 {by key}";
const several =
  'SELECT thing.a, k.column2 AS n FROM (VALUES {rows: text, bigint}) AS k JOIN thing ON thing.a = k.column1 {by key}';

withEngines('reads by key', (engine) => {
  async function store(): Promise<Db> {
    const db = await (await engine.fresh()).open();
    await db.run('CREATE TABLE thing (a TEXT PRIMARY KEY, b BIGINT)');
    await db.many('INSERT INTO thing (a, b) VALUES {rows: text, bigint}', [
      ['a', 1],
      ['b', 2],
      ['c', null],
    ]);
    return db;
  }

  /** Makes the reads inside one `readSnapshot`, and waits for all of them. */
  async function together(db: Db, reads: readonly (() => unknown)[]): Promise<PromiseSettledResult<unknown>[]> {
    const results: Promise<unknown>[] = [];
    db.readSnapshot(() => {
      for (const read of reads) results.push(Promise.try(read));
    });
    return Promise.allSettled(results);
  }

  test('each get of a snapshot returns its own row, or none', async () => {
    const db = await store();
    const get = (key: string) => async () => {
      const row = await db.get<{ a: string; b: number | null; c: string }>(one, [key]);
      return row && [row.a, row.b, row.c];
    };
    const keys = ['b', 'none', 'a', 'b', 'c'];
    const found = await together(db, keys.map(get));
    const values = found.map((result) => (result.status === 'fulfilled' ? result.value : result.reason));
    const [a, b, c] = [
      ['a', 1, 'x'],
      ['b', 2, 'x'],
      ['c', null, 'x'],
    ];
    assert.deepEqual(values, [b, undefined, a, b, c]);
    assert.deepEqual(await get('a')(), a);
  });

  test('each many of a snapshot returns the rows of its own keys, however many reads there are', async () => {
    const db = await store();
    const many = (n: number) => async () => {
      const keys = ['a', 'none', 'c'].slice(0, n % 4);
      const rows = await db.many<{ a: string; n: number }>(
        several,
        keys.map((key) => [key, n]),
      );
      return rows.map((row) => [row.a, row.n]).toSorted(([a], [b]) => (`${a}` < `${b}` ? -1 : 1));
    };
    const numbers = Array.from({ length: 200 }, (_, n) => n);
    const found = await together(db, numbers.map(many));
    const expected = numbers.map((n) => [['a', n], [], ['c', n]].slice(0, n % 4).filter((row) => row.length > 0));
    assert.deepEqual(
      found.map((result) => result.status === 'fulfilled' && result.value),
      expected,
    );
  });

  test('a read that cannot be made fails alone', async () => {
    const db = await store();
    const get = (key: string) => () => db.get<{ a: string }>(one, [key]);
    const found = await together(db, [get('a'), get('b\0'), get('b')]);
    assert.deepEqual(
      found.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const [, wrong] = found;
    assert.ok(wrong?.status === 'rejected' && wrong.reason instanceof Fault && wrong.reason.code === 'InvalidInput');
  });

  test('reads after a snapshot that threw are made', async () => {
    const db = await store();
    let inside: unknown;
    assert.throws(() =>
      db.readSnapshot(() => {
        inside = db.get(one, ['a']);
        throw new Error('no');
      }),
    );
    assert.equal((await (inside as Promise<{ b: number }>)).b, 1);
    assert.equal((await db.get<{ b: number }>(one, ['b']))?.b, 2);
  });
});
