import type { Db } from '../../src/db/db.ts';
import { forEngine } from '../../src/db/sql-text.ts';
import { oneLine, type Recorded, type WideRead } from './recorded-statements.ts';

type Step = { id: number; parent: number; detail: string };

/** Tables of a handful of rows, lists of values, and the results of subqueries, which are judged by themselves. */
const SMALL =
  /^SCAN (marketplace|fee_watch|event_receiver EXISTS|lane\d|page|k|day|listing|range\d+|of_item|of_type|own|counted|queued|walk|waiting|due|newest|w|(\d+ )?CONSTANT ROWS?|\d+-ROW VALUES CLAUSE|v)\b/;

/** All of a marketplace, of a destination, or of a seller. A seller has one row for each day of history. */
const WIDE =
  /^SEARCH ((offer|board|shelf|item) USING .*\(marketplace_id=\?\)|delivery USING .*\(channel_id=\?\)|(?!seller_time)\w+ USING .*\(marketplace_id=\? AND seller_id=\?\)|offer USING INDEX offer_of_seller \(seller_id=\?\))$/;

const stepsOf = async (db: Db, text: string) => db.all<Step>(`EXPLAIN QUERY PLAN ${text}`, parametersOf(text));

/** The steps that SQLite takes for a statement. */
export async function sqliteSteps(db: Db, { sql }: Recorded): Promise<string[]> {
  return (await stepsOf(db, oneLine(explained(sql)))).map(({ detail }) => detail);
}

/** The wide steps that SQLite takes for a statement. */
export async function sqliteReads(db: Db, { sql }: Recorded): Promise<WideRead[]> {
  const text = oneLine(explained(sql));
  const steps = await stepsOf(db, text);
  const wide = steps.filter(({ detail }) => (detail.startsWith('SCAN') && !SMALL.test(detail)) || WIDE.test(detail));
  const byTable = Map.groupBy(wide, ({ detail }) => detail.split(' ')[1] ?? '');
  const found: WideRead[] = [];
  for (const [table, reads] of byTable) {
    const isSorted = ({ parent }: Step) =>
      steps.some((step) => step.parent === parent && step.detail === 'USE TEMP B-TREE FOR ORDER BY');
    const predicate = await predicateOf(db, reads[0]?.detail ?? '');
    const bounded = selectsIn(text).filter((select) => isBounded(select, table, reads[0]?.detail ?? '', predicate));
    if (reads.length > bounded.length || reads.some(isSorted))
      found.push(...reads.map(({ detail }) => ({ step: detail, sql: text })));
  }
  return found;
}

/** The statement as SQLite runs it: `VALUES {rows: text key, bigint}` for two rows. */
function explained(sql: string): string {
  return forEngine('sqlite', sql).replace(/VALUES\s*\{rows:([^{}]*)\}/g, (_all, columns: string) => {
    const row = `(${columns
      .split(',')
      .map(() => 'NULL')
      .join(', ')})`;
    return /^\s*INSERT/.test(sql) && !/SELECT/.test(sql) ? `VALUES ${row}` : `VALUES ${row}, ${row}`;
  });
}

const parametersOf = (text: string): null[] =>
  Array.from({ length: Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, n]) => Number(n))) }, () => null);

/** The condition of a partial index; empty: it has all rows. */
async function predicateOf(db: Db, detail: string): Promise<string> {
  const [, index = ''] = /USING (?:COVERING )?INDEX (\w+)/.exec(detail) ?? [];
  const row = await db.get<{ sql: string | null }>('SELECT sql FROM sqlite_schema WHERE name = $1', [index]);
  return oneLine(/ WHERE (.*)$/s.exec(row?.sql ?? '')?.[1] ?? '');
}

/** Each part in brackets, and the whole, with `()` for what is in brackets within it. */
function selectsIn(sql: string): string[] {
  const open = [''];
  const closed: string[] = [];
  for (const character of sql) {
    if (character === '(') open.push('');
    else if (character === ')' && open.length > 1) {
      closed.push(open.pop() ?? '');
      open.push(`${open.pop()}()`);
    } else open.push(`${open.pop()}${character}`);
  }
  return [...closed, ...open];
}

/**
 * Whether the first entries fulfil the `LIMIT`: of one table alone, with no other condition than the place in the index and what a
 * partial index has anyway.
 */
function isBounded(select: string, table: string, detail: string, predicate: string): boolean {
  const pattern = new RegExp(
    String.raw`^\s*SELECT (?!DISTINCT)[^()]*(?:\(\)[^()]*)* FROM (?:\w+ AS )?${table}(?: WHERE (.*?))?(?: ORDER BY .*?)? LIMIT `,
  );
  const match = pattern.exec(select);
  if (match === null) return false;
  const places = Array.from(detail.matchAll(/(\w+)=\?/g), ([, column]) => column as string);
  const isFulfilled = (condition: string) =>
    predicate.split(' AND ').includes(condition) || places.some((column) => condition.startsWith(`${column} = `));
  const conditions = (match[1] ?? '').split(' AND ').map((one) => one.replace(new RegExp(`^${table}\\.`), '').trim());
  return conditions.every((condition) => condition === '' || isFulfilled(condition));
}
