import type { Db } from './db.ts';

/** A table with fewer rows, as the server knows it, is small: it may be read from its begin to its end. */
const MIN_KNOWN_ROWS = 1_000;
/** 32 pages: too large for that. */
const MIN_BYTES = 32 * 8_192;

/**
 * Lets PostgreSQL look at tables that have grown since it last did. Connections keep their plans, and a plan for an empty table reads
 * all of it, or takes any index: with a load into an empty store that would become slower with each batch, in all processes, until
 * autovacuum looks, which takes a minute. Returns the names of the tables. SQLite keeps no such statistics. With a single connection
 * nothing is done: the load that calls it may be using that one for long.
 */
export async function refreshStatistics(db: Db): Promise<string[]> {
  if (db.engine === 'sqlite' || db.use.connections().max === 1) return [];
  const grown = await db.all<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND reltuples < ${MIN_KNOWN_ROWS} AND pg_relation_size(oid) >= ${MIN_BYTES} ORDER BY relname`,
  );
  const names = grown.map(({ name }) => name);
  if (names.length > 0) await db.run(`ANALYZE ${names.join(', ')}`);
  return names;
}
