import { forEngine, isTableDefinition } from '../sql-text.ts';

/** A statement of the `Sql` port, translated for SQLite. */
export function sqliteText(sql: string): string {
  const text = sqliteParams(forEngine('sqlite', sql));
  return isTableDefinition(text) ? tableDefinition(text) : text;
}

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
