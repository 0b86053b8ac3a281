import type { Sql } from '../../src/db/db.ts';

/**
 * What goes wrong with a transaction of a dispatcher. `statement`: one of its statements fails. `unavailable`: the store stops
 * answering at that statement. `killed`: the process dies there. `lostCommit`: the transaction commits, and the answer is lost.
 * `takenOver`: the process stands still before the transaction, and another one takes the lease and works.
 */
export const MISHAPS = ['statement', 'unavailable', 'killed', 'lostCommit', 'takenOver'] as const;

/** Transactions of a story, and statements of a transaction, are counted from 0. */
export type Mishap = { kind: (typeof MISHAPS)[number]; transaction: number; statement: number };

/** The transaction ends in the middle, and is undone. */
export class Interruption extends Error {
  readonly kind: Mishap['kind'];
  constructor(kind: Mishap['kind']) {
    super(`The transaction ends in the middle: ${kind}.`);
    this.kind = kind;
  }
}

/** A transaction's statements, with a function that is called before each. What it returns takes the place of the statement. */
export function watchedSql(tx: Sql, before: () => unknown): Sql {
  return {
    get: (...args) => before() ?? tx.get(...args),
    all: (...args) => before() ?? tx.all(...args),
    run: (...args) => before() ?? tx.run(...args),
    many: (...args) => before() ?? tx.many(...args),
  } as Sql;
}

/** In the place of the statement at which a mishap happens: for `watchedSql`. */
export function failStatement(tx: Sql, kind: Mishap['kind']): unknown {
  if (kind === 'statement') return tx.get('SELECT no_such_column FROM lease');
  if (kind === 'unavailable' || kind === 'killed') throw new Interruption(kind);
  return undefined;
}
