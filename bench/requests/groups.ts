import type { Engine } from '../compare/store.ts';
import { DEFAULT_CONNECTIONS } from './load.ts';
import type { RunOptions } from './options.ts';
import { type Row, rowsNamed } from './rows.ts';

/** One table of the report. */
export type Group = { engine: Engine; connections: number; rows: readonly Row[] };

/** What is measured everywhere. All rows on both engines and with all connections would take more than an hour. */
const MAIN_ROWS = ['fees', 'offers-uniform', 'competitive-20', 'fees-batch-20', 'test-notification'];

/**
 * The rows of each engine with each number of connections. Rows that are named are measured everywhere. Otherwise SQLite with the
 * usual number of connections has all rows, and the others have the main ones, as everything has in a quick run.
 */
export function groupsOf({ names, engines, connections, isQuick }: RunOptions): Group[] {
  const named = rowsNamed(names);
  const isWhole = (engine: Engine, count: number) =>
    names.length > 0 || (engine === 'sqlite' && count === DEFAULT_CONNECTIONS && !isQuick);
  return engines.flatMap((engine) =>
    connections.map((count) => ({
      engine,
      connections: count,
      rows: isWhole(engine, count) ? named : named.filter(({ name }) => MAIN_ROWS.includes(name)),
    })),
  );
}
