import type { Db, Sql } from '../../src/db/db.ts';
import {
  postgresRowStatement,
  postgresRowsStatement,
  postgresStatement,
} from '../../src/db/postgres/statement-text.ts';
import { oneLine, type Recorded, type WideRead } from './recorded-statements.ts';

type Node = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
};

/** Tables of a handful of rows. */
const SMALL = new Set(['marketplace', 'fee_watch', 'fee_schedule']);

/** All of a marketplace, of a destination, or of a seller. */
const WIDE: Record<string, RegExp> = {
  delivery: /^\(channel_id = [^()]*\)$/,
  offer: /^\((marketplace_id|seller_id) = [^()]*\)$|^\(\(marketplace_id = [^()]*\) AND \(seller_id = [^()]*\)\)$/,
  board: /^\(marketplace_id = [^()]*\)$/,
  shelf: /^\(marketplace_id = [^()]*\)$/,
  item: /^\(marketplace_id = [^()]*\)$/,
};

/** What hands on the rows of a node one by one, so that a `LIMIT` above it ends the node. */
const HANDS_ON = new Set(['Limit', 'LockRows', 'Subquery Scan', 'Append', 'Merge Append', 'Result']);

/**
 * Lets the planner believe that each table has a million rows: it scans the small tables of a test otherwise. It does not believe that of
 * a table without a single page: a test stores a row first.
 */
const LARGE = `UPDATE pg_class SET relpages = 1, reltuples = 1000000
  WHERE relkind IN ('r', 'i') AND relnamespace = current_schema()::regnamespace`;

/**
 * What autovacuum may have learnt of the few rows of a test, where all of them are of one item or seller: any index then seems as good as
 * the right one, in some runs.
 */
const UNLEARN = `DELETE FROM pg_statistic
  WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`;

/** The plan that a connection of the service keeps for a statement, whatever its values: see `KEEP_PLANS` in `src/db/postgres/pool.ts`. */
const KEPT_PLAN = `CREATE OR REPLACE FUNCTION pg_temp.kept_plan(statement text) RETURNS json LANGUAGE plpgsql AS '
  DECLARE plan json;
  BEGIN
    EXECUTE ''EXPLAIN (GENERIC_PLAN, FORMAT JSON) '' || statement INTO plan;
    RETURN plan;
  END'`;

/** The wide steps that PostgreSQL takes for a statement in large tables. */
export async function postgresReads(db: Db, { sql, rows }: Recorded): Promise<WideRead[]> {
  const statements = rows ? [postgresRowsStatement(sql), postgresRowStatement(sql)] : [postgresStatement(sql)];
  const reads: WideRead[] = [];
  for (const { text } of statements)
    for (const node of wideIn(await keptPlan(db, text), false)) reads.push({ step: stepOf(node), sql: oneLine(sql) });
  return reads;
}

const stepOf = (node: Node) =>
  `${node['Node Type']} of ${node['Relation Name']} by ${node['Index Name']} (${node['Index Cond'] ?? ''}) ${node.Filter ?? ''}`;

function keptPlan(db: Db, text: string): Promise<Node> {
  return db.transaction(async (tx) => {
    await tx.run(LARGE);
    await tx.run(UNLEARN);
    await tx.run(KEPT_PLAN);
    const row = await tx.get<{ plan: [{ Plan: Node }] }>('SELECT pg_temp.kept_plan($1) AS plan', [text]);
    return row?.plan[0].Plan as Node;
  });
}

/** How many rows PostgreSQL reads by each index, or of each table that it scans. It runs the statement, without an effect. */
export async function postgresRowsRead(db: Db, recorded: Recorded): Promise<Map<string, number>> {
  const read = new Map<string, number>();
  const undone = new Error('undone');
  const run = db.transaction(async (tx) => {
    for (const node of nodesIn(await analyzedPlan(tx, recorded))) {
      if (!node['Node Type'].endsWith('Scan') || node['Relation Name'] === undefined) continue;
      const name = node['Index Name'] ?? node['Relation Name'];
      const rows = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const;
      const perLoop = rows.reduce((sum, key) => sum + (node[key] ?? 0), 0);
      read.set(name, (read.get(name) ?? 0) + perLoop * (node['Actual Loops'] ?? 1));
    }
    throw undone;
  });
  await run.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return read;
}

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

async function analyzedPlan(tx: Sql, { sql, rows, params }: Recorded): Promise<Node> {
  await tx.run(LARGE);
  await tx.run(UNLEARN);
  const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`;
  const [row] = await (rows
    ? tx.many<Record<string, unknown>>(text, rows)
    : tx.all<Record<string, unknown>>(text, params));
  const json = row?.['QUERY PLAN'] ?? '';
  const [{ Plan: root }] = (typeof json === 'string' ? JSON.parse(json) : json) as [{ Plan: Node }];
  return root;
}

function wideIn(node: Node, isLimited: boolean): Node[] {
  const type = node['Node Type'];
  const isWithinLimit = type === 'Limit' || (isLimited && HANDS_ON.has(type));
  const below = (node.Plans ?? []).flatMap((child) =>
    wideIn(
      child,
      isWithinLimit && child['Parent Relationship'] !== 'InitPlan' && child['Parent Relationship'] !== 'SubPlan',
    ),
  );
  return isWide(node, isLimited) ? [node, ...below] : below;
}

function isWide(node: Node, isLimited: boolean): boolean {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Cond': condition, Filter: filter } = node;
  if (table === '' || table.startsWith('pg_') || SMALL.has(table)) return false;
  if (type === 'Seq Scan') return !(isLimited && filter === undefined);
  if (!/^Index (Only )?Scan$|^Bitmap Heap Scan$/.test(type)) return false;
  const readsAll = type !== 'Bitmap Heap Scan' && condition === undefined;
  const readsMuch = condition !== undefined && (WIDE[table]?.test(condition) ?? false);
  return (readsAll || readsMuch) && !(isLimited && filter === undefined);
}
