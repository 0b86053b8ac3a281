// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupsOf } from '../../bench/requests/groups.ts';
import { readOptions } from '../../bench/requests/options.ts';
import { rowsNamed } from '../../bench/requests/rows.ts';

const chosen = (...args: string[]) =>
  groupsOf(readOptions(args)).map(
    ({ engine, connections, rows }) => [engine, connections, rows.map(({ name }) => name)] as const,
  );

const MAIN = ['fees', 'offers-uniform', 'competitive-20', 'fees-batch-20', 'test-notification'];

describe('the rows of the request bench', () => {
  it('are all of them on SQLite with 32 connections, and the main ones elsewhere', () => {
    const all = rowsNamed([]).map(({ name }) => name);
    assert.deepEqual(chosen(), [
      ['sqlite', 32, all],
      ['sqlite', 1, MAIN],
      ['postgres', 32, MAIN],
      ['postgres', 1, MAIN],
    ]);
  });

  it('are the main ones on SQLite with 32 connections in a quick run', () => {
    assert.deepEqual(chosen('--quick'), [['sqlite', 32, MAIN]]);
  });

  it('are measured everywhere when they are named', () => {
    assert.deepEqual(chosen('token', '--engine', 'postgres', '--connections', '4,2'), [
      ['postgres', 4, ['token']],
      ['postgres', 2, ['token']],
    ]);
    assert.deepEqual(chosen('token', '--quick'), [['sqlite', 32, ['token']]]);
  });

  it('must exist', () => {
    assert.throws(() => chosen('tokens'), /Unknown row: tokens\. Rows: fees, /);
  });
});

describe('the options of the request bench', () => {
  it('replace those of a quick run, too', () => {
    const { pace, items } = readOptions(['--quick', '--seconds', '3']);
    assert.deepEqual(pace, { rounds: 4, seconds: 3, warmUpSeconds: 3 });
    assert.equal(items.sqlite, 20_000);
  });

  for (const [wrong, message] of [
    [['--rounds', '3'], /--rounds must be 4 at least/],
    [['--connections', '32,'], / is not a whole number above 0/],
    [['--minutes', '1.5'], /1\.5 is not a whole number above 0/],
    [['--engine', 'mysql'], /Unknown engine: mysql\. Engines: sqlite, postgres\./],
  ] as const) {
    it(`are checked: ${wrong.join(' ')}`, () => {
      assert.throws(() => readOptions([...wrong]), message);
    });
  }
});
