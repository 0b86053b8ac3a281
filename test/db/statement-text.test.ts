import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { sqliteText } from '../../src/db/sqlite/statement-text.ts';

describe('a statement translated for SQLite', () => {
  it('numbers parameters only where it must', () => {
    assert.equal(sqliteText('SELECT a FROM t WHERE a = $1 AND b = $2'), 'SELECT a FROM t WHERE a = ? AND b = ?');
    assert.equal(sqliteText('SELECT a FROM t WHERE a = $2 AND b = $1'), 'SELECT a FROM t WHERE a = ?2 AND b = ?1');
  });

  it('hides the parameter of a LIMIT from the planner, and limits as before', () => {
    const text = sqliteText('SELECT a FROM (SELECT a FROM t WHERE a > $1 ORDER BY a LIMIT $2) AS few LIMIT $3');
    assert.equal(text, 'SELECT a FROM (SELECT a FROM t WHERE a > ? ORDER BY a LIMIT +?) AS few LIMIT +?');
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3), (4), (5)');
    const statement = database.prepare(text);
    assert.deepEqual(
      statement.all(1, 3, 2).map(({ a }) => a),
      [2, 3],
    );
    assert.equal(statement.all(1, -1, -1).length, 4);
  });
});
