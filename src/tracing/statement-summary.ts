import { BoundedCache } from '../domain/bounded-cache.ts';

/** What a span says about a statement: what it does to which table. Never its text or its values. */
export type StatementSummary = {
  readonly operation: string;
  readonly table: string | undefined;
  readonly text: string;
};

const change = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+([a-z_]+)/;
const read = /\b(?:FROM|JOIN)\s+([a-z_]+)/;

/** The statements of the service are constants, some with a few variants. */
const MAX_SUMMARIES = 1_000;
const summaries = new BoundedCache<StatementSummary>(MAX_SUMMARIES);

/** Keywords are written in capitals and names in small letters, in all statements of the service. */
export function statementSummary(sql: string): StatementSummary {
  return summaries.get(sql) ?? summaries.set(sql, summarize(sql));
}

function summarize(sql: string): StatementSummary {
  const [, verb, changed] = change.exec(sql) ?? [];
  const operation = verb === undefined ? 'SELECT' : (verb.split(' ')[0] as string);
  const table = changed ?? read.exec(sql)?.[1];
  return { operation, table, text: table === undefined ? operation : `${operation} ${table}` };
}
