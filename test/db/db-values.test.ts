import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import type { Db, Value } from '../../src/db/db.ts';
import { Fault } from '../../src/domain/fault.ts';
import { anyCharacter } from '../harness/any-character.ts';
import { withEngines } from './engines.ts';

withEngines('values', ({ fresh }) => {
  let db: Db;
  before(async () => {
    db = await (await fresh()).open();
    await db.run('CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT, n BIGINT, x DOUBLE PRECISION, y BYTEA)');
  });
  const empty = () => db.run('DELETE FROM t');

  const roundTrip = async (column: 'b' | 'n' | 'x' | 'y', value: Value) => {
    await empty();
    await db.run(`INSERT INTO t (a, ${column}) VALUES ('one', $1)`, [value]);
    await db.many(`INSERT INTO t (a, ${column}) VALUES {rows: text, ${type[column]}}`, [['many', value]]);
    const rows = await db.all<Record<string, Value>>(`SELECT ${column} FROM t`);
    return rows.map((row) => row[column]);
  };
  const type = { b: 'text', n: 'bigint', x: 'double precision', y: 'bytea' };

  const texts = ['', ' ', 'Grüße, 東京 👩‍👩‍👧', `'"\\{},;$1 ?1 NULL`, '\n\r\t\u0001\u{10ffff}', 'x'.repeat(1_000_000)];
  for (const text of texts) {
    it(`keeps the text ${JSON.stringify(text.slice(0, 40))} of ${text.length} characters`, async () => {
      assert.deepEqual(await roundTrip('b', text), [text, text]);
    });
  }

  it('keeps any text', async () => {
    const anyText = fc.string({ unit: anyCharacter, maxLength: 50 }).filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => assert.deepEqual(await roundTrip('b', text), [text, text])),
      { numRuns: 30 },
    );
  });

  for (const number of [0, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1)]) {
    it(`keeps the integer ${number}`, async () => assert.deepEqual(await roundTrip('n', number), [number, number]));
  }

  for (const number of [0.1, -1e-300, 1.7976931348623157e308, 12]) {
    it(`keeps the number ${number}`, async () => assert.deepEqual(await roundTrip('x', number), [number, number]));
  }

  it('keeps bytes', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (const value of await roundTrip('y', bytes)) assert.deepEqual([...(value as Uint8Array)], [...bytes]);
    for (const value of await roundTrip('y', new Uint8Array())) assert.equal((value as Uint8Array).length, 0);
  });

  for (const column of ['b', 'n', 'x', 'y'] as const) {
    it(`keeps null in ${type[column]}`, async () => assert.deepEqual(await roundTrip(column, null), [null, null]));
  }

  it('replaces a lone surrogate, which is not text', async () => {
    assert.deepEqual(await roundTrip('b', 'a\ud83d'), ['a\ufffd', 'a\ufffd']);
  });

  it('rejects NUL in text, read or written', async () => {
    const isInvalid = (error: unknown) => error instanceof Fault && error.code === 'InvalidInput';
    await assert.rejects(async () => db.run('INSERT INTO t (a) VALUES ($1)', ['a\0b']), isInvalid);
    await assert.rejects(async () => db.get('SELECT a FROM t WHERE a = $1', ['a\0b']), isInvalid);
    await assert.rejects(async () => db.many('INSERT INTO t (a) VALUES {rows: text}', [['a\0b']]), isInvalid);
    await assert.rejects(async () => db.many('SELECT 1 FROM (VALUES {rows: text}) AS k', [['a\0b']]), isInvalid);
  });

  it('rejects undefined, NaN and other values without a column type', async () => {
    for (const value of [undefined, true, Number.NaN, Number.POSITIVE_INFINITY, {}] as unknown as Value[]) {
      await assert.rejects(async () => db.run('INSERT INTO t (a, b) VALUES ($1, $2)', ['a', value]), TypeError);
    }
  });

  it('rejects values of another type than the column', async () => {
    await assert.rejects(async () => db.run(`INSERT INTO t (a, n) VALUES ('a', $1)`, ['many']));
    await assert.rejects(async () => db.run(`INSERT INTO t (a, n) VALUES ('a', $1)`, [1.5]));
    await assert.rejects(async () => db.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', [['a', 1.5]]));
  });

  it('rejects a wrong number of values', async () => {
    await assert.rejects(async () => db.get('SELECT a FROM t WHERE a = $1', []), TypeError);
    await assert.rejects(async () => db.get('SELECT a FROM t WHERE a = $1', ['a', 'b']), TypeError);
    await assert.rejects(async () => db.many('INSERT INTO t (a, b) VALUES {rows: text, text}', [['a']]), TypeError);
  });

  it('returns integers as numbers, also from count and sum, and booleans as 0 and 1', async () => {
    await empty();
    await db.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', [
      ['a', 2 ** 40],
      ['b', 1],
    ]);
    const row = await db.get('SELECT count(*) AS c, sum(n) AS s, max(n) = 1 AS no, min(n) = 1 AS yes FROM t');
    assert.deepEqual({ ...(row as object) }, { c: 2, s: 2 ** 40 + 1, no: 0, yes: 1 });
  });

  it('does not round an integer that is too large', async () => {
    await assert.rejects(async () => db.get('SELECT 9007199254740993 AS n'), RangeError);
  });

  it('sorts and compares text by code point', async () => {
    await empty();
    await db.many(
      'INSERT INTO t (a) VALUES {rows: text}',
      ['b', 'a', 'B', 'ä', 'Z', '_', '1', '😀', '￿'].map((a) => [a]),
    );
    const sorted = await db.all<{ a: string }>('SELECT a FROM t ORDER BY a');
    assert.equal(sorted.map(({ a }) => a).join(''), '1BZ_abä￿😀');
    assert.equal((await db.get<{ c: number }>(`SELECT count(*) AS c FROM t WHERE a < 'a'`))?.c, 4);
  });
});
