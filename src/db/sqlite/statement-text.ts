import { forEngine, isTableDefinition } from '../sql-text.ts';

/** A statement of the `Sql` port, translated for SQLite. */
export function sqliteText(sql: string): string {
  const text = sqliteParams(withFixedPlan(forEngine('sqlite', sql)));
  return isTableDefinition(text) ? tableDefinition(text) : text;
}

/**
 * SQLite plans by the value of a LIMIT, and plans again whenever a parameter is bound as one: at every call, for about 5 µs with one
 * small table, and much more with several. The sign hides the parameter from the planner.
 */
const withFixedPlan = (sql: string): string => sql.replace(/\bLIMIT (?=\$\d)/g, 'LIMIT +');

/** Parameters that each occur once and in order need no number, which the driver would look up for each of them. */
function sqliteParams(sql: string): string {
  let count = 0;
  const inOrder = Array.from(sql.matchAll(/\$(\d+)/g)).every(([, number]) => Number(number) === ++count);
  return sql.replace(/\$(\d+)/g, inOrder ? '?' : '?$1');
}

/** STRICT rejects values of another type, as PostgreSQL does, and knows these names of types only. */
function tableDefinition(sql: string): string {
  const text = sql
    .replace(/\bBIGINT\b/gi, 'INTEGER')
    .replace(/\bBYTEA\b/gi, 'BLOB')
    .replace(/\bDOUBLE PRECISION\b/gi, 'REAL')
    .trim();
  if (!/^CREATE/i.test(text)) return text;
  return text + (text.endsWith(')') ? ' STRICT' : ', STRICT');
}
